import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { clickRow } from '../support/click-row.ts';
import { perTest } from '../support/per-test.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { ask } from '../support/sandbox-client.ts';
import type { Workbench } from '../support/workbench.ts';

const { openClusters, startSandbox } = perTest();
const path = '/api/v1/namespaces/keys/configmaps';
const names = Array.from({ length: 120 }, (_, at) => `key-${at + 100}`);

let sandbox: Sandbox;
let opened: Workbench;

/** A click selects a line, and in VS Code as it comes expands it, so that others move. */
async function openKeys(expandMode: 'singleClick' | 'doubleClick'): Promise<void> {
  sandbox = await startSandbox({ content: 'samples' });
  await ask(sandbox, 'POST', '/api/v1/namespaces', { metadata: { name: 'keys' } });
  for (const name of names) await make(name);
  opened = await openClusters(sandbox, [/^Config$/, 'ConfigMaps'], {
    settings: { 'workbench.tree.expandMode': expandMode },
  });
  await row('key-100').waitFor();
  // While the first rows come the lines move, and what is collapsed right after it was expanded counts as VS Code's doing.
  await opened.treeRow('Loading…').waitFor({ state: 'detached' });
  await opened.page.waitForTimeout(1_000);
}
afterEach(async () => {
  expect(await left()).toEqual([]);
});

let gone: string[] = [];
beforeEach(() => {
  gone = [];
});

describe('the key Delete asks about the line that the keyboard is at', () => {
  beforeEach(() => openKeys('doubleClick'));

  /** What a person does after a click on `key-112`, and which objects they mean then. */
  const ways: readonly {
    readonly way: string;
    readonly does: () => Promise<void>;
    readonly means: string | RegExp;
  }[] = [
    { way: 'the mouse', does: async () => {}, means: 'ConfigMap key-112' },
    { way: 'an arrow', does: () => press('ArrowDown'), means: 'ConfigMap key-113' },
    {
      way: 'arrows',
      does: () => press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp'),
      means: 'ConfigMap key-114',
    },
    { way: 'a page', does: () => press('PageDown'), means: /^ConfigMap key-\d{3}$/ },
    {
      way: 'pages and back',
      does: () => press('PageDown', 'PageDown', 'PageUp'),
      means: /^ConfigMap key-\d{3}$/,
    },
    { way: 'a letter', does: () => typed('key-130'), means: 'ConfigMap key-130' },
    {
      way: 'a click with Control',
      does: () => clickRow(row('key-115'), { modifiers: ['Control'] }),
      means: '2 objects',
    },
    {
      way: 'a click with Shift',
      does: () => clickRow(row('key-115'), { modifiers: ['Shift'] }),
      means: '4 objects',
    },
    { way: 'arrows with Shift', does: () => press('Shift+ArrowDown', 'Shift+ArrowDown'), means: '3 objects' },
    {
      way: 'a click with Control, and an arrow from there',
      does: async () => {
        await clickRow(row('key-115'), { modifiers: ['Control'] });
        await press('ArrowDown');
      },
      means: 'ConfigMap key-116',
    },
    {
      way: 'a click with Control on what was selected',
      does: () => clickRow(row('key-112'), { modifiers: ['Control'] }),
      means: 'ConfigMap key-112',
    },
    {
      way: 'an arrow, when the kind is shown anew with lines above',
      does: async () => {
        await press('ArrowDown');
        await make('key-099');
        await row('key-099').waitFor();
      },
      means: 'ConfigMap key-113',
    },
    {
      way: 'nothing, when the line has gone',
      does: async () => {
        await take('key-112');
        await row('key-112').waitFor({ state: 'detached' });
      },
      means: 'ConfigMap key-113',
    },
    {
      way: 'an arrow, when the line that was clicked has gone',
      does: async () => {
        await press('ArrowDown');
        await take('key-112');
        await row('key-112').waitFor({ state: 'detached' });
      },
      means: 'ConfigMap key-113',
    },
    {
      way: 'an arrow, when that line has gone',
      does: async () => {
        await press('ArrowDown');
        await take('key-113');
        await row('key-113').waitFor({ state: 'detached' });
      },
      means: 'ConfigMap key-114',
    },
    { way: 'Escape, which leaves it at none', does: () => press('Escape'), means: 'none' },
  ];

  test('and a menu offers what can be done to all that it is about', async () => {
    await clickRow(row('key-112'));
    await clickRow(row('key-113'), { modifiers: ['Control'] });
    const menus: string[][] = [];
    for (const name of ['key-113', 'key-115']) {
      await clickRow(row(name), { button: 'right' });
      const items = opened.page.locator('.context-view .action-item .action-label');
      await items.filter({ hasText: 'Delete' }).waitFor();
      menus.push((await items.allTextContents()).filter((label) => label !== ''));
      await opened.press('Escape');
    }
    // VS Code does not tell a menu of another line that it is none of those that are selected.
    expect(menus).toEqual([
      ['Open YAML', 'Compare…', 'Copy Name', 'Copy As…', 'Delete'],
      ['Open YAML', 'Compare…', 'Copy Name', 'Copy As…', 'Delete'],
    ]);
  });

  test('in every way to get there, and the question names it', async () => {
    for (const { way, does, means } of ways) {
      await toTheTop();
      await clickRow(row('key-112'));
      await does();
      const at = await settled();
      await opened.press('Delete');
      const question = await asked().catch(() => 'none');
      await opened.press('Escape');
      await opened.quickInput().waitFor({ state: 'detached' });
      if (question.startsWith('ConfigMap')) expect.soft(question, way).toBe(`ConfigMap ${at}`);
      expect.soft(question, way).toMatch(means);
      for (const name of gone) {
        await make(name);
        await row(name).waitFor();
      }
      gone = [];
    }
  });
});

test('Enter opens the line that the keyboard is at, and Control with C copies its name', async () => {
  await openKeys('doubleClick');
  await clickRow(row('key-112'));
  await press('ArrowDown', 'Enter');
  await opened.page.locator('.tab.active[data-resource-name="key-113.yaml"]').waitFor();
  await clickRow(row('key-112'));
  await clickRow(row('key-115'), { modifiers: ['Control'] });
  await press('Control+c');
  await expect.poll(() => opened.page.evaluate('navigator.clipboard.readText()')).toBe('key-112 key-115');
});

test('where its line goes, the next one has the keyboard once it is back from an editor', async () => {
  await openKeys('doubleClick');
  await clickRow(row('key-112'));
  await opened.openFile('mistakes.yaml');
  await opened.press('Control+End');
  await take('key-112');
  await row('key-112').waitFor({ state: 'detached' });
  await opened.type('# typed');
  expect(await opened.savedText('mistakes.yaml')).toMatch(/# typed\s*$/);
  await opened.command('Kubewright: Focus on Clusters View');
  // A key that comes before the view has the keyboard goes nowhere.
  await opened.page.locator('.part.sidebar .monaco-list:focus').waitFor();
  await expect.poll(focused).toBe('key-113');
  await press('ArrowDown');
  expect(await settled()).toBe('key-114');
});

test('Enter on what is no object does what it does in every tree', async () => {
  await openKeys('singleClick');
  await clickRow(opened.treeRow('ConfigMaps').first());
  await row('key-112').waitFor({ state: 'detached' });
  await press('Enter');
  await row('key-100').waitFor();
});

/** Scrolls the view back to where the test begins. */
async function toTheTop(): Promise<void> {
  // Not one of those that the headings cover.
  await opened.page.locator('.part.sidebar .monaco-list-row').filter({ hasText: /^key-/ }).nth(9).click();
  await opened.press('Home');
  await row('key-112').waitFor();
}

/** Presses keys one after the other. */
async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await opened.press(key);
}

/** Types what VS Code looks for in the tree, and goes there. */
async function typed(text: string): Promise<void> {
  await opened.page.keyboard.type(text, { delay: 40 });
  await opened.page.locator('.part.sidebar .monaco-list-row.focused', { hasText: text }).waitFor();
}

/** The name in the line that the keyboard is at, as the page shows it; empty where it is at none. */
async function focused(): Promise<string> {
  const label = opened.page.locator('.part.sidebar .monaco-list-row.focused .label-name');
  return (await label.count()) === 0 ? '' : ((await label.first().textContent()) ?? '');
}

/** The same once it stands: VS Code scrolls by a page first, and goes to the line a turn later. */
async function settled(): Promise<string> {
  const seen: string[] = [];
  do {
    await opened.page.waitForTimeout(100);
    seen.push(await focused());
  } while (seen.length < 4 || new Set(seen.slice(-4)).size > 1);
  return seen.at(-1)!;
}

/** What the question is about: `ConfigMap key-112`, `2 objects`. */
async function asked(): Promise<string> {
  const text = opened.quickPickRow(/^Delete .* from/).first();
  await text.waitFor({ timeout: 5_000 });
  return /^Delete (.*) from/.exec((await text.locator('.label-name').first().textContent()) ?? '')?.[1] ?? '';
}

function row(name: string) {
  return opened.treeRow(new RegExp(`^${name}`)).first();
}

async function make(name: string): Promise<void> {
  await ask(sandbox, 'POST', path, { metadata: { name } });
}

async function take(name: string): Promise<void> {
  await ask(sandbox, 'DELETE', `${path}/${name}`);
  gone.push(name);
}

/** The objects that were deleted though nobody has confirmed it. */
async function left(): Promise<string[]> {
  const { body } = await ask(sandbox, 'GET', path);
  const there = new Set(body.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name));
  return names.filter((name) => !there.has(name) && !gone.includes(name));
}
