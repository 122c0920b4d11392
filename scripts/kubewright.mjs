#!/usr/bin/env node
// The program `kubewright` of a clone (`bin` of package.json): dist/check.js, which is built before its first use,
// and again where its sources have changed since, as after a pull.
// What V8 compiles of it is kept beside it, because that is a fifth to a quarter of the time of a run on a few files.
//   npm exec kubewright -- check PATH...     (or, from anywhere: CLONE/scripts/kubewright.mjs check PATH...)
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keptFile, readKept, readProgram, runNode, runProgram } from './kept-code.mjs';
import { isOutdated } from './source-folders.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const program = join(root, 'dist', 'check.js');
const parts = ['check', 'catalog'];
if (!existsSync(program) || !existsSync(join(root, 'dist', 'catalog'))) {
  if (!build()) process.exit(2);
} else if (isOutdated(root, parts) && !build()) {
  process.stderr.write(
    `kubewright: the sources in ${root} are newer than what was built of them, and building them anew failed: this is the older program\n`,
  );
}
const kept = process.env.NODE_DISABLE_COMPILE_CACHE ? undefined : keptFile(program, examples);
runProgram(program, readProgram(program, readKept(kept)));

/**
 * The examples of the page of all codes, as they are wrong and as they are right.
 * @returns {readonly string[]}
 */
function examples() {
  const page = readFileSync(join(root, 'docs', 'rules.md'), 'utf8');
  const differences = Array.from(page.matchAll(/^```diff\n(.*?)^```$/gms), ([, lines = '']) =>
    lines.split('\n'),
  );
  const sides = [/^[ -] /, /^[ +] /];
  return differences.flatMap((lines) =>
    sides.map((side) =>
      lines
        .filter((line) => side.test(line))
        .map((line) => `${line.slice(2)}\n`)
        .join(''),
    ),
  );
}

/** Builds what is run. Gives whether that worked. */
function build() {
  return run('setup.mjs', 'packages') && run('build.mjs', '--if-changed', ...parts);
}

/**
 * Runs a script of the project. What it prints goes to the error output: the other one is for what is found. Gives whether
 * it worked.
 * @param {string} script
 * @param {readonly string[]} args
 */
function run(script, ...args) {
  return runNode([join(root, 'scripts', script), ...args], ['ignore', 2, 2], root) === 0;
}
