import { expect, test } from 'vitest';
import { OpenDocument } from '../../../server/src/documents/open-document.ts';
import { documentLinks } from '../../../server/src/features/document-links.ts';
import { widgetDefinition } from '../../support/widgets.ts';
import { type Folder, judgedFolder } from './judged-folder.ts';

test.each<[what: string, within: Folder, beyond: Folder, said: string]>([
  [
    'kustomizations',
    overlays(29),
    overlays(30),
    'Only 30 of the kustomizations that lead to this file are built.',
  ],
  [
    'patches',
    patched(300),
    patched(301),
    'A build of this file has more than 300 parts: the rest is not read.',
  ],
  [
    'characters of a patch',
    { ...patched(1), 'patch0.yaml': patch(900_000) },
    { ...patched(1), 'patch0.yaml': patch(1_000_000) },
    'A patch of more than 1,000,000 characters is not read for this file.',
  ],
])('of builds beyond a limit it is said, where something is wrong: %s', async (_, within, beyond, said) => {
  const noted = async (folder: Folder) => {
    const told = await judgedFolder(folder);
    return (told['pod.yaml'] ?? []).filter((line) => line.includes('not-checked'));
  };
  expect(await noted(within)).toEqual([]);
  expect(await noted(beyond)).toEqual([expect.stringContaining(said)]);
  expect(await noted({ ...beyond, 'pod.yaml': pod('image: nginx') })).toEqual([]);
});

test('paths of a kustomization beyond those that are looked at are no links, and that is said', async () => {
  const resources = (count: number) => `resources: [${Array(count).fill('pod.yaml').join(', ')}]\n`;
  const said = async (count: number) => {
    const told = await judgedFolder({
      'kustomization.yaml': resources(count),
      'pod.yaml': pod('image: nginx'),
    });
    return (told['kustomization.yaml'] ?? []).filter((line) => line.includes('not-checked'));
  };
  const links = async (count: number) => {
    const document = new OpenDocument('file:///folder/kustomization.yaml', 'yaml', 1, resources(count));
    return (await documentLinks(document, async () => 'file')).length;
  };
  expect([await said(500), await links(500)]).toEqual([[], 500]);
  expect([await said(501), await links(501)]).toEqual([
    [expect.stringContaining('This file names more than 500 paths.')],
    500,
  ]);
});

test('of a kustomization that is too long nothing is done to others, and that is said', async () => {
  const folder = (length: number) => ({
    'pod.yaml': pod('ports: [{containerPort: 0}]'),
    'kustomization.yaml': `resources: [pod.yaml]\n${'#'.repeat(length)}\npatches:\n- path: fix.yaml\n`,
    'fix.yaml': pod('ports: [{$patch: delete, containerPort: 0}]'),
  });
  const noted = async (length: number) => {
    const told = await judgedFolder(folder(length));
    return (told['kustomization.yaml'] ?? []).filter((line) => line.includes('not-checked'));
  };
  expect(await noted(900_000)).toEqual([]);
  expect(await noted(1_000_000)).toEqual([
    expect.stringContaining('Of a kustomization of more than 1,000,000 characters nothing is built.'),
  ]);
});

test('definitions of one kind beyond those that are asked are a note, where an object is refused', async () => {
  const noted = async (count: number, object: string) => {
    const definitions = Array.from({ length: count }, (_, index) => [
      `crds/${index}.yaml`,
      widgetDefinition(`spec: {type: object, properties: {size: {type: integer, maximum: ${index}}}}`),
    ]);
    const told = await judgedFolder({ 'a.yaml': object, ...Object.fromEntries(definitions) });
    return (told['a.yaml'] ?? []).filter((line) => line.includes('not-checked'));
  };
  const widget = (size: string) =>
    `apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\nspec: {size: ${size}}\n`;
  expect(await noted(50, widget('big'))).toEqual([]);
  expect(await noted(51, widget('big'))).toEqual([
    expect.stringContaining('Of the definitions of this kind only 50 are asked.'),
  ]);
  expect(await noted(51, widget('0'))).toEqual([]);
});

function pod(container: string): string {
  return `apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: web, ${container}}]}\n`;
}

function overlays(count: number): Folder {
  const folders = Array.from({ length: count }, (_, index) => [
    `overlay${index}/kustomization.yaml`,
    'resources: [..]\n',
  ]);
  return {
    'pod.yaml': pod('ports: [{containerPort: 0}]'),
    'kustomization.yaml': 'resources: [pod.yaml]\n',
    ...Object.fromEntries(folders),
  };
}

function patched(count: number): Folder {
  const paths = Array.from({ length: count }, (_, index) => `{path: patch${index}.yaml}`);
  const files = paths.map((_, index) => [`patch${index}.yaml`, patch(100)]);
  return {
    'pod.yaml': pod('ports: [{containerPort: 0}]'),
    'kustomization.yaml': `resources: [pod.yaml]\npatches: [${paths.join(', ')}]\n`,
    ...Object.fromEntries(files),
  };
}

function patch(length: number): string {
  return `apiVersion: v1\nkind: Pod\nmetadata: {name: web, annotations: {a: ${'a'.repeat(length)}}}\n`;
}
