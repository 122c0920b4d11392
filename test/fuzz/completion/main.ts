// Takes manifests apart in every half-typed way and lets completion put them together again.
//   npm run check:completion -- FOLDER [--places N] [--seed N] [--show N]     (needs dist/catalog: npm run build)
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openCatalog } from '../../../server/src/catalog/open-catalog.ts';
import { type Failure, mark } from './check-states.ts';
import { checkText } from './check-text.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    places: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string', default: '2' },
  },
});
const folder = positionals[0];
if (positionals.length !== 1 || !folder) {
  console.error('usage: npm run check:completion -- FOLDER [--places N] [--seed N] [--show N]');
  process.exit(2);
}

const largestFile = 200_000;
const catalog = await openCatalog((name) => readFile(resolve('dist', 'catalog', name), 'utf8'), '1.36');
const failures = new Map<string, (Failure & { file: string })[]>();
let checks = 0;
for (const name of (await readdir(folder, { recursive: true }))
  .filter((name) => /\.ya?ml$/.test(name))
  .sort()) {
  const path = join(folder, name);
  const file = await stat(path);
  if (!file.isFile() || file.size > largestFile) continue;
  const text = await readFile(path, 'utf8');
  const result = await checkText(text, { catalog, places: Number(values.places), seed: Number(values.seed) });
  checks += result.checks;
  for (const failure of result.failures) {
    const kind = `${failure.state}: ${failure.problem.replace(/: .*/, '')}`;
    failures.set(kind, [...(failures.get(kind) ?? []), { ...failure, file: name }]);
  }
}
for (const [kind, all] of [...failures].sort(([, left], [, right]) => right.length - left.length)) {
  console.log(`${all.length} × ${kind}`);
  for (const { file, marked, problem } of all.slice(0, Number(values.show))) {
    const at = marked.indexOf(mark);
    console.log(`    ${file}:${marked.slice(0, at).split('\n').length} ${problem}`);
    console.log(`      ${JSON.stringify(marked.slice(Math.max(0, at - 120), at))}`);
    console.log(`      |${JSON.stringify(marked.slice(at + 1, at + 120))}`);
  }
}
const failed = [...failures.values()].flat().length;
console.log(`${checks} places, ${failed} wrong`);
process.exitCode = failed > 0 ? 1 : 0;
