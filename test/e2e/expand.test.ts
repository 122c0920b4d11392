import { expect, test } from 'vitest';
import { clickRow } from '../support/click-row.ts';
import { comeAndGo } from '../support/come-and-go.ts';
import { perTest } from '../support/per-test.ts';
import { ask } from '../support/sandbox-client.ts';

const { openClusters, startSandbox } = perTest();
const configMaps = '/api/v1/namespaces/shop/configmaps';

test('what a person expands stays expanded, while lines beside it come and go and VS Code is far away', async () => {
  const sandbox = await startSandbox({ content: 'samples' });
  const names = Array.from({ length: 12 }, (_, place) => `a-${place + 10}`);
  for (const name of ['a-open', ...names]) await ask(sandbox, 'POST', configMaps, { metadata: { name } });
  // VS Code draws a refresh once all has answered that is expanded: here a floor below the lines that a person clicks on.
  const opened = await openClusters(sandbox, [/^Config$/, 'ConfigMaps', /^a-open/], { latency: 100 });
  const passing = comeAndGo(sandbox, configMaps, { stays: 0, pause: 30 });
  try {
    for (const name of names) {
      const row = opened.treeRow(new RegExp(`^${name}`)).first();
      await clickRow(row.locator('.monaco-tl-twistie'));
      await opened.page.waitForTimeout(3_000);
      expect(await row.getAttribute('aria-expanded'), name).toBe('true');
      await clickRow(row.locator('.monaco-tl-twistie'));
      await opened.page.waitForTimeout(1_000);
      expect(await row.getAttribute('aria-expanded'), name).toBe('false');
    }
  } finally {
    await passing.end();
  }
});
