import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { fuzzServer } from '../../fuzz/fuzz-server.ts';
import { builtCatalog } from '../catalog/built-catalog.ts';

const root = join(import.meta.dirname, '../../..');
let built: Awaited<ReturnType<typeof builtCatalog>>;
const texts: string[] = [];

beforeAll(async () => {
  built = await builtCatalog();
  for (const folder of ['samples', 'test/fixtures/workspace']) {
    const names = await readdir(join(root, folder), { recursive: true });
    for (const name of names.filter((name) => name.endsWith('.yaml')).sort()) {
      texts.push(await readFile(join(root, folder, name), 'utf8'));
    }
  }
}, 60_000);
afterAll(() => built.remove());

test('20,000 random edits: no crash, no hang, ranges inside, answers those of a document opened afresh', async () => {
  await fuzzServer({ texts, steps: 20_000, seed: 1, readCatalog: built.read });
}, 600_000);
