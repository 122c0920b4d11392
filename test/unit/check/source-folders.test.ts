import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isOutdated, stampFolders } from '../../../scripts/source-folders.mjs';

const inputs = ['check/src/main.ts', 'server/src/yaml/reader.ts', 'node_modules/yaml/index.js'];
let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'kubewright-sources-'));
  for (const path of [...inputs, 'scripts/build.mjs', 'package-lock.json', 'out/meta/x']) await write(path);
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(path: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), '');
}

/** As it is a minute later, whatever the clock of the file system is worth. */
async function later(path: string): Promise<void> {
  const then = new Date(Date.now() + 60_000);
  await utimes(join(root, path), then, then);
}

test('a build is up to date until something in a folder of its sources comes, goes or is replaced', async () => {
  stampFolders(root, 'check', inputs);
  expect(isOutdated(root, ['check'])).toBe(false);
  await later('server/src/yaml');
  expect(isOutdated(root, ['check'])).toBe(true);
  stampFolders(root, 'check', inputs);
  expect(isOutdated(root, ['check'])).toBe(false);
  await rm(join(root, 'server'), { recursive: true });
  expect(isOutdated(root, ['check'])).toBe(true);
});

test('other packages make a build outdated, what is in their folders does not', async () => {
  stampFolders(root, 'check', inputs);
  await later('node_modules/yaml');
  expect(isOutdated(root, ['check'])).toBe(false);
  await later('package-lock.json');
  expect(isOutdated(root, ['check'])).toBe(true);
});

test('each part that is asked for counts, and one that nothing is known of is outdated', () => {
  stampFolders(root, 'check', inputs);
  expect(isOutdated(root, ['check', 'catalog'])).toBe(true);
});

test('where there are no sources nothing is newer than the build', async () => {
  await rm(join(root, 'check'), { recursive: true });
  expect(isOutdated(root, ['check'])).toBe(false);
});
