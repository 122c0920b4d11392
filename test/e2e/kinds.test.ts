import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { cleanup, temporaryFolder } from '../contract/cluster/mock-server.ts';
import { clickRow } from '../support/click-row.ts';
import { perTest } from '../support/per-test.ts';
import { startTableServer } from '../support/table-server.ts';
import { themes } from '../support/themes.ts';
import type { Workbench } from '../support/workbench.ts';

const root = resolve(import.meta.dirname, '../..');
const { openWorkbench, startSandbox } = perTest();
const after = cleanup();
afterEach(() => after.run());

/** The width of the sidebar as VS Code begins, and of one that leaves room for two editors. */
const widths = [300, 250];

test.each(themes)('every kind and state says itself in a line, at two widths (%s)', async (theme) => {
  const sandbox = await startSandbox({ content: 'empty' });
  const url = await startTableServer(sandbox, after);
  const opened = await openWorkbench({
    folder: join(root, 'samples'),
    extension: 'development',
    kubeconfig: await kubeconfigOf(url),
    settings: { 'workbench.colorTheme': theme },
  });
  // As high as all lines need, so that each is on the page.
  await opened.page.setViewportSize({ width: 1000, height: 7_000 });
  await opened.showView('Kubewright');
  await opened.expand('tables');
  await expandAll(opened, 2);
  await expandAll(opened, 3);
  await opened.treeRow('Loading…').waitFor({ state: 'detached' });
  const rows = opened.page.locator('.part.sidebar .monaco-list-row');
  const spoken = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''));
  expect(spoken.length).toBeGreaterThan(150);
  expect(spoken.filter((name) => /^\s*$|undefined|null|NaN|\[object|<none>|<unset>/.test(name))).toEqual([]);
  for (const width of widths) {
    await drag(opened, width);
    await opened.screenshot(`kinds-${theme.replaceAll(' ', '-').toLowerCase()}-${width}`);
  }
});

/** Expands all lines of a level, once there are some, until all stay so: what VS Code shows anew it may collapse again. */
async function expandAll({ page }: Workbench, level: number): Promise<void> {
  const lines = page.locator(`.part.sidebar .monaco-list-row[aria-level="${level}"]`);
  await lines.first().waitFor();
  const closed = lines.and(page.locator('[aria-expanded="false"]')).first();
  const open = lines.and(page.locator('[aria-expanded="true"]'));
  for (let looks = 0; looks < 5; ) {
    if ((await closed.count()) > 0) {
      await clickRow(closed.locator('.monaco-tl-twistie'));
      looks = 0;
    } else if ((await open.count()) > 0) looks++;
    await page.waitForTimeout(100);
  }
}

/** Drags the edge of the sidebar until that is so wide. */
async function drag({ page }: Workbench, width: number): Promise<void> {
  const sidebar = page.locator('.part.sidebar');
  const { x, width: now } = (await sidebar.boundingBox())!;
  await page.mouse.move(x + now, 300);
  await page.mouse.down();
  await page.mouse.move(x + width, 300, { steps: 5 });
  await page.mouse.up();
  await page.mouse.move(800, 300);
  await expect.poll(async () => Math.abs((await sidebar.boundingBox())!.width - width)).toBeLessThan(8);
}

async function kubeconfigOf(server: string): Promise<string> {
  const file = join(await temporaryFolder(after), 'config');
  const content = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'tables', cluster: { server } }],
    users: [{ name: 'tables', user: {} }],
    contexts: [{ name: 'tables', context: { cluster: 'tables', user: 'tables' } }],
    'current-context': 'tables',
  };
  await writeFile(file, JSON.stringify(content));
  return file;
}
