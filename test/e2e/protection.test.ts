import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { clickRow } from '../support/click-row.ts';
import { perTest } from '../support/per-test.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { ask } from '../support/sandbox-client.ts';
import type { Workbench } from '../support/workbench.ts';

const root = resolve(import.meta.dirname, '../..');
const { openWorkbench, startSandbox } = perTest();
const path = '/api/v1/namespaces/shop/configmaps/web';

/** The samples, and a workbench whose user protects every cluster so. */
async function protectedBy(level: 'confirm' | 'read-only', settings: Record<string, unknown> = {}) {
  const sandbox = await startSandbox({ content: 'samples' });
  const cluster: string = parse(await readFile(sandbox.kubeconfig, 'utf8'))['current-context'];
  const opened = await openWorkbench({
    folder: join(root, 'samples'),
    extension: 'development',
    kubeconfig: sandbox.kubeconfig,
    settings: { 'kubewright.protectedClusters': { [sandbox.url]: level }, ...settings },
  });
  await opened.showView('Kubewright');
  await opened.expand(cluster);
  await opened.expand(/^Config$/);
  await opened.expand('ConfigMaps');
  await opened
    .treeRow(/^web.*shop/)
    .first()
    .waitFor();
  return { sandbox, cluster, opened };
}

async function isThere(sandbox: Sandbox): Promise<boolean> {
  return (await ask(sandbox, 'GET', path)).code === 200;
}

async function deleteWeb(opened: Workbench): Promise<void> {
  await opened.contextMenu(opened.treeRow(/^web.*shop/).first(), 'Delete');
  await opened.pick('Delete ConfigMap web from');
}

test('a cluster that has prod in its name is offered to be protected, once', async () => {
  const sandbox = await startSandbox({ content: 'samples' });
  const kubeconfig = parse(await readFile(sandbox.kubeconfig, 'utf8'));
  const user = kubeconfig.contexts[0].context.user;
  kubeconfig.contexts = ['prod-eu', 'other'].map((name) => ({
    name,
    context: { cluster: kubeconfig.clusters[0].name, user },
  }));
  kubeconfig['current-context'] = 'other';
  await writeFile(sandbox.kubeconfig, JSON.stringify(kubeconfig));
  const opened = await openWorkbench({
    folder: join(root, 'samples'),
    extension: 'development',
    kubeconfig: sandbox.kubeconfig,
  });
  await opened.showView('Kubewright');
  await opened.expand('prod-eu');
  const offer = await opened.notification('prod-eu looks like a cluster of production');
  await opened.screenshot('protection-offered');
  await offer.getByRole('button', { name: 'Read-Only' }).click();
  await opened.treeRow(/^prod-eu.*read-only/).waitFor();
  await opened.treeRow(/^other.*read-only/).waitFor();
});

describe('a protected cluster', () => {
  test('is changed once its name is typed, and not before', async () => {
    const { sandbox, cluster, opened } = await protectedBy('confirm');
    await opened.treeRow(new RegExp(`^${cluster}.*protected`)).waitFor();
    await deleteWeb(opened);
    await opened.quickInput().waitFor();
    await opened.page.getByText(`Type ${cluster} to delete ConfigMap web from it`).first().waitFor();
    for (const typed of ['', 'another']) {
      await opened.page.keyboard.type(typed);
      await opened.page.keyboard.press('Enter');
    }
    await opened.screenshot('protected-question');
    expect(await isThere(sandbox)).toBe(true);
    await opened.page.keyboard.press('Escape');
    await opened.quickInput().waitFor({ state: 'detached' });
    await deleteWeb(opened);
    await opened.page.getByText(`Type ${cluster} to delete ConfigMap web from it`).first().waitFor();
    await opened.page.keyboard.type(cluster);
    await opened.page.keyboard.press('Enter');
    await expect.poll(() => isThere(sandbox), { timeout: 20_000 }).toBe(false);
  });

  test('that is read-only is shown, and offers no change', async () => {
    const { sandbox, cluster, opened } = await protectedBy('read-only', {
      'workbench.colorTheme': 'Default High Contrast',
    });
    await opened.treeRow(new RegExp(`^${cluster}.*read-only`)).waitFor();
    await clickRow(opened.treeRow(/^web.*shop/).first(), { button: 'right' });
    await opened.page.locator('.context-view .monaco-menu').waitFor();
    await opened.screenshot('read-only-menu');
    expect(await opened.page.locator('.context-view .action-label', { hasText: /^Delete/ }).count()).toBe(0);
    await opened.page.keyboard.press('Escape');
    await opened.openFile('shop/list.yaml');
    await opened.command('Kubewright: Apply Manifest');
    await opened.notification('Every cluster is read-only here');
    await opened.screenshot('read-only-apply');
    expect(await isThere(sandbox)).toBe(true);
  });
});
