import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { until } from '../support/processes.ts';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { openWorkbench, type Workbench } from '../support/workbench.ts';

const fixtures = resolve(import.meta.dirname, '../fixtures');
const coffee = `apiVersion: example.com/v1
kind: Coffee
metadata:
  name: breakfast
spec:
  origin: Peru
  roast: burnt
  gramms: 18
`;

let sandbox: Sandbox;
let workbench: Workbench;

beforeAll(async () => {
  sandbox = await startSandbox({ content: 'samples' });
  workbench = await openWorkbench({
    folder: join(fixtures, 'workspace'),
    extension: 'development',
    kubeconfig: sandbox.kubeconfig,
  });
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await workbench?.screenshot(`failed-${task.name.slice(0, 40)}`);
});

afterAll(async () => {
  await workbench?.close();
  await sandbox?.stop();
});

test('the hint of an unknown kind fetches its schema from a cluster, by which it is checked from then on', async () => {
  await writeFile(join(workbench.folder, 'coffee.yaml'), coffee);
  await workbench.openFile('coffee.yaml');
  const errors = workbench.page.locator('.editor-instance .squiggly-error');
  await workbench.page.locator('.editor-instance .squiggly-hint').first().waitFor();
  expect(await errors.count()).toBe(0);
  await workbench.press('ArrowDown');
  await workbench.press('End');
  const choice = workbench.page.locator('.action-widget .monaco-list-row', {
    hasText: 'Fetch its schema from cluster "sandbox"',
  });
  // The editor may still be asking for what it shows: a menu that opened too early lacks it.
  await until('the choice is there', async () => {
    await workbench.press('Escape');
    await workbench.press('Control+Period');
    return choice.waitFor({ timeout: 2000 }).then(
      () => true,
      () => false,
    );
  });
  await workbench.screenshot('schemas-1-hint');
  await choice.click();
  await errors.nth(1).waitFor();
  await workbench.page.getByText('gramms').first().hover();
  await workbench.page.getByText('Did you mean `grams`?').first().waitFor();
  await workbench.screenshot('schemas-2-fetched');
});
