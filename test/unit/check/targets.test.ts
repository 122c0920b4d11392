import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unreadableOf } from '../../../check/src/files/survey.ts';
import { filesBeside, targetsOf } from '../../../check/src/files/targets.ts';

let folder: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'kubewright-targets-')));
  for (const path of ['app/a.yaml', 'app/b/c.yaml']) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), '');
  }
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The paths below the folder that these name. */
function shown(...paths: readonly string[]): string[] {
  return targetsOf(paths.map((path) => `${folder}/${path}`)).map(({ file }) => file.slice(folder.length + 1));
}

describe('each file is there once', () => {
  test.each([
    ['app', 'app/a.yaml'],
    ['app/', 'app/a.yaml'],
    ['app/../app', 'app'],
    ['app/b', 'app'],
  ])('of %s and %s', (...paths) => {
    expect(shown(...paths)).toHaveLength(2);
  });

  test('whatever links it is named by', async () => {
    await symlink('a.yaml', join(folder, 'app/link.yaml'));
    await symlink('app', join(folder, 'linked'));
    expect(shown('app/a.yaml', 'app/link.yaml', 'linked/a.yaml')).toEqual(['app/a.yaml']);
    expect(shown('app/link.yaml', 'app')).toEqual(['app/link.yaml', 'app/b/c.yaml']);
    expect(shown('linked', 'app/b')).toEqual(['linked/a.yaml', 'linked/b/c.yaml']);
  });
});

test('a path that is empty is said to be', () => {
  expect(targetsOf([''])).toEqual([{ file: '""', reason: 'this path is empty', counts: 'as failure' }]);
});

test('a workspace is a folder', () => {
  const refused = (path: string) => filesBeside([], join(folder, path));
  expect(refused('app/a.yaml')).toMatchObject([{ reason: 'a workspace is a folder, and it is none' }]);
  expect(refused('gone')).toMatchObject([{ reason: 'there is no such file or folder' }]);
  expect(refused('app')).toHaveLength(2);
});

test('a file that a folder has under a name of other bytes is told apart from one that has gone', () => {
  const refusal = { is: 'unreadable', reason: 'there is no such file or folder' } as const;
  const reasonOf = (file: string, is: 'named' | 'found') =>
    unreadableOf({ file, uri: `file:///${file}`, is }, refusal).reason;
  expect(reasonOf('a\ufffd.yaml', 'found')).toBe('its name is no UTF-8: rename it');
  expect(reasonOf('a\ufffd.yaml', 'named')).toBe(refusal.reason);
  expect(reasonOf('a.yaml', 'found')).toBe(refusal.reason);
});
