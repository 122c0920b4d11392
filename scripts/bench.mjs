// npm run bench: measures what design budgets say, each beside its peer, and prints a table. Fails no build: figures
// depend on the machine, ratios less so.
//   node scripts/bench.mjs
import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { installPackages, projectNode } from './setup/packages.mjs';
import { failWith, root } from './setup/step.mjs';

try {
  await installPackages();
  await run('scripts/package.mjs');
  for (const file of (await readdir(join(root, 'test', 'bench'))).sort()) {
    if (file.endsWith('.bench.ts')) await run(join('test', 'bench', file));
  }
} catch (error) {
  failWith(error);
}

/** @param {string} script */
async function run(script) {
  const child = spawn(projectNode, [script], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  const code = await new Promise((done) => child.once('exit', done));
  if (code !== 0) throw new Error(`${script} ended with ${code}`);
}
