import { describe, expect, test } from 'vitest';
import { judgedFolder } from './judged-folder.ts';
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
