import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { perTest } from '../support/per-test.ts';
import { ask } from '../support/sandbox-client.ts';

const root = resolve(import.meta.dirname, '../..');
const { openWorkbench, startSandbox } = perTest();
const path = '/api/v1/namespaces/shop/configmaps/held';

test('an object that a finalizer holds is said to be deleted once it is gone', async () => {
  const sandbox = await startSandbox({ content: 'samples' });
  const cluster: string = parse(await readFile(sandbox.kubeconfig, 'utf8'))['current-context'];
  const held = { metadata: { name: 'held', finalizers: ['example.com/hold'] } };
  expect((await ask(sandbox, 'POST', '/api/v1/namespaces/shop/configmaps', held)).code).toBe(201);
  const opened = await openWorkbench({
    folder: join(root, 'samples'),
    extension: 'development',
    kubeconfig: sandbox.kubeconfig,
  });
  await opened.showView('Kubewright');
  await opened.expand(cluster);
  await opened.expand('Configuration');
  await opened.expand('ConfigMaps');
  const row = opened.treeRow(/^held.*shop/).first();
  await row.waitFor();

  await opened.contextMenu(row, 'Delete');
  await opened.pick('Delete ConfigMap held from');
  const waiting = await opened.notification('ConfigMap shop/held is held by example.com/hold');
  await opened.screenshot('delete-held');
  await opened.treeRow(/^held.*being deleted, held by example.com\/hold/).waitFor();
  await waiting.getByRole('button', { name: 'Cancel' }).click();
  await opened.notification('ConfigMap held is being deleted from');
  await opened.screenshot('delete-cancelled');
  expect((await ask(sandbox, 'GET', path)).body.metadata.deletionTimestamp).toBeDefined();

  await opened.contextMenu(row, 'Delete');
  await opened.pick('Delete ConfigMap held from');
  await opened.notification('ConfigMap shop/held is held by example.com/hold');
  const freed = await ask(sandbox, 'PATCH', path, [{ op: 'remove', path: '/metadata/finalizers' }], {
    'content-type': 'application/json-patch+json',
  });
  expect(freed.code, freed.text).toBe(200);
  await opened.notification('Deleted ConfigMap held from');
  await row.waitFor({ state: 'detached' });
});

test('a namespace goes when its name is typed, and what goes with it is said before', async () => {
  const sandbox = await startSandbox({ content: 'samples' });
  const cluster: string = parse(await readFile(sandbox.kubeconfig, 'utf8'))['current-context'];
  const opened = await openWorkbench({
    folder: join(root, 'samples'),
    extension: 'development',
    kubeconfig: sandbox.kubeconfig,
    settings: { 'workbench.colorTheme': 'Default Dark Modern' },
  });
  await opened.showView('Kubewright');
  await opened.expand(cluster);
  await opened.expand(/^Cluster/);
  await opened.expand(/^Namespaces/);
  const row = opened.treeRow(/^shop/).first();
  await row.waitFor();
  const isThere = async () => (await ask(sandbox, 'GET', '/api/v1/namespaces/shop')).code === 200;

  await opened.contextMenu(row, 'Delete');
  await opened
    .quickPickRow(/\d+ Pods/)
    .first()
    .waitFor();
  await opened.screenshot('delete-namespace');
  await opened.pick('Delete Namespace shop from');
  await opened.page.getByText('Type shop to delete Namespace shop').first().waitFor();
  await opened.page.keyboard.press('Enter');
  await opened.screenshot('delete-namespace-name');
  expect(await isThere()).toBe(true);
  await opened.page.keyboard.type('shop');
  await opened.page.keyboard.press('Enter');
  await row.waitFor({ state: 'detached' });
  expect(await isThere()).toBe(false);
});
