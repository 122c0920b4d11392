#!/usr/bin/env node
// The program `kubewright` of a clone (`bin` of package.json): dist/check.js, which is built before its first use.
// What V8 compiles of it is kept beside it (Node 22 on), because that is a fifth of the time of a run on a few files.
//   npm exec kubewright -- check PATH...     (or, from anywhere: CLONE/scripts/kubewright.mjs check PATH...)
import { existsSync } from 'node:fs';
import * as modules from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const program = join(root, 'dist', 'check.js');
if (!existsSync(program) || !existsSync(join(root, 'dist', 'catalog'))) {
  await run('setup.mjs', 'packages');
  await run('build.mjs', 'check', 'catalog');
}
modules.enableCompileCache?.(join(root, 'dist', 'compile-cache'));
// What imports a module of CommonJS reads all of it for what it exports.
modules.createRequire(import.meta.url)(program);

/**
 * Runs a script of the project. What it prints goes to the error output: the other one is for what is found.
 * @param {string} script
 * @param {readonly string[]} args
 */
async function run(script, ...args) {
  const { spawnSync } = await import('node:child_process');
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', script), ...args], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.exit(2);
}
