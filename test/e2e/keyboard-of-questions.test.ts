import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { clickRow } from '../support/click-row.ts';
import { comeAndGo } from '../support/come-and-go.ts';
import { perTest } from '../support/per-test.ts';
import { ask } from '../support/sandbox-client.ts';

const root = resolve(import.meta.dirname, '../..');
const { openWorkbench, startSandbox } = perTest();
const path = '/api/v1/namespaces/busy/configmaps';
/** Each is opened for the first time when it is chosen: its line is shown anew in the moment in which the next question opens. */
const contexts = Array.from({ length: 15 }, (_, place) => `context-${String.fromCharCode(97 + place)}`);
/** Milliseconds after which no tree takes the keyboard any more that it had before a question. */
const late = 250;

test('a question has the keyboard, however often the tree that it was asked from is shown anew', async () => {
  const sandbox = await startSandbox({ content: 'samples' });
  const kubeconfig = parse(await readFile(sandbox.kubeconfig, 'utf8'));
  const [{ context }] = kubeconfig.contexts;
  kubeconfig.contexts = ['dev', ...contexts].map((name) => ({ name, context }));
  kubeconfig['current-context'] = 'dev';
  await writeFile(sandbox.kubeconfig, stringify(kubeconfig));
  await ask(sandbox, 'POST', '/api/v1/namespaces', { metadata: { name: 'busy' } });
  await ask(sandbox, 'POST', path, { metadata: { name: 'quiet' } });
  const opened = await openWorkbench({
    folder: join(root, 'samples'),
    extension: 'development',
    kubeconfig: sandbox.kubeconfig,
    settings: { 'workbench.tree.expandMode': 'doubleClick' },
  });
  await opened.showView('Kubewright');
  await opened.expand('dev');
  await opened.expand(/^Config$/);
  await opened.expand('ConfigMaps');
  const line = opened.treeRow(/^quiet/).first();
  await line.waitFor();

  // Those beside what comes and goes are shown anew.
  const passing = comeAndGo(sandbox, path, { stays: 60, pause: 60 });
  const asked: string[] = [];
  const lost: string[] = [];
  const title = opened.page.locator('.quick-input-widget:visible .quick-input-title');
  const look = async (question: string) => {
    await title.filter({ hasText: question }).waitFor();
    await opened.page.waitForTimeout(late);
    asked.push(question);
    const hasKeyboard = await opened
      .quickInput()
      .evaluate((input) => input === input.ownerDocument.activeElement);
    if (!hasKeyboard) lost.push(question);
    await opened.quickInput().focus();
  };
  try {
    for (const name of contexts) {
      await clickRow(line);
      await opened.command('Kubewright: Delete an Object…');
      await look('Cluster');
      await opened.type(name);
      await opened.quickPickRow(name).first().waitFor();
      await opened.press('Enter');
      await look(`Namespace of ${name}`);
      await opened.quickPickRow(/^shop/).waitFor();
      await opened.type('shop');
      await opened.press('Enter');
      await look('Kind');
      await opened.press('Escape');
      await opened.quickInput().waitFor({ state: 'detached' });
    }
  } finally {
    await passing.end();
  }
  expect(asked.length).toBe(3 * contexts.length);
  expect(lost).toEqual([]);
});
