import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import type { TestProject } from 'vitest/node';

/** What the tests of a project use of the build, by the parts' names in scripts/build.mjs; all of it if not here. */
const partsOf: Readonly<Record<string, readonly string[]>> = { unit: ['catalog'] };

/** Vitest's global set-up: tests that use a program or the catalog of `dist` use what the sources say now. */
export default function setup({ name }: Pick<TestProject, 'name'>): void {
  const root = resolve(import.meta.dirname, '../..');
  const run = spawnSync(process.execPath, ['scripts/build.mjs', '--if-changed', ...(partsOf[name] ?? [])], {
    cwd: root,
    stdio: 'inherit',
  });
  if (run.status !== 0) throw new Error('the build failed; what it printed says where');
}
