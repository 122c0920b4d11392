import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, test } from 'vitest';
import { fuzzServer } from '../../fuzz/fuzz-server.ts';
import { readCatalog } from '../catalog/built-catalog.ts';

const root = join(import.meta.dirname, '../../..');
const texts: string[] = [];

beforeAll(async () => {
  for (const folder of ['samples', 'test/fixtures/workspace']) {
    const names = await readdir(join(root, folder), { recursive: true });
    for (const name of names.filter((name) => name.endsWith('.yaml')).sort()) {
      texts.push(await readFile(join(root, folder, name), 'utf8'));
    }
  }
});

test('20,000 random edits: no crash, no hang, ranges inside, answers those of a document opened afresh', async () => {
  await fuzzServer({ texts, steps: 20_000, seed: 1, readCatalog });
}, 600_000);
