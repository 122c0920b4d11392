import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { clickRow } from '../support/click-row.ts';
import { perTest } from '../support/per-test.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { ask } from '../support/sandbox-client.ts';
import { themes } from '../support/themes.ts';
import type { Workbench } from '../support/workbench.ts';

const { openClusters, startSandbox } = perTest();
const path = '/api/v1/namespaces/shop/configmaps/held';

test('an object that a finalizer holds is said to be deleted once it is gone', async () => {
  const sandbox = await startSandbox({ content: 'samples' });
  const held = { metadata: { name: 'held', finalizers: ['example.com/hold'] } };
  expect((await ask(sandbox, 'POST', '/api/v1/namespaces/shop/configmaps', held)).code).toBe(201);
  const opened = await openClusters(sandbox, [/^Config$/, 'ConfigMaps']);
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
  const opened = await openClusters(sandbox, [/^Cluster/, /^Namespaces/], {
    settings: { 'workbench.colorTheme': 'Default Dark Modern' },
  });
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

test.each(themes)(
  'several go with one question, and what has changed meanwhile with another: %s',
  async (theme) => {
    const { sandbox, opened } = await openWith({ 'workbench.colorTheme': theme });
    const picture = (name: string) =>
      opened.screenshot(`delete-${name}-${theme.replaceAll(' ', '-').toLowerCase()}`);
    await opened.expand(/^Config$/);
    await opened.expand('ConfigMaps');
    await clickRow(opened.treeRow(/^first.*many/).first());
    await clickRow(opened.treeRow(/^held.*many/).first(), { modifiers: ['Control'] });
    await clickRow(opened.treeRow(/^second.*many/).first(), { modifiers: ['Control'] });
    await opened.contextMenu(opened.treeRow(/^second.*many/).first(), 'Delete');
    await opened.quickPickRow(/^ConfigMap many\/held.*held by example.com\/hold/).waitFor();
    await opened.quickPickRow(/^1 ConfigMap/).waitFor();
    await picture('several');
    await opened.press('Escape');

    await clickRow(opened.treeRow(/^first.*many/).first());
    await clickRow(opened.treeRow(/^second.*many/).first(), { modifiers: ['Control'] });
    await opened.press('Delete');
    // The question before had a line of what goes with them, too, which shows until this one has its own.
    await opened.quickPickRow('Delete 2 objects from').waitFor();
    await opened.quickPickRow(/^1 ConfigMap/).waitFor();
    const change = { data: { key: 'b' } };
    await ask(sandbox, 'PATCH', `${many}/second`, change, { 'content-type': 'application/merge-patch+json' });
    await opened.pick('Delete 2 objects from');
    await opened.quickPickRow(/^ConfigMap many\/second.*data.key/).waitFor();
    await picture('changed');
    expect((await ask(sandbox, 'GET', `${many}/second`)).code).toBe(200);
    expect((await ask(sandbox, 'GET', `${many}/first`)).code).toBe(404);
    await opened.pick('Delete ConfigMap second from');
    await opened.treeRow(/^second.*many/).waitFor({ state: 'detached' });
    // A click on a line that moves, because others above it go, falls on nothing.
    const held = opened.treeRow(/^held.*many/).first();
    await expect
      .poll(async () => {
        await clickRow(held);
        return await held.getAttribute('aria-selected');
      })
      .toBe('true');
    await opened.press('Delete');
    await opened.pick('Delete ConfigMap held from');
    await opened.treeRow(/^held.*being deleted, held by example.com\/hold/).waitFor();
    await picture('going');
  },
);

test('what is chosen is what is sent: what is owned stays, and a Pod goes at once', async () => {
  const { sandbox, opened } = await openWith({});
  await opened.expand('Workloads');
  await opened.expand('Deployments');
  await opened.contextMenu(opened.treeRow(/^web.*shop/).first(), 'Delete');
  await opened.pick('Propagation: Background');
  await opened.pick('Orphan');
  await opened.quickPickRow('What it owns stays, and belongs to nothing.').waitFor();
  await opened.quickPickRow(/^1 ReplicaSet/).waitFor();
  await opened.screenshot('delete-orphan');
  await opened.press('Enter');
  expect((await ask(sandbox, 'GET', '/apis/apps/v1/namespaces/shop/deployments/web')).code).toBe(200);
  await opened.contextMenu(opened.treeRow(/^web.*shop/).first(), 'Delete');
  await opened.pick('Propagation: Background');
  await opened.pick('Orphan');
  await opened.pick('Delete Deployment web from');
  await opened.notification('Deleted Deployment web from');
  const { body } = await ask(sandbox, 'GET', '/apis/apps/v1/namespaces/shop/replicasets');
  const left = body.items.filter(({ metadata }: Named) => /^web-/.test(metadata.name));
  expect(left.map(({ metadata }: Named) => metadata.ownerReferences)).toEqual([undefined]);

  await opened.expand('Pods');
  await opened.contextMenu(opened.treeRow(/^web-.*shop/).first(), 'Delete');
  await opened.pick("Grace period: the Pod's own");
  await opened.quickPickRow('Its node is not asked').waitFor();
  await opened.screenshot('delete-grace');
  await opened.pick('None: remove it now');
  await opened.quickPickRow('Grace period: none').waitFor();
  await opened.quickPickRow(/^Owned by ReplicaSet web-/).waitFor();
  await opened.screenshot('delete-now');
  await opened.press('Escape');
});

test('the objects of a manifest are named with what goes with them', async () => {
  const { cluster, opened } = await openWith({});
  await opened.openFile('shop/web.yaml');
  await opened.command('Kubewright: Delete Objects of Manifest');
  await opened.chooseTarget(cluster, 'shop');
  await opened.quickPickRow(/^Delete \d+ objects from/).waitFor();
  await opened.page.getByText('What goes with them').first().waitFor();
  await opened.screenshot('delete-manifest');
  await opened.press('Enter');
  await opened.quickInput().waitFor({ state: 'detached' });
});

interface Named {
  readonly metadata: { readonly name: string; readonly ownerReferences?: unknown };
}

const many = '/api/v1/namespaces/many/configmaps';

/** A workbench that shows a cluster, with objects of which one owns another, and one is held. */
async function openWith(
  settings: Record<string, unknown>,
): Promise<{ sandbox: Sandbox; cluster: string; opened: Workbench }> {
  const sandbox = await startSandbox({ content: 'samples' });
  const cluster: string = parse(await readFile(sandbox.kubeconfig, 'utf8'))['current-context'];
  await ask(sandbox, 'POST', '/api/v1/namespaces', { metadata: { name: 'many' } });
  const first = await ask(sandbox, 'POST', many, { metadata: { name: 'first' } });
  const { uid } = first.body.metadata;
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'first', uid }];
  await ask(sandbox, 'POST', many, { metadata: { name: 'of-first', ownerReferences } });
  await ask(sandbox, 'POST', many, { metadata: { name: 'held', finalizers: ['example.com/hold'] } });
  await ask(sandbox, 'POST', many, { metadata: { name: 'second' }, data: { key: 'a' } });
  const opened = await openClusters(sandbox, [], {
    // A click selects a line, and no line comes under it.
    settings: { 'workbench.tree.expandMode': 'doubleClick', ...settings },
  });
  return { sandbox, cluster, opened };
}
