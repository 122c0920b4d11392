import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkText } from '../../../fuzz/completion/check-text.ts';
import { catalog } from './completing.ts';

const root = join(import.meta.dirname, '../../../..');

test('manifests taken apart in half-typed ways are put together again', async () => {
  for (const folder of ['samples', 'test/fixtures']) {
    const names = await readdir(join(root, folder), { recursive: true });
    for (const name of names.filter((name) => /\.ya?ml$/.test(name)).sort()) {
      const text = await readFile(join(root, folder, name), 'utf8');
      const { failures } = await checkText(text, { catalog: catalog(), places: 10, seed: 1 });
      expect(failures, name).toEqual([]);
    }
  }
});
