// Runs a TypeScript program of the project: bundles it with esbuild into out/, under its own path, and starts it.
//   node scripts/run.mjs scripts/check-manifests.ts ARGUMENTS...
import { spawn } from 'node:child_process';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [entry, ...rest] = process.argv.slice(2);
if (!entry) {
  console.error('usage: node scripts/run.mjs FILE.ts [ARGUMENTS...]');
  process.exit(2);
}
const name = relative(root, resolve(entry)).replace(/\.ts$/, '.mjs');
const outfile = join(root, 'out', name);
await build({
  entryPoints: [resolve(entry)],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  sourcemap: 'inline',
  logLevel: 'warning',
});
const child = spawn(process.execPath, ['--enable-source-maps', outfile, ...rest], { stdio: 'inherit' });
process.on('SIGINT', () => child.kill('SIGINT'));
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
