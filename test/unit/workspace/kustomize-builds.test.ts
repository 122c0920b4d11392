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
