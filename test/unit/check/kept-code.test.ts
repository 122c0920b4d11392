import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keptFile, readKept, readProgram } from '../../../scripts/kept-code.mjs';

/** A program that is run as `PROGRAM check --fail-on never --workspace FOLDER FOLDER`, and sets a flag of V8 as ours does. */
const works = `
  require('node:v8').setFlagsFromString('--no-use-osr');
  const { readdirSync, readFileSync } = require('node:fs');
  const texts = () => readdirSync(process.argv[6]).map((name) => readFileSync(process.argv[6] + '/' + name, 'utf8'));
  require('node:fs').writeFileSync(__dirname + '/seen.json', JSON.stringify({ folder: process.argv[6], texts: texts() }));
`;

let folder: string;
let program: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kubewright-kept-'));
  program = join(folder, 'program.js');
});
afterEach(() => vi.unstubAllEnvs());
afterEach(() => rm(folder, { recursive: true, force: true }));

const noExamples = () => {
  throw new Error('asked for examples');
};

test('what a program compiles over examples is kept once, and taken by a Node that has other flags then', async () => {
  await writeFile(program, works);
  const file = keptFile(program, () => ['a: 1\n', 'b: 2\n'])!;
  const seen = JSON.parse(await readFile(join(folder, 'seen.json'), 'utf8'));
  expect(seen.texts).toEqual(['a: 1\n', 'b: 2\n']);
  expect(existsSync(seen.folder)).toBe(false);
  expect(keptFile(program, noExamples)).toBe(file);
  expect(await readdir(join(folder, 'kept-code'))).toHaveLength(1);

  const script = `
    import { readFileSync } from 'node:fs';
    import { readProgram } from ${JSON.stringify(join(import.meta.dirname, '../../../scripts/kept-code.mjs'))};
    console.log(readProgram(${JSON.stringify(program)}, readFileSync(${JSON.stringify(file)})).cachedDataRejected);
  `;
  const run = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
  expect(run).toMatchObject({ stdout: 'false\n', stderr: '' });
});

test('another build has a file of its own, and takes that of the one before away', async () => {
  await writeFile(program, works);
  const before = keptFile(program, () => [])!;
  await writeFile(program, `${works}// changed\n`);
  const after = keptFile(program, () => [])!;
  expect(after).not.toBe(before);
  expect(await readdir(join(folder, 'kept-code'))).toEqual([basename(after)]);
});

test('a program that fails over the examples is read without, and is not tried again', async () => {
  await writeFile(program, 'throw new Error("broken")');
  const file = keptFile(program, () => ['a: 1\n'])!;
  expect(keptFile(program, noExamples)).toBe(file);
  expect(readProgram(program, await readFile(file)).cachedDataRejected).toBe(true);
});

test('where no folder can be made nothing is kept', async () => {
  await writeFile(program, works);
  await writeFile(join(folder, 'kept-code'), 'a file in its place');
  expect(keptFile(program, noExamples)).toBeUndefined();
});

test('where the examples have no place nothing is kept, until they have one', async () => {
  await writeFile(program, works);
  vi.stubEnv('TMPDIR', join(folder, 'gone'));
  expect(keptFile(program, () => ['a: 1\n'])).toBeUndefined();
  vi.unstubAllEnvs();
  expect(existsSync(keptFile(program, () => ['a: 1\n'])!)).toBe(true);
});

test('a kept file that has gone is read as none', () => {
  expect(readKept(join(folder, 'gone'))).toBeUndefined();
  expect(readKept(undefined)).toBeUndefined();
});
