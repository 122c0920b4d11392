import { execFile } from 'node:child_process';
import { lstat, mkdir, readdir, readFile, readlink, realpath, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { copyFromContainer } from '../../client/src/cluster/streams/copy/copy-from-container.ts';
import type { CopyResult } from '../../client/src/cluster/streams/copy/copy-step.ts';
import { endOfArchive, tarHeader } from '../../client/src/cluster/streams/copy/write-tar.ts';
import { cleanup, temporaryFolder } from '../contract/cluster/mock-server.ts';
import { localContainer } from '../support/local-container.ts';
import { seededRandom } from '../support/random.ts';
import {
  changedTarHeader,
  paxAttributes,
  summed,
  tarExtension,
  tarFile,
  tarHeaderOfType,
} from '../support/tar-entries.ts';
import { pods } from '../unit/cluster/resources.ts';
import { bundledProgram } from './support/bundled-program.ts';
import { rounds } from './support/rounds.ts';

const after = cleanup();
afterEach(() => after.run());

const pod = { resource: pods, namespace: 'shop', name: 'web' };
const folder = (name: string) => tarHeader({ kind: 'directory', name, size: 0, mode: 0o755, modified: 0 });
const link = (name: string, target: string) => tarHeaderOfType('2', name, target);
const hardLink = (name: string, target: string) => tarHeaderOfType('1', name, target);

/** Copies what a container says that it has: an archive behind the line that offers it. */
async function copied(archive: Buffer, offer = 'folder tar - - 1') {
  const around = await temporaryFolder(after);
  const there = await temporaryFolder(after);
  const here = join(around, 'here');
  await mkdir(here);
  await writeFile(join(around, 'canary'), 'sings');
  await writeFile(join(there, 'archive'), Buffer.concat([Buffer.from(`${offer}\n`), archive]));
  const { cluster } = localContainer({ directory: there, instead: () => ['cat', 'archive'] });
  let result: CopyResult | undefined;
  let error: Error | undefined;
  try {
    const limits = { bytes: 64 << 20, entries: 2_000 };
    const steps = copyFromContainer({
      cluster,
      pod,
      source: 'given',
      destination: here,
      whenThere: 'keep',
      limits,
    });
    for await (const step of steps) if (step.kind === 'done') result = step.result;
  } catch (thrown) {
    error = thrown as Error;
  }
  // Nothing else is around, whatever it was, and nothing aside.
  expect((await readdir(around)).sort()).toEqual(['canary', 'here']);
  expect(await readFile(join(around, 'canary'), 'utf8')).toBe('sings');
  expect(await readdir(here)).toEqual(result ? ['given'] : []);
  if (result) await staysInside(join(here, 'given'));
  return { result, error, root: join(here, 'given') };
}

/** Every link below leads to a place below, or nowhere; nothing is what runs as another. */
async function staysInside(root: string): Promise<void> {
  const real = await realpath(root);
  const pending = [root];
  for (let path = pending.pop(); path; path = pending.pop()) {
    const about = await lstat(path);
    expect(about.isDirectory() || about.isFile() || about.isSymbolicLink()).toBe(true);
    if (about.isDirectory()) for (const name of await readdir(path)) pending.push(join(path, name));
    if (!about.isSymbolicLink()) {
      expect(about.mode & 0o7000).toBe(0);
      continue;
    }
    const target = await realpath(path).catch(() => undefined);
    if (target !== undefined) expect(`${target}/`.startsWith(`${real}/`)).toBe(true);
    // Also where it leads to nothing now: what it says of its way goes up no further than the root.
    const way = resolve(path, '..', await readlink(path));
    expect(`${way}/`.startsWith(`${resolve(root)}/`)).toBe(true);
  }
}

const outside = '../../canary';

test.each<[what: string, archive: Buffer[], leftOut: string[], files: number]>([
  ['an absolute name', tarFile('/tmp/kubewright-evil', 'x'), ['/tmp/kubewright-evil: name leads out'], 0],
  ['a name that goes up', tarFile(`./${outside}`, 'x'), [`./${outside}: name leads out`], 0],
  [
    'a name that goes down and up',
    tarFile('./a/../../../canary', 'x'),
    ['./a/../../../canary: name leads out'],
    0,
  ],
  [
    'a name of POSIX that goes up',
    [...paxAttributes(`path=${outside}`), ...tarFile('./a', 'x')],
    [`${outside}: name leads out`],
    0,
  ],
  [
    'a name of GNU that goes up',
    [...tarExtension('L', `${outside}\0`), ...tarFile('./a', 'x')],
    [`${outside}: name leads out`],
    0,
  ],
  [
    'a folder that goes up',
    [folder('./../../evil/'), ...tarFile('./a', 'x')],
    ['./../../evil/: name leads out'],
    1,
  ],
  [
    'a name with a NUL',
    [...paxAttributes('path=./a\0/../../canary'), ...tarFile('./a', 'x')],
    ['./a\uFFFD/../../canary: name not readable'],
    0,
  ],
  ['a name that is none', [...tarExtension('L', '\0'), ...tarFile('./a', 'x')], [': name not readable'], 0],
  ['the root as a file', tarFile('.', 'x'), ['.: name leads out'], 0],
  ['the root as a link', [link('.', '/tmp'), ...tarFile('./evil', 'x')], ['.: name leads out'], 1],
  [
    'a link out, and a file through it',
    [link('./a', '../..'), ...tarFile('./a/evil', 'x')],
    ['./a: link leads out'],
    1,
  ],
  [
    'a link inside, and a file through it',
    [folder('./b/'), link('./a', 'b'), ...tarFile('./a/file', 'x')],
    ['a: name twice'],
    1,
  ],
  [
    'a link in the place of a folder',
    [folder('./a/'), link('./a', '/tmp'), ...tarFile('./a/evil', 'x')],
    ['./a: link leads out'],
    1,
  ],
  [
    'a link through a link',
    [folder('./a/'), link('./a/up', '..'), link('./out', 'a/up/../../canary')],
    ['./out: link leads out'],
    0,
  ],
  [
    'a link in a link',
    [folder('./a/'), link('./b', 'a'), link('./b/c', '../..')],
    ['./b/c: link leads out', 'b: name twice'],
    0,
  ],
  ['a link to itself', [link('./a', 'a')], [], 0],
  ['links in a circle', [link('./a', 'b'), link('./b', 'a'), ...tarFile('./c', 'x')], [], 1],
  [
    'a long link out',
    [...tarExtension('K', `${'../'.repeat(50)}etc/passwd\0`), link('./a', 'x')],
    ['./a: link leads out'],
    0,
  ],
  [
    'a hard link out',
    [hardLink('./a', '/etc/passwd'), hardLink('./b', outside)],
    ['./a: link to nothing', './b: link to nothing'],
    0,
  ],
  ['a hard link to a link', [link('./a', 'b'), hardLink('./c', 'a')], ['./c: link to nothing'], 0],
  ['a hard link to itself', [hardLink('./a', './a')], ['./a: link to nothing'], 0],
  [
    'a file, and a hard link over it',
    [...tarFile('./a', 'x'), ...tarFile('./b', 'y'), hardLink('./b', './a')],
    ['./b: name twice'],
    2,
  ],
  [
    'a file where a folder was',
    [folder('./a/'), ...tarFile('./a/b', 'x'), ...tarFile('./a', 'y')],
    ['./a: name twice'],
    1,
  ],
  [
    'a folder where a file was',
    [...tarFile('./a', 'x'), folder('./a/'), ...tarFile('./a/b', 'y')],
    ['./a/: name twice', './a/b: in a folder left out'],
    1,
  ],
  [
    'a file twice',
    [...tarFile('./a', 'x'), ...tarFile('./a', 'y'), ...tarFile('a', 'z')],
    ['./a: name twice', 'a: name twice'],
    1,
  ],
  [
    'devices and pipes',
    ['3', '4', '6'].map((type) => tarHeaderOfType(type, `./${type}`)),
    ['./3: device', './4: device', './6: pipe'],
    0,
  ],
  ['bits of other users', [changedTarHeader('./a', 0, (block) => block.write('0007777', 100))], [], 1],
  [
    'a folder that nobody may write to',
    [changedTarHeader('./a/', 0, (block) => block.write('0000000', 100)), ...tarFile('./a/b', 'x')],
    [],
    1,
  ],
  [
    'a file with holes of 1 TB',
    [...paxAttributes('GNU.sparse.major=1', 'GNU.sparse.realsize=1099511627776'), ...tarFile('./a', 'x')],
    ['./a: sparse file'],
    0,
  ],
  [
    'an old file with holes',
    [tarHeaderOfType('S', './a', '', 512), Buffer.alloc(512)],
    ['./a: sparse file'],
    0,
  ],
  ['what nobody knows', [tarHeaderOfType('V', './a')], ['./a: unknown kind'], 0],
  [
    'a name of a thousand folders',
    [...tarExtension('L', `${'a/'.repeat(1_000)}f\0`), ...tarFile('x', 'x')],
    [],
    1,
  ],
  [
    'a name of too many folders',
    [...tarExtension('L', `${'a/'.repeat(400_000)}f\0`), ...tarFile('x', 'x')],
    [`${'a/'.repeat(150)}...: name too long`],
    0,
  ],
  [
    'a name without UTF-8',
    [...tarExtension('L', Buffer.from([0x2f, 0xff, 0x00])), ...tarFile('x', 'x')],
    ['?: name not readable'],
    0,
  ],
  ['a size below zero', [changedTarHeader('./a', 0, (block) => block.fill(0xff, 124, 136))], [], 1],
  ['a time without an end', [...paxAttributes('mtime=1e308'), ...tarFile('./a', 'x')], [], 1],
  [
    'a size of a folder and a link',
    [tarHeaderOfType('5', './a/', '', 1 << 30), tarHeaderOfType('2', './b', 'a', 1 << 30)],
    [],
    0,
  ],
])('%s', async (_what, archive, leftOut, files) => {
  const { result, error } = await copied(Buffer.concat([folder('./'), ...archive, endOfArchive]));
  expect(error).toBeUndefined();
  expect(result!.leftOut.map(({ path, reason }) => `${path}: ${reason}`)).toEqual(leftOut);
  expect(result!.files).toBe(files);
});

test.each<[what: string, archive: Buffer[], says: RegExp]>([
  ['nothing', [], /ended it too soon\. Nothing of it was kept/],
  ['no archive', [Buffer.from('<html>'.repeat(200))], /what came is no archive/],
  [
    'a size that lies',
    [tarHeaderOfType('0', './a', '', 1 << 30), Buffer.alloc(1 << 20)],
    /ended it too soon/,
  ],
  [
    'a size that is less',
    [tarHeaderOfType('0', './a', '', 1), Buffer.alloc(4_096, 'x'), endOfArchive],
    /what came is no archive/,
  ],
  [
    'a size beyond the limit',
    [tarHeaderOfType('0', './a', '', 1 << 30), Buffer.alloc(70 << 20)],
    /more than 64 MiB, which is the limit/,
  ],
  [
    'a size of POSIX beyond all',
    [...paxAttributes(`size=${Number.MAX_SAFE_INTEGER}`), ...tarFile('./a', 'x')],
    /size that is none/,
  ],
  [
    'a name of 100 MB',
    [tarHeaderOfType('L', 'x', '', 100 << 20), Buffer.alloc(1 << 20, 'a')],
    /name without an end/,
  ],
  [
    'attributes of 100 MB',
    [tarHeaderOfType('x', 'x', '', 100 << 20), Buffer.alloc(1 << 20, 'a')],
    /name without an end/,
  ],
  [
    'names upon names',
    Array.from({ length: 100 }, () => tarExtension('L', './a\0')).flat(),
    /names without an end/,
  ],
  [
    'more entries than the limit',
    Array.from({ length: 3_000 }, (_, index) => tarHeaderOfType('6', `./${index}`)),
    /more than 2000 files and folders/,
  ],
  ['an end in a file', tarFile('./a', 'x').slice(0, 2), /ended it too soon/],
])('%s is refused, and nothing of it is kept', async (_what, archive, says) => {
  const { result, error } = await copied(
    Buffer.concat([folder('./'), ...tarFile('./before', 'x'), ...archive]),
  );
  expect(result).toBeUndefined();
  expect(error!.message).toMatch(says);
});

test.each<[what: string, offer: string, archive: Buffer[], says: RegExp]>([
  ['a folder as a file', 'file tar - - 1', [folder('./a/')], /ended it too soon/],
  ['a link as a file', 'file tar - - 1', [link('./a', '/etc/passwd')], /ended it too soon/],
  ['nothing as a file', 'file tar - - 1', [], /ended it too soon/],
  ['no line', '', [], /does not answer as one/],
  ['a line of another program', '<html>', [], /does not answer as one/],
  ['a size in words', 'file cat - - many', [], /may not be read/],
])('%s', async (_what, offer, archive, says) => {
  const { error } = await copied(Buffer.concat([...archive, endOfArchive]), offer);
  expect(error?.message).toMatch(says);
});

test('a file that is a folder of files is its first file alone', async () => {
  const archive = [...tarFile(`../${outside}`, 'first'), ...tarFile('./b', 'second'), endOfArchive];
  const { result, root } = await copied(Buffer.concat(archive), 'file tar - - 5');
  expect(result).toMatchObject({ files: 1, leftOutCount: 1 });
  expect(await readFile(root, 'utf8')).toBe('first');
});

describe('random archives', () => {
  const names = [
    '.',
    './a',
    './a/',
    './a/b',
    'a',
    './b',
    './b/../../c',
    '..',
    '/',
    '/etc/x',
    './a/b/c',
    './A',
    './-x',
    '',
  ];
  const targets = ['a', '..', '../..', 'b/..', '/etc', '.', 'a/b', '../a', '../../../canary', 'up/../..', ''];
  const seeds = Array.from({ length: 200 * rounds }, (_, seed) => seed);

  test(`of ${seeds.length} seeds write nothing outside`, async () => {
    let whole = 0;
    for (const seed of seeds) {
      const random = seededRandom(seed);
      const pick = <Item>(items: readonly Item[]) => items[random(items.length)]!;
      const entries = Array.from({ length: 1 + random(12) }, () => {
        const name = pick(names);
        const type = pick(['0', '0', '5', '5', '2', '2', '1', '3', '6', 'S', 'Z', '7', 'g']);
        const content = type === '0' ? 'x'.repeat(random(1_200)) : '';
        const before = pick([
          [],
          [],
          [],
          tarExtension('L', `${name}\0`),
          paxAttributes(`path=${name}`),
          tarExtension('K', `${pick(targets)}\0`),
        ]);
        const about = tarHeaderOfType(type, name, pick(targets), content.length);
        return [...before, about, ...tarFile('x', content).slice(1)];
      });
      const archive = Buffer.concat([...entries.flat(), endOfArchive]);
      // A byte of every second one is another, under a sum that is right again.
      if (seed % 2 === 1) {
        const at = random(Math.floor(archive.length / 512)) * 512;
        archive[at + random(512)] = random(256);
        summed(archive.subarray(at, at + 512));
      }
      const { result } = await copied(archive);
      if (result) whole++;
    }
    // Many are archives to the end.
    expect(whole).toBeGreaterThan(seeds.length / 4);
  });
});

describe('an archive without an end', () => {
  let program: string;

  beforeAll(async () => {
    program = await bundledProgram('unpacking');
  });

  test.each<[flood: string, says: RegExp, megabytes: number]>([
    ['devices', /more than 200000 files/, 150],
    ['twice', /more than 200000 files/, 150],
    ['links', /more than 200000 files/, 200],
    ['long names', /more than 200000 files/, 200],
    ['deep folders', /more than 10000 files/, 200],
    ['folders below one left out', /more than 200000 files/, 200],
    ['one file', /more than 256 MiB/, 100],
  ])('of %s ends at the limit, and takes no more memory than that', async (flood, says, megabytes) => {
    const run = promisify(execFile);
    const into = await temporaryFolder(after);
    // Node removes folders in one another by their whole paths, which takes as long as all the rest.
    after.add(() => run('rm', ['-rf', into]));
    const { stdout } = await run(process.execPath, [program, flood, into]);
    const { failed, taken } = JSON.parse(stdout) as { failed: string; taken: number };
    expect(failed).toMatch(says);
    expect(taken / 1024 / 1024).toBeLessThan(megabytes);
  });
});
