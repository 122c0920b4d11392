import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeOwnFile, writePrivateFile } from '../../../sandbox/src/kubeconfig.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kubewright-kubeconfig-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a file is made with its folders, for its owner alone, and goes with them', async () => {
  const path = join(folder, 'a', 'b', 'kubeconfig');
  const made = await writePrivateFile(path, 'text');
  expect(await readFile(path, 'utf8')).toBe('text');
  if (process.platform !== 'win32') {
    const modes = [path, join(folder, 'a', 'b'), join(folder, 'a')].map(
      async (one) => (await stat(one)).mode & 0o777,
    );
    expect(await Promise.all(modes)).toEqual([0o600, 0o700, 0o700]);
  }
  removeOwnFile(path, 'text', made);
  expect([folder, join(folder, 'a')].map(existsSync)).toEqual([true, false]);
});

test('a folder that was there stays', async () => {
  await mkdir(join(folder, 'a'));
  const path = join(folder, 'a', 'kubeconfig');
  const made = await writePrivateFile(path, 'text');
  expect(made).toBeUndefined();
  removeOwnFile(path, 'text', made);
  expect([join(folder, 'a'), path].map(existsSync)).toEqual([true, false]);
});

test('what others have put there stays, and where it is', async () => {
  const path = join(folder, 'a', 'b', 'kubeconfig');
  const made = await writePrivateFile(path, 'text');
  await writeFile(join(folder, 'a', 'other'), '');
  removeOwnFile(path, 'text', made);
  expect([join(folder, 'a', 'other'), join(folder, 'a', 'b')].map(existsSync)).toEqual([true, false]);
  const again = await writePrivateFile(path, 'text');
  await writeFile(path, 'of another');
  removeOwnFile(path, 'text', again);
  expect(await readFile(path, 'utf8')).toBe('of another');
  removeOwnFile(join(folder, 'nothing', 'kubeconfig'), 'text', join(folder, 'nothing'));
});
