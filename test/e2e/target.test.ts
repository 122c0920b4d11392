import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { perTest } from '../support/per-test.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { ask } from '../support/sandbox-client.ts';
import type { Workbench } from '../support/workbench.ts';

const root = resolve(import.meta.dirname, '../..');
const { openWorkbench, startSandbox } = perTest();
const manifest = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: tea\ndata:\n  price: "2"\n';

interface Kubeconfig {
  contexts: { name: string; context: { cluster: string; user: string; namespace?: string } }[];
  'current-context'?: string;
}

/** The samples, under contexts of these names with the namespaces that they name, and a workbench. */
async function start(
  contexts: Readonly<Record<string, string | undefined>>,
  settings: Record<string, unknown> = {},
): Promise<{ sandbox: Sandbox; opened: Workbench }> {
  const sandbox = await startSandbox({ content: 'samples' });
  await rename(sandbox, contexts);
  const opened = await openWorkbench({
    folder: join(root, 'samples'),
    extension: 'development',
    kubeconfig: sandbox.kubeconfig,
    settings,
  });
  await writeFile(join(opened.folder, 'tea.yaml'), manifest);
  return { sandbox, opened };
}

async function rename(
  { kubeconfig }: Sandbox,
  contexts: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const text: Kubeconfig = parse(await readFile(kubeconfig, 'utf8'));
  const { context } = text.contexts[0]!;
  text.contexts = Object.entries(contexts).map(([name, namespace]) => ({
    name,
    context: { ...context, ...(namespace === undefined ? {} : { namespace }) },
  }));
  text['current-context'] = text.contexts[0]!.name;
  await writeFile(kubeconfig, stringify(text));
}

async function exists(sandbox: Sandbox, namespace: string): Promise<boolean> {
  const { code } = await ask(sandbox, 'GET', `/api/v1/namespaces/${namespace}/configmaps/tea`);
  return code === 200;
}

/** Applies what is asked about, from the question on. */
async function confirmApply(opened: Workbench, place: string): Promise<void> {
  await opened.quickPickRow(`Apply 1 object to ${place}`).waitFor();
  await opened.press('ArrowDown');
  await opened.press('Enter');
  await opened.notification('1 created');
}

describe('the target of a folder', () => {
  test('is chosen once, shown, and where an apply goes', async () => {
    const { sandbox, opened } = await start(
      { dev: 'default', 'prod-eu': 'kube-public' },
      {
        'workbench.colorTheme': 'Default Light Modern',
        'kubewright.clusterLabels': { '*prod*': { label: 'Production', color: 'red' } },
        'kubewright.protectedClusters': { nothing: 'confirm' },
      },
    );
    // Nothing is said where no manifest is open.
    expect(await opened.targetStatus().count()).toBe(0);
    await opened.openFile('tea.yaml');
    await opened.targetStatus().filter({ hasText: 'No target' }).waitFor();
    await opened.screenshot('target-none');
    await opened.command('Kubewright: Apply Manifest');
    await opened.quickPickRow('prod-eu').first().waitFor();
    await opened.screenshot('target-question-light');
    await opened.chooseTarget('prod-eu', 'shop');
    await opened.quickPickRow('Apply 1 object to prod-eu / shop').waitFor();
    await opened.screenshot('target-review-light');
    await confirmApply(opened, 'prod-eu / shop');
    await expect.poll(() => exists(sandbox, 'shop')).toBe(true);
    expect(await exists(sandbox, 'default')).toBe(false);

    await opened.targetStatus().filter({ hasText: 'prod-eu / shop · Production · red' }).waitFor();
    await opened.showView('Kubewright');
    await opened.treeRow(/^prod-eu.*target: shop.*Production.*red.*kube-public/).waitFor();
    expect(await opened.treeRow(/^dev/).textContent()).not.toContain('target');
    await opened.screenshot('target-light');

    // The second time nothing is asked but the question itself, which offers another target.
    await opened.openFile('tea.yaml');
    await opened.command('Kubewright: Apply Manifest');
    await opened.quickPickRow('Change the Target…').waitFor();
    await opened.pick('Change the Target…');
    await opened.chooseTarget('dev', 'default');
    await confirmApply(opened, 'dev / default');
    // What was said of the first apply may stand there still.
    await expect.poll(() => exists(sandbox, 'default')).toBe(true);
    await opened.targetStatus().filter({ hasText: 'dev / default' }).waitFor();
  });

  test('is changed by a click on the status bar, and from the row of a cluster', async () => {
    const { sandbox, opened } = await start(
      { dev: undefined, prod: 'shop' },
      {
        'workbench.colorTheme': 'Default Dark Modern',
        'kubewright.protectedClusters': { prod: 'read-only' },
        'kubewright.clusterLabels': { prod: { color: 'red' }, dev: { label: 'Development', color: 'green' } },
      },
    );
    await opened.showView('Kubewright');
    await opened.contextMenu(opened.treeRow(/^prod/).first(), 'Set as Target');
    await opened.quickPickRow(/^shop.*shown in the tree/).waitFor();
    await opened.press('Enter');
    // Both contexts lead to the one server, so both are protected.
    await opened.targetStatus().filter({ hasText: 'prod / shop · read-only · red' }).waitFor();
    await opened.treeRow(/^prod.*read-only.*target.*red.*shop/).waitFor();
    await opened.screenshot('target-dark-read-only');
    await opened.targetStatus().locator('a').click();
    await opened.quickPickRow(/^prod.*target/).waitFor();
    await opened.chooseTarget('dev', 'default');
    await opened
      .targetStatus()
      .filter({ hasText: 'dev / default · read-only · Development · green' })
      .waitFor();
    await opened.targetStatus().locator('a').hover();
    await opened.page.locator('.monaco-hover:visible', { hasText: 'Target of workspace' }).waitFor();
    await opened.screenshot('target-dark');
    expect(await exists(sandbox, 'default')).toBe(false);
  });

  test('that is gone, leads elsewhere or has no namespace any more is said, and asked for again', async () => {
    const { sandbox, opened } = await start(
      { dev: undefined, other: undefined },
      { 'workbench.colorTheme': 'Default High Contrast' },
    );
    await ask(sandbox, 'POST', '/api/v1/namespaces', { metadata: { name: 'brief' } });
    await opened.openFile('tea.yaml');
    await opened.targetStatus().locator('a').click();
    await opened.chooseTarget('dev', 'brief');
    await opened.targetStatus().filter({ hasText: 'dev / brief' }).waitFor();

    await ask(sandbox, 'DELETE', '/api/v1/namespaces/brief');
    await expect
      .poll(async () => (await ask(sandbox, 'GET', '/api/v1/namespaces/brief')).code, { timeout: 20_000 })
      .toBe(404);
    await opened.command('Kubewright: Apply Manifest');
    await opened.page.getByPlaceholder('Namespace brief of dev is not there: choose another').waitFor();
    await opened.quickPickRow(/^shop/).waitFor();
    expect(await opened.quickPickRow(/^brief/).count()).toBe(0);
    await opened.screenshot('target-namespace-gone');
    await opened.pick(/^shop/);
    await confirmApply(opened, 'dev / shop');
    await opened.targetStatus().filter({ hasText: 'dev / shop' }).waitFor();

    await rename(sandbox, { other: undefined });
    await opened.targetStatus().filter({ hasText: 'dev / shop · gone' }).waitFor();
    await opened.screenshot('target-gone-high-contrast');
    await opened.openFile('tea.yaml');
    await opened.command('Kubewright: Apply Manifest');
    await opened.page.getByPlaceholder('dev is in no kubeconfig any more: choose another cluster').waitFor();
    await opened.press('Escape');
    expect(await exists(sandbox, 'default')).toBe(false);
  });

  test('that a setting pins is asked for where several contexts are it, and not changed by a click', async () => {
    const sandbox = await startSandbox({ content: 'samples' });
    await rename(sandbox, { prod: undefined });
    const copy = `${sandbox.kubeconfig}-copy`;
    await writeFile(copy, await readFile(sandbox.kubeconfig, 'utf8'));
    const opened = await openWorkbench({
      folder: join(root, 'samples'),
      extension: 'development',
      kubeconfig: sandbox.kubeconfig,
      settings: {
        'kubewright.kubeconfigs': [copy],
        'kubewright.target': { context: 'prod', namespace: 'shop' },
      },
    });
    await writeFile(join(opened.folder, 'tea.yaml'), manifest);
    await opened.openFile('tea.yaml');
    await opened.targetStatus().filter({ hasText: 'prod / shop' }).waitFor();
    await opened.command('Kubewright: Apply Manifest');
    await opened.page.getByPlaceholder('2 contexts are prod: choose the one that is meant').waitFor();
    await opened.quickPickRow(copy).waitFor();
    await opened.screenshot('target-namesakes');
    await opened.pick(copy);
    await confirmApply(opened, 'prod / shop');
    await expect.poll(() => exists(sandbox, 'shop')).toBe(true);
    await opened.targetStatus().locator('a').click();
    await opened.notification('pinned by the setting kubewright.target');
    await opened.screenshot('target-pinned');
  });
});

test('a command from the palette asks by keyboard alone, most recent first, and goes back', async () => {
  const { sandbox, opened } = await start({ dev: undefined, other: 'shop' });
  await opened.command('Kubewright: Delete an Object…');
  await opened.quickPickRow('other').waitFor();
  await opened.screenshot('palette-cluster');
  const title = opened.page.locator('.quick-input-widget:visible .quick-input-title');
  await expect.poll(() => title.textContent()).toBe('Delete an Object: Cluster (1/4)');
  await opened.type('other');
  await opened.press('Enter');
  await expect.poll(() => title.textContent()).toBe('Delete an Object: Namespace of other (2/4)');
  await opened.quickPickRow(/^shop/).waitFor();
  await opened.type('shop');
  await opened.press('Enter');
  await expect.poll(() => title.textContent()).toBe('Delete an Object: Kind (3/4)');
  await opened.type('ConfigMap');
  await opened.press('Enter');
  await expect.poll(() => title.textContent()).toBe('Delete an Object: ConfigMap (4/4)');
  await opened.quickPickRow(/^web/).waitFor();
  await opened.screenshot('palette-object');
  await opened.page.locator('.quick-input-widget:visible .codicon-quick-input-back').click();
  await expect.poll(() => title.textContent()).toBe('Delete an Object: Kind (3/4)');
  await opened.type('ConfigMap');
  await opened.press('Enter');
  await opened.quickPickRow(/^web/).waitFor();
  await opened.type('web');
  await opened.press('Enter');
  await opened.quickPickRow('Delete ConfigMap web from other / shop').waitFor();
  await opened.press('Escape');
  expect((await ask(sandbox, 'GET', '/api/v1/namespaces/shop/configmaps/web')).code).toBe(200);

  // What was picked is first now.
  await opened.command('Kubewright: Delete an Object…');
  await opened.quickPickRow('other').waitFor();
  expect(await opened.quickPickRow(/./).first().textContent()).toMatch(/^other/);
  await opened.press('Escape');
});
