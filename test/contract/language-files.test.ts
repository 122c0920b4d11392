import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import type { CompletionList, DocumentLink } from 'vscode-languageserver';
import { LanguageClient } from '../../scripts/language-client.ts';

const server = resolve(import.meta.dirname, '../../dist/server.js');
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A folder with these files and a client that opens them by their paths. */
async function scene(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-files-'));
  cleanups.push(() => rm(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const client = await LanguageClient.start({ server });
  cleanups.push(() => client.stop());
  const uri = (path: string) => pathToFileURL(join(folder, path)).href;
  const codes = async (path: string) => {
    await client.open(uri(path), files[path]!);
    return (await client.diagnostics(uri(path), 1)).map(({ code }) => code);
  };
  return { client, uri, codes };
}

const template = `apiVersion: v1
kind: Service
metadata:
  name: {{ .Release.Name }}
spec:
  {{- toYaml .Values.service | nindent 2 }}
  prots: []
`;

test('templates of a chart are checked around their actions, and those of other tools', async () => {
  const { codes } = await scene({
    'chart/Chart.yaml': 'name: a\n',
    'chart/templates/service.yaml': template,
    'other/templates/service.yaml': template,
  });
  expect(await codes('chart/templates/service.yaml')).toEqual(['unknown-field']);
  expect(await codes('other/templates/service.yaml')).toEqual(['unknown-field']);
});

test('labels of the files beside one are offered from the first moment on', async () => {
  const budget =
    'apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata:\n  name: web\nspec:\n  selector:\n    matchLabels:\n      ';
  const { client, uri } = await scene({
    'pod.yaml': 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  labels:\n    app: web\n',
    'budget.yaml': budget,
  });
  await client.open(uri('budget.yaml'), budget);
  const list = await client.connection.sendRequest<CompletionList>('textDocument/completion', {
    textDocument: { uri: uri('budget.yaml') },
    position: { line: 7, character: 6 },
  });
  expect(list.items.map(({ label }) => label)).toEqual(['app']);
});

test('names and labels of the files beside one are offered', async () => {
  const service = 'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n  selector:\n    \n';
  const { client, uri, codes } = await scene({
    'web.yaml':
      'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  template:\n    metadata:\n      labels:\n        app: web\n',
    'service.yaml': service,
    'below/other.yaml': 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  labels:\n    app: other\n',
  });
  await codes('service.yaml');
  const place = { textDocument: { uri: uri('service.yaml') }, position: { line: 6, character: 4 } };
  const offered = async () => {
    const list = await client.connection.sendRequest<CompletionList>('textDocument/completion', place);
    return list.items.map(({ label, detail }) => `${label}: ${detail}`);
  };
  await expect.poll(offered).toEqual(['app: Deployment web']);
});

test('a kustomization is checked and linked, and its patches are parts', async () => {
  const { client, uri, codes } = await scene({
    'base/kustomization.yaml': 'resources: []\n',
    'overlay/kustomization.yaml': 'resources: [../base, gone.yaml]\npatches: [{path: patch.yaml}]\n',
    'overlay/patch.yaml': 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {replicas: 2}\n',
  });
  expect(await codes('overlay/kustomization.yaml')).toEqual(['missing-file']);
  expect(await codes('overlay/patch.yaml')).toEqual([]);
  const links = await client.connection.sendRequest<DocumentLink[]>('textDocument/documentLink', {
    textDocument: { uri: uri('overlay/kustomization.yaml') },
  });
  expect(links.map(({ target }) => target)).toEqual([
    uri('base/kustomization.yaml'),
    uri('overlay/patch.yaml'),
  ]);
});
