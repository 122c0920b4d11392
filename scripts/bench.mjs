// npm run bench: measures what design budgets say, each beside its peer, and prints a table. Fails no build: figures
// depend on the machine, ratios less so.
//   node scripts/bench.mjs [NAME...] [FLAGS]     (npm run bench language: test/bench/language.bench.ts, with these flags)
import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { installPackages, projectNode } from './setup/packages.mjs';
import { failWith, root, StepFailure } from './setup/step.mjs';

const flags = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

try {
  await installPackages();
  const all = await names();
  const unknown = named.find((name) => !all.includes(name));
  if (unknown) throw new StepFailure(`no bench is called ${unknown}; there are ${all.join(', ')}`);
  await run('scripts/package.mjs', []);
  for (const name of named.length > 0 ? named : all) await run(`test/bench/${name}.bench.ts`, flags);
} catch (error) {
  failWith(error);
}

async function names() {
  const files = await readdir(join(root, 'test', 'bench'));
  return files.flatMap((file) => /^(.+)\.bench\.ts$/.exec(file)?.[1] ?? []).sort();
}

/**
 * @param {string} script
 * @param {readonly string[]} flags
 */
async function run(script, flags) {
  const child = spawn(projectNode, [script, ...flags], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise((done) => child.once('exit', done));
  if (code !== 0) throw new Error(`${script} ended with ${code}`);
}
