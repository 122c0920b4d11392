import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkbench, type Workbench } from '../support/workbench.ts';

const fixtures = resolve(import.meta.dirname, '../fixtures');
let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench({
    folder: join(fixtures, 'workspace'),
    extension: 'development',
    others: [join(fixtures, 'extensions', 'redhat.vscode-yaml')],
  });
});

afterAll(async () => {
  await workbench?.close();
});

test("beside Red Hat's YAML extension nothing is offered twice, and other YAML stays with that", async () => {
  await writeFile(join(workbench.folder, 'services.yaml'), 'version: 1\n');
  await workbench.openFile('services.yaml');
  await workbench.press('Control+End');
  await workbench.press('Control+Space');
  expect(await workbench.suggestions()).toContain('services');
  await workbench.press('Escape');

  await writeFile(join(workbench.folder, 'pod.yaml'), 'apiVersion: v1\nkind: Pod\n');
  await workbench.openFile('pod.yaml');
  await workbench.press('Control+End');
  await workbench.press('Control+Space');
  const labels = await workbench.suggestions();
  expect(labels.filter((label) => label === 'metadata')).toEqual(['metadata']);
  expect(labels).not.toContain('services');
});
