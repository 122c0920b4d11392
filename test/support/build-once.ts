import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

/** Vitest's global set-up: tests that start a program of `dist` start what the sources say now. */
export default function setup(): void {
  const root = resolve(import.meta.dirname, '../..');
  const run = spawnSync(process.execPath, ['scripts/build.mjs', '--if-changed'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (run.status !== 0) throw new Error('the build failed; what it printed says where');
}
