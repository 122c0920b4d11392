import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkbench, type Workbench } from '../support/workbench.ts';

let folder: string;
let workbench: Workbench;

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
        tier: front
    spec:
      containers:
        - name: server
          image: web
`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kubewright-labels-'));
  await writeFile(join(folder, 'deployment.yaml'), deployment);
  await writeFile(
    join(folder, 'budget.yaml'),
    'apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata:\n  name: web\nspec:\n  maxUnavailable: 1\n  selector:\n    matchLabels:\n      ',
  );
  await writeFile(
    join(folder, 'definition.yaml'),
    'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: a.b.c\nspec:\n  scope: ',
  );
  workbench = await openWorkbench({ folder, extension: 'development' });
});

afterAll(async () => {
  await workbench?.close();
  if (folder) await rm(folder, { recursive: true });
});

test('a selector is offered the labels of the Pods of a file beside, and takes one by Enter', async () => {
  await workbench.openFile('budget.yaml');
  await workbench.press('Control+End');
  await workbench.press('Control+Space');
  expect(await workbench.suggestions()).toEqual(['app', 'tier']);
  await workbench.screenshot('completion-of-labels');
  await workbench.press('Enter');
  expect(await workbench.savedText('budget.yaml')).toMatch(
    /\n {2}selector:\n {4}matchLabels:\n {6}app: web$/,
  );
});

test('a value that only validation knows is offered and taken', async () => {
  await workbench.openFile('definition.yaml');
  await workbench.press('Control+End');
  await workbench.press('Control+Space');
  expect(await workbench.suggestions()).toEqual(['Cluster', 'Namespaced']);
  await workbench.screenshot('completion-of-a-scope');
  await workbench.press('ArrowDown');
  await workbench.press('Enter');
  expect(await workbench.savedText('definition.yaml')).toMatch(/\n {2}scope: Namespaced$/);
});
