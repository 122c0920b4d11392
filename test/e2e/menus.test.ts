import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { clickRow } from '../support/click-row.ts';
import { comeAndGo } from '../support/come-and-go.ts';
import { perTest } from '../support/per-test.ts';
import { ask } from '../support/sandbox-client.ts';

const root = resolve(import.meta.dirname, '../..');
const { openWorkbench, startSandbox } = perTest();
const configMaps = '/api/v1/namespaces/shop/configmaps';

test('a menu is of the lines that it was opened on, while lines beside them come and go and VS Code is far away', async () => {
  const sandbox = await startSandbox({ content: 'samples' });
  const cluster: string = parse(await readFile(sandbox.kubeconfig, 'utf8'))['current-context'];
  for (const name of ['steady', 'steady-too']) await ask(sandbox, 'POST', configMaps, { metadata: { name } });
  const opened = await openWorkbench({
    folder: join(root, 'samples'),
    extension: 'development',
    kubeconfig: sandbox.kubeconfig,
    settings: { 'workbench.tree.expandMode': 'doubleClick' },
    latency: 60,
  });
  await opened.showView('Kubewright');
  await opened.treeRow(cluster).waitFor();
  // A button above the view is given the line in focus, or nothing as long as none is.
  await opened.page
    .getByRole('button', { name: /^Refresh/ })
    .first()
    .click();
  await opened.page
    .getByRole('button', { name: /^Search Objects/ })
    .first()
    .click();
  await opened.quickInput().waitFor();
  await opened.press('Escape');
  expect(await opened.notifications()).toEqual([]);
  await opened.expand(cluster);
  await opened.expand(/^Config$/);
  await opened.expand('ConfigMaps');
  const row = opened.treeRow(/^steady.*shop/).first();
  const other = opened.treeRow(/^steady-too.*shop/).first();
  await row.waitFor();
  const leave = async () => {
    const isLeft = async () => {
      await opened.press('Escape');
      // A question that is closing is not the one that the next menu asks.
      return opened
        .quickInput()
        .waitFor({ state: 'detached', timeout: 5_000 })
        .then(
          () => true,
          () => false,
        );
    };
    // What the key reaches on a slow machine is looked at elsewhere (`keyboard-of-questions`): here, of what a question is.
    for (let left = 3; !(await isLeft()); left--) expect(left).toBeGreaterThan(1);
  };
  const passing = comeAndGo(sandbox, configMaps, { stays: 0, pause: 30 });
  try {
    for (let round = 1; round <= 6; round++) {
      await opened.contextMenu(row, 'Delete');
      await opened.quickPickRow('Delete ConfigMap steady from').waitFor();
      await leave();
    }
    await opened.screenshot('menu-of-line');
    await clickRow(row);
    await clickRow(other, { modifiers: ['Control'] });
    for (let round = 1; round <= 6; round++) {
      await opened.contextMenu(row, 'Delete');
      await opened.quickPickRow('Delete 2 objects from').waitFor();
      await leave();
    }
    expect(await opened.notifications()).toEqual([]);
  } finally {
    await passing.end();
  }
});
