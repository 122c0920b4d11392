import { expect, test } from 'vitest';
import { perTest } from '../support/per-test.ts';
import { ask } from '../support/sandbox-client.ts';
import type { Workbench } from '../support/workbench.ts';

const { openClusters, startSandbox } = perTest();
const configMaps = '/api/v1/namespaces/shop/configmaps';
const secrets = '/api/v1/namespaces/shop/secrets';

// That VS Code has looked for a line and found none is what closing the workbench fails with.
test('a leaf goes that lines above it, which go at the same time, bring into sight, also while the view is hidden', async () => {
  const sandbox = await startSandbox({ content: 'samples' });
  const make = (name: string) => ask(sandbox, 'POST', configMaps, { metadata: { name } });
  const goers = Array.from({ length: 6 }, (_, place) => `a-goes-${place}`);
  for (let place = 10; place < 50; place++) await make(`b-stays-${place}`);
  await ask(sandbox, 'DELETE', `${secrets}/database`);
  // What stands below it is out of sight once the other kind is open.
  const opened = await openClusters(sandbox, [/^Config$/, 'Secrets', 'ConfigMaps']);
  // The line of the kind stays in sight at the top.
  const lines = opened.page.locator('.monaco-list-row, .monaco-tree-sticky-row');
  const leaf = opened.treeRow(/^No Secrets/);
  for (const when of ['shown', 'hidden', 'shown', 'hidden', 'shown', 'hidden']) {
    for (const name of goers) await make(name);
    await lines.filter({ hasText: /^ConfigMaps\s*54$/ }).waitFor();
    await wheel(opened, 'down', async () => (await leaf.count()) === 1);
    await wheel(opened, 'up', async () => (await leaf.count()) === 0);
    if (when === 'hidden') await opened.showView('Explorer');
    await Promise.all([
      ...goers.map((name) => ask(sandbox, 'DELETE', `${configMaps}/${name}`)),
      ask(sandbox, 'POST', secrets, { metadata: { name: 'comes' } }),
    ]);
    if (when === 'hidden') {
      // The extension learns of both while nothing of it is shown.
      await opened.page.waitForTimeout(1_000);
      await opened.showView('Kubewright');
    }
    await opened.treeRow(/^comes/).waitFor();
    await ask(sandbox, 'DELETE', `${secrets}/comes`);
    await leaf.waitFor();
  }
  expect(await opened.treeRow(/^Secrets/).getAttribute('aria-expanded')).toBe('true');
  await opened.screenshot('lost-leaves');
});

/** Turns the wheel above the view, line by line, until it shows what is wanted. */
async function wheel(opened: Workbench, way: 'up' | 'down', isThere: () => Promise<boolean>): Promise<void> {
  const { x, y } = (await opened.page.locator('.pane-body .monaco-list').first().boundingBox())!;
  await opened.page.mouse.move(x + 100, y + 200);
  await expect
    .poll(
      async () => {
        if (await isThere()) return true;
        await opened.page.mouse.wheel(0, way === 'down' ? 22 : -22);
        return false;
      },
      { interval: 150, timeout: 30_000 },
    )
    .toBe(true);
}
