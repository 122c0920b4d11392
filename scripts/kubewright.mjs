#!/usr/bin/env node
// The program `kubewright` of a clone (`bin` of package.json): dist/check.js, which is built before its first use.
//   npm exec kubewright -- check PATH...     (or, from anywhere: CLONE/scripts/kubewright.mjs check PATH...)
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const program = join(root, 'dist', 'check.js');
if (!existsSync(program) || !existsSync(join(root, 'dist', 'catalog'))) {
  run('setup.mjs', 'packages');
  run('build.mjs', 'check', 'catalog');
}
await import(pathToFileURL(program).href);

/**
 * Runs a script of the project. What it prints goes to the error output: the other one is for what is found.
 * @param {string} script
 * @param {readonly string[]} args
 */
function run(script, ...args) {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', script), ...args], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.exit(2);
}
