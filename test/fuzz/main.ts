// Fuzzes the language server over manifests: random edits and requests, until an answer is wrong or the steps are done.
//   npm run fuzz -- FOLDER [--steps N] [--seed N] [--language helm]     (needs dist/catalog: npm run build)
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fuzzServer } from './fuzz-server.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    steps: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    language: { type: 'string', default: 'yaml' },
  },
});
const steps = Number(values.steps);
const seed = Number(values.seed);
const folder = positionals[0];
if (positionals.length !== 1 || !folder || !Number.isInteger(steps) || !Number.isInteger(seed)) {
  console.error('usage: npm run fuzz -- FOLDER [--steps N] [--seed N] [--language helm]');
  process.exit(2);
}

const largestFile = 20_000;
const texts = await textsBelow(folder);
if (texts.length === 0) {
  console.error(`${folder} has no YAML file of at most ${largestFile} bytes`);
  process.exit(2);
}
try {
  await fuzzServer({
    texts,
    languageId: values.language,
    steps,
    seed,
    readCatalog: (name) => readFile(resolve('dist', 'catalog', name), 'utf8'),
    progress: (step) => console.log(`${step} steps`),
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/** Small ones, because a step takes time in their length. */
async function textsBelow(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const texts: string[] = [];
  for (const name of names.filter((name) => /\.ya?ml$/.test(name)).sort()) {
    const path = join(folder, name);
    const { size } = await stat(path);
    if (size <= largestFile) texts.push(await readFile(path, 'utf8'));
  }
  return texts;
}
