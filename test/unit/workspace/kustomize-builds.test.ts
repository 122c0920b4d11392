import { describe, expect, test } from 'vitest';
import { judgedFolder, openFolder } from './judged-folder.ts';
import { kustomizedFolders } from './kustomized-folders.ts';

describe('a kustomization fills in', () => {
  for (const [what, { files, errors = {}, server }] of Object.entries(kustomizedFolders)) {
    test(what, async () => {
      const told = await judgedFolder(files);
      const found = Object.entries(told).flatMap(([path, lines]) => {
        const codes = lines.flatMap((line) => /^\d+ error ([\w-]+)/.exec(line)?.[1] ?? []);
        return codes.length > 0 ? [[path, codes]] : [];
      });
      expect(Object.fromEntries(found)).toEqual(errors);
      expect(server).toBe(found.length > 0 ? 'refuses' : 'takes');
    });
  }
});

test('what is open counts as it is written: a patch, and the kustomization that names it', async () => {
  const image = (field: string) =>
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {template: {spec: {containers: [{name: web, ${field}}]}}}\n`;
  const files = {
    'kustomization.yaml': 'patches: [{path: image.yaml}]\ncommonLabels: {app: web}\nresources: [web.yaml]\n',
    'web.yaml': image('ports: [{containerPort: 0}]'),
    'image.yaml': image('image: nginx, ports: [{containerPort: 80}, {containerPort: 0, $patch: delete}]'),
  };
  const { workspace, codesOf, open } = openFolder(files);
  await workspace.index(['file:///folder/']);
  expect(await codesOf('web.yaml')).toEqual([]);
  expect(open('image.yaml', image('image: nginx'))).toBe(true);
  expect(await codesOf('web.yaml')).toEqual(['partial-object', 'missing-required']);
  expect(open('image.yaml', files['image.yaml'])).toBe(true);
  expect(await codesOf('web.yaml')).toEqual([]);
  expect(open('image.yaml', files['image.yaml'])).toBe(false);
  expect(open('kustomization.yaml', 'resources: [web.yaml]\n')).toBe(true);
  expect(await codesOf('web.yaml')).toEqual(['partial-object', 'missing-required']);
});

test('what a file of replacements writes is not wrong, as it is open; where it cannot be read nothing is', async () => {
  const files = {
    'kustomization.yaml': 'resources: [web.yaml]\nreplacements: [{path: account.yaml}]\n',
    'web.yaml':
      'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {serviceAccountName: TO_BE_REPLACED, containers: [{name: web, image: nginx}]}\n',
    'account.yaml': writes('spec.serviceAccountName'),
  };
  const { workspace, codesOf, open } = openFolder(files);
  await workspace.index(['file:///folder/']);
  expect(await codesOf('web.yaml')).toEqual([]);
  const before = workspace.revision;
  await workspace.fileChanged('file:///folder/account.yaml');
  expect(workspace.revision).toBeGreaterThan(before);
  expect(open('account.yaml', writes('spec.nodeName'))).toBe(true);
  expect(await codesOf('web.yaml')).toEqual(['reference-name']);
  expect(open('account.yaml', writes('spec'))).toBe(true);
  expect(await codesOf('web.yaml')).toEqual([]);
  expect(open('account.yaml', writes('spec'))).toBe(false);
  const { 'account.yaml': _, ...others } = files;
  expect(await judgedFolder(others)).toEqual({
    'kustomization.yaml': [expect.stringMatching(/^2 warning missing-file/)],
  });
});

function writes(field: string): string {
  return `source: {kind: Pod, name: web}\ntargets: [{select: {kind: Pod}, fieldPaths: [${field}]}]\n`;
}
