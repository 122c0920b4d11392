import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { findChromium } from '../../scripts/setup/chromium.mjs';
import { installIntoWorkbench, pageUrl, startWorkbench } from '../../scripts/workbench.mjs';
import { clickRow } from './click-row.ts';
import { openFaultyLine } from './faulty-line.ts';
import { keepHistory } from './page-history.ts';
import { treeError } from './tree-errors.ts';

/** How the workbench of one test is started. */
export interface WorkbenchOptions {
  /** The folder that it opens a copy of. */
  folder: string;
  /** Where the extension comes from: this checkout, as in development, or an installed VSIX (a path). */
  extension: 'development' | { vsix: string };
  /** Whether folders are trusted without asking (the default), or VS Code starts in Restricted Mode. */
  trust?: 'given' | 'restricted';
  /** The path in its KUBECONFIG; one with no file behind it when left out. */
  kubeconfig?: string;
  /** Folders of other extensions, each as its publisher and name say, that are installed beside it. */
  others?: readonly string[];
  /** Settings of the user. */
  settings?: Record<string, unknown>;
  /** A code-server version installed by the set-up; the current one when left out. */
  version?: string;
  /** The Node that runs the workbench; the project's own when left out. */
  node?: string;
  /** Milliseconds that what the page and the workbench tell each other is under way, as over a long line. */
  latency?: number;
}

const root = resolve(import.meta.dirname, '../..');

/**
 * Starts a real VS Code in a real Chromium, with a home folder of its own, and waits until it can be used. Throws
 * when there is no Chromium or the workbench does not come up.
 */
export async function openWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const home = await mkdtemp(join(tmpdir(), 'kubewright-workbench-'));
  const folder = join(home, 'workspace');
  await mkdir(folder);
  await cp(options.folder, folder, { recursive: true });
  const data = join(home, 'server');
  const version = options.version ? { version: options.version } : {};
  const node = options.node ? { node: options.node } : {};
  const env = {
    ...process.env,
    HOME: home,
    USERPROFILE: home,
    KUBECONFIG: options.kubeconfig ?? join(home, 'no-kubeconfig'),
  };
  const common = { data, env, ...version, ...node };
  // What lies in the folder before anything is installed counts as installed.
  for (const other of options.others ?? []) {
    await cp(other, join(data, 'extensions', `${basename(other)}-1.0.0`), { recursive: true });
  }
  if (options.extension !== 'development') await installIntoWorkbench(options.extension.vsix, common);
  const trust = options.trust === 'restricted' ? [] : ['--disable-workspace-trust'];
  // The driver is what takes a development path; it hides toasts.
  const driver = options.extension === 'development' ? ['--enable-smoke-test-driver'] : [];
  const server = await startWorkbench({
    ...common,
    // Words of the file are offered by the editor itself, before the language server answers.
    settings: { 'editor.wordBasedSuggestions': 'off', ...options.settings },
    flags: [...driver, ...trust],
  });
  const { latency } = options;
  const line =
    latency === undefined
      ? undefined
      : await openFaultyLine({ port: Number(new URL(server.origin).port) }, { latency });
  const origin = line ? `http://127.0.0.1:${line.port}` : server.origin;
  let browser: Browser | undefined;
  /** What VS Code says of tree views that are asked for lines which they have not. */
  const treeErrors = new Set<string>();
  const close = async () => {
    await browser?.close();
    await line?.close();
    await server.stop();
    await rm(home, { recursive: true, force: true });
    if (treeErrors.size > 0) throw new Error([...treeErrors].join('\n'));
  };
  try {
    browser = await chromium.launch({ executablePath: requireChromium(), args: ['--no-sandbox'] });
    const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
    const page = await context.newPage();
    await keepHistory(page);
    page.on('console', (message) => {
      const error = treeError(message.text());
      if (error !== undefined) treeErrors.add(error);
    });
    const development = options.extension === 'development' ? { extensionDevelopmentPath: root } : {};
    await page.goto(pageUrl(origin, { folder, payload: development }));
    const workbench = new Workbench({ page, folder, home, close });
    await workbench.restored();
    return workbench;
  } catch (error) {
    await close();
    throw error;
  }
}

/** A running workbench, driven as a person would: by keys, clicks and what the page shows. */
export class Workbench {
  readonly page: Page;
  /** The copy of the folder that it has open. */
  readonly folder: string;
  /** Its home folder. */
  readonly home: string;
  /** Ends browser and server and removes the home folder. Throws what VS Code has said of lines that a tree view has not. */
  readonly close: () => Promise<void>;

  constructor(parts: Pick<Workbench, 'page' | 'folder' | 'home' | 'close'>) {
    this.page = parts.page;
    this.folder = parts.folder;
    this.home = parts.home;
    this.close = parts.close;
  }

  /** Waits until the workbench has restored its parts and shows the files of its folder. */
  async restored(): Promise<void> {
    await this.page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: 60_000 });
    await this.page.locator('.explorer-folders-view .monaco-list-row').nth(1).waitFor();
  }

  /** Keeps what the page shows as `out/screenshots/NAME.png`. */
  async screenshot(name: string): Promise<void> {
    await this.page.screenshot({ path: join(root, 'out', 'screenshots', `${name}.png`) });
  }

  /** Runs a command by the palette, by its full title with the category: `Kubewright: Apply Manifest`. */
  async command(title: string): Promise<void> {
    await this.#ask('F1', `>${title}`, title);
    await this.page.keyboard.press('Enter');
  }

  /** Opens a file of the workspace, by its path in it. */
  async openFile(path: string): Promise<void> {
    const name = path.split('/').at(-1)!;
    await this.#ask('Control+KeyP', path, name);
    await this.page.keyboard.press('Enter');
    await this.page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
    await this.page.locator('.editor-instance .monaco-editor.focused').first().waitFor();
  }

  /** Opens a file of the workspace's top folder by a double click in the Explorer, which must be shown. */
  async openFromExplorer(name: string): Promise<void> {
    await this.page.locator('.explorer-folders-view .monaco-list-row').filter({ hasText: name }).dblclick();
    await this.page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
    await this.page.locator('.editor-instance .monaco-editor.focused').first().waitFor();
  }

  /** Types on the keyboard, with Enter for each line break. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text, { delay: 15 });
  }

  /** Presses one key or chord, in Playwright's names: `Control+Space`. */
  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
  }

  /** Saves the active editor and gives the file's text. */
  async savedText(path: string): Promise<string> {
    await this.page.keyboard.press('Control+KeyS');
    await this.page.locator('.tab.active.dirty').waitFor({ state: 'detached' });
    return readFile(join(this.folder, path), 'utf8');
  }

  /** The labels of the suggestion list, the best first; asks for the list until it comes. */
  async suggestions(): Promise<string[]> {
    const rows = this.page.locator('.suggest-widget.visible .monaco-list-row');
    for (let left = 8; ; left--) {
      try {
        await rows.first().waitFor({ timeout: 3_000 });
        return await rows.locator('.label-name').allTextContents();
      } catch (error) {
        if (left === 0) throw error;
        await this.page.keyboard.press('Control+Space');
      }
    }
  }

  /** Picks a suggestion by its label; asks for the list when it is not open. */
  async choose(label: string): Promise<void> {
    const rows = this.page.locator('.suggest-widget.visible .monaco-list-row');
    if ((await rows.count()) === 0) await this.page.keyboard.press('Control+Space');
    const row = rows.filter({ has: this.page.locator('.label-name', { hasText: exactly(label) }) });
    await row.first().waitFor();
    await row.first().click();
  }

  /** Types the beginning of a suggestion and picks it from the list that comes. */
  async complete(typed: string, label: string): Promise<void> {
    await this.type(typed);
    await this.suggestions();
    await this.choose(label);
    await this.page.locator('.editor-instance .monaco-editor.focused').first().waitFor();
  }

  /** Inserts text at once by the clipboard, as it stands. */
  async paste(text: string): Promise<void> {
    await this.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    await this.page.keyboard.press('Control+KeyV');
  }

  /** The input of the open quick pick or input box. */
  quickInput(): Locator {
    return this.page.locator('.quick-input-widget:visible .quick-input-box input');
  }

  /** Rows of the open quick pick that have this text. */
  quickPickRow(text: string | RegExp): Locator {
    return this.page.locator('.quick-input-widget:visible .monaco-list-row').filter({ hasText: text });
  }

  /** Chooses a row of the open quick pick. */
  async pick(text: string | RegExp): Promise<void> {
    await this.quickPickRow(text).first().click();
  }

  /** Answers the question for a target: the cluster, then the namespace of it. */
  async chooseTarget(cluster: string | RegExp, namespace: string): Promise<void> {
    await this.quickPickRow(cluster).first().waitFor();
    await this.pick(cluster);
    await this.page
      .locator('.quick-input-widget:visible .quick-input-title', { hasText: 'Namespace' })
      .waitFor();
    await this.pick(new RegExp(`^${namespace}`));
  }

  /** The item of the status bar that shows the target. */
  targetStatus(): Locator {
    return this.page.locator('.part.statusbar [id$="kubewright.target"]');
  }

  /** Shows a view container by the title of its icon in the activity bar. */
  async showView(title: string): Promise<void> {
    const icon = this.page.locator(`.activitybar a[aria-label^="${title}"]`);
    await icon.waitFor();
    const shown = this.page.locator(`.activitybar .checked a[aria-label^="${title}"]`);
    if ((await shown.count()) === 0) await icon.click();
    await shown.waitFor();
  }

  /** Rows of the sidebar's trees that have this text. */
  treeRow(text: string | RegExp): Locator {
    return this.page.locator('.part.sidebar .monaco-list-row').filter({ hasText: text });
  }

  /** Expands a row of the tree, unless it is expanded, and waits until it is. */
  async expand(text: string | RegExp): Promise<void> {
    const row = this.treeRow(text).first();
    await this.#orSaysWhatIsShown(row.waitFor());
    if ((await row.getAttribute('aria-expanded')) !== 'true')
      await clickRow(row.locator('.monaco-tl-twistie'));
    await this.#orSaysWhatIsShown(
      this.treeRow(text).first().and(this.page.locator('[aria-expanded="true"]')).waitFor(),
    );
  }

  /** Adds to a failure what the sidebar's trees show by then, a line per row, with a mark where it is expanded. */
  async #orSaysWhatIsShown(waited: Promise<void>): Promise<void> {
    try {
      await waited;
    } catch (error) {
      const rows: string[] = await this.page.locator('.part.sidebar .monaco-list-row').evaluateAll((all) =>
        all.map((row) => {
          const expanded = row.getAttribute('aria-expanded');
          const mark = expanded === null ? ' ' : expanded === 'true' ? '-' : '+';
          return `${row.getAttribute('aria-level')}${mark} ${row.textContent} ${row.querySelector('.monaco-tl-twistie')?.className}`;
        }),
      );
      throw new Error(`the tree shows\n${rows.join('\n')}`, { cause: error });
    }
  }

  /** Picks an item of a tree row's context menu. */
  async contextMenu(row: Locator, item: string): Promise<void> {
    const entry = this.page.locator('.context-view .action-item').filter({ hasText: item }).first();
    await this.#openMenu(row, entry);
    // A menu ignores clicks right after it has opened.
    for (let left = 5; left > 0; left--) {
      // One that closes late, for the click before, is there no more to be clicked on.
      await entry.click({ timeout: 5_000 }).catch((error: unknown) => {
        if (left === 5) throw error;
      });
      const closed = await entry.waitFor({ state: 'detached', timeout: 1_000 }).then(
        () => true,
        () => false,
      );
      if (closed) return;
    }
    throw new Error(`the context menu stays open after a click on ${item}`);
  }

  /** Opens the menu of a row that has this entry: while rows come and go, a click may fall on another one. */
  async #openMenu(row: Locator, entry: Locator): Promise<void> {
    for (let left = 5; left > 0; left--) {
      try {
        await clickRow(row, { button: 'right', timeout: left > 1 ? 10_000 : 30_000 });
      } catch (error) {
        if (left === 1) throw error;
        // What is said of another line while the pointer is there may hide it.
        await this.page.mouse.move(700, 400);
        continue;
      }
      const isThere = await entry.waitFor({ timeout: left > 1 ? 3_000 : 30_000 }).then(
        () => true,
        () => false,
      );
      if (isThere) return;
      await this.page.keyboard.press('Escape');
    }
    throw new Error(`the menu of ${row} has no such entry: ${entry}`);
  }

  /** The lines of the terminal that is shown, without the empty ones at its end. */
  async terminalLines(): Promise<string[]> {
    await this.page.locator('.part.panel .terminal-wrapper.active .terminal.xterm').waitFor();
    const lines: string[] = await this.page.evaluate(
      `window.driver.getTerminalBuffer('.part.panel .terminal-wrapper.active')`,
    );
    return lines.join('\n').trimEnd().split('\n');
  }

  /** The texts of the notifications, by the notification centre (a driven workbench shows no toasts). */
  async notifications(): Promise<string[]> {
    await this.#showNotifications();
    return this.page.locator('.notification-list-item-message').allTextContents();
  }

  /** Waits for a notification with this text and gives its row. */
  async notification(text: string): Promise<Locator> {
    const row = this.page
      .locator('.notifications-center.visible .notification-list-item')
      .filter({ hasText: text })
      .first();
    // One that comes later closes a centre that is empty.
    for (let left = 10; left > 0; left--) {
      await this.#showNotifications();
      const isShown = await row.waitFor({ timeout: 3_000 }).then(
        () => true,
        () => false,
      );
      if (isShown) return row;
    }
    await row.waitFor();
    return row;
  }

  /** Takes away what the notification centre has: of those below a tall one nothing is on the page. */
  async clearNotifications(): Promise<void> {
    const clear = this.page.locator('.notifications-center.visible .codicon-notifications-clear-all');
    const rows = this.page.locator('.notifications-center .notification-list-item');
    for (let left = 5; left > 0; left--) {
      await this.#showNotifications();
      await clear.click({ timeout: 3_000 }).catch(() => undefined);
      if ((await rows.count()) === 0) return;
    }
  }

  /** Answers the open modal dialog by the label of a button, after checking that it says `text`. */
  async answerDialog(text: string | RegExp, button: string): Promise<void> {
    const dialog = this.page.locator('.monaco-dialog-box').filter({ hasText: text });
    await dialog.waitFor();
    await dialog.getByRole('button', { name: button }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  /**
   * Opens a quick pick by a key, types into it and waits for a row. Asks again when nothing comes: a workbench that has
   * just been restored drops keys and does not find files yet.
   */
  async #ask(key: string, text: string, row: string): Promise<void> {
    for (let left = 10; ; left--) {
      try {
        await this.page.keyboard.press(key);
        await this.quickInput().waitFor({ timeout: 2_000 });
        await this.quickInput().fill(text);
        await this.quickPickRow(row).first().waitFor({ timeout: 3_000 });
        return;
      } catch (error) {
        if (left === 0) throw error;
        await this.page.keyboard.press('Escape');
      }
    }
  }

  async #showNotifications(): Promise<void> {
    const centre = this.page.locator('.notifications-center.visible');
    // A notification that comes at the click may close what the click opens, also once it was open.
    for (let left = 5; left > 0; left--) {
      if ((await centre.count()) > 0) return;
      await this.page.locator('[id="status.notifications"] a').click();
      // What is said of the bell while the pointer is there hides buttons.
      await this.page.mouse.move(700, 400);
      await centre.waitFor({ timeout: 3_000 }).catch(() => undefined);
    }
    await centre.waitFor();
  }
}

function exactly(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
}

function requireChromium(): string {
  const path = findChromium();
  if (!path) throw new Error('no Chromium was found; run `node scripts/setup.mjs chromium`');
  return path;
}
