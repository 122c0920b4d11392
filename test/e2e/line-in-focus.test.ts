import { expect, test } from 'vitest';
import { clickRow } from '../support/click-row.ts';
import { perTest } from '../support/per-test.ts';
import { ask } from '../support/sandbox-client.ts';

const { openClusters, startSandbox } = perTest();
const configMaps = '/api/v1/namespaces/shop/configmaps';
const secrets = '/api/v1/namespaces/shop/secrets';

// That VS Code has looked for a line and found none is what closing the workbench fails with.
test('a line in focus goes with the object above it, while other kinds change and VS Code is far away', async () => {
  const sandbox = await startSandbox({ content: 'samples' });
  const goers = ['goes-1', 'goes-2', 'goes-3', 'goes-4'];
  await ask(sandbox, 'POST', secrets, { metadata: { name: 'there' } });
  for (const name of [...goers, 'stays']) await ask(sandbox, 'POST', configMaps, { metadata: { name } });
  const lines = [/^Config$/, 'Secrets', 'ConfigMaps', /^stays/];
  const opened = await openClusters(sandbox, lines, { latency: 100 });
  const inFocus = opened.page.locator('.pane-body .monaco-list-row.focused');
  for (const [place, name] of goers.entries()) {
    const following = goers[place + 1] ?? 'kube-root-ca.crt';
    await clickRow(opened.treeRow(new RegExp(`^${name}`)));
    await expect.poll(() => opened.treeRow(/^Events/).count()).toBe(2);
    await opened.press('ArrowDown');
    await expect.poll(() => inFocus.textContent()).toMatch(/^Events/);
    // Over this line the extension learns a moment later which line is in focus.
    await opened.page.waitForTimeout(1_000);
    await Promise.all([
      ask(sandbox, 'DELETE', `${configMaps}/${name}`),
      ask(sandbox, 'POST', secrets, { metadata: { name: `beside-${name}` } }),
    ]);
    await opened.treeRow(new RegExp(`^beside-${name}`)).waitFor();
    await opened.treeRow(new RegExp(`^${name}`)).waitFor({ state: 'detached' });
    await expect.poll(() => inFocus.textContent()).toContain(following);
  }
  await opened.screenshot('line-in-focus');
});
