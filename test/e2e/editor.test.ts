import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkbench, type Workbench } from '../support/workbench.ts';

const fixtures = resolve(import.meta.dirname, '../fixtures');
let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench({ folder: join(fixtures, 'workspace'), extension: 'development' });
});

afterAll(async () => {
  await workbench?.close();
});

test('an empty file is offered apiVersion and kind, and each choice narrows the next', async () => {
  await workbench.openFile('empty.yaml');
  await workbench.press('Control+Space');
  expect((await workbench.suggestions()).slice(0, 2)).toEqual(['apiVersion', 'kind']);
  await workbench.screenshot('completion-of-an-empty-file');
  await workbench.press('Escape');

  await workbench.type('kind: Depl');
  await workbench.press('Control+Space');
  expect(await workbench.suggestions()).toContain('Deployment');
  await workbench.screenshot('completion-of-a-kind');
});
