import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  chmod,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { ByteSource } from '../../../client/src/cluster/streams/copy/byte-source.ts';
import { contentSum } from '../../../client/src/cluster/streams/copy/content-sum.ts';
import {
  type CopyFromContainer,
  copyFromContainer,
} from '../../../client/src/cluster/streams/copy/copy-from-container.ts';
import type {
  CopyProgress,
  CopyResult,
  CopyStep,
} from '../../../client/src/cluster/streams/copy/copy-step.ts';
import {
  type CopyToContainer,
  copyToContainer,
} from '../../../client/src/cluster/streams/copy/copy-to-container.ts';
import { TarReader } from '../../../client/src/cluster/streams/copy/read-tar.ts';
import { unpack } from '../../../client/src/cluster/streams/copy/unpack.ts';
import { endOfArchive, tarHeader } from '../../../client/src/cluster/streams/copy/write-tar.ts';
import { type LocalContainerOptions, localContainer } from '../../support/local-container.ts';
import { until } from '../../support/processes.ts';
import { tarFile, tarHeaderOfType } from '../../support/tar-entries.ts';
import { pods } from '../../unit/cluster/resources.ts';
import { cleanup, temporaryFolder } from './mock-server.ts';

const after = cleanup();
afterEach(() => after.run());

const pod = { resource: pods, namespace: 'shop', name: 'web' };

/** A folder here and one in a container whose commands are this machine's, which begin in it. */
async function places(options: Partial<LocalContainerOptions> = {}) {
  const here = await temporaryFolder(after);
  const there = await temporaryFolder(after);
  const container = localContainer({ directory: there, ...options });
  const common = { cluster: container.cluster, pod, whenThere: 'keep' } as const;
  return {
    here,
    there,
    container,
    to: (copy: Partial<CopyToContainer> & Pick<CopyToContainer, 'source'>) =>
      copyToContainer({ ...common, destination: '.', ...copy }),
    from: (copy: Partial<CopyFromContainer> & Pick<CopyFromContainer, 'source'>) =>
      copyFromContainer({ ...common, destination: here, ...copy }),
  };
}

/** What a copy has told: its result, and how far it was each time. */
async function told(
  steps: AsyncIterable<CopyStep>,
): Promise<{ result: CopyResult; progress: CopyProgress[] }> {
  const progress: CopyProgress[] = [];
  let result: CopyResult | undefined;
  for await (const step of steps) {
    if (step.kind === 'progress') progress.push(step);
    else result = step.result;
  }
  return { result: result!, progress };
}

const resultOf = async (steps: AsyncIterable<CopyStep>) => (await told(steps)).result;

/** What a copy failed with. */
async function failureOf(steps: AsyncIterable<CopyStep>): Promise<Error> {
  const ended = await told(steps).catch((error: unknown) => error);
  if (!(ended instanceof Error)) throw new Error(`it did not fail: ${JSON.stringify(ended)}`);
  return ended;
}

const odd = ['-rf', 'a b', 'a\nb', `"it's" $(id) \`x\``, 'ü日本', '..a', 'l'.repeat(255), '*', '\\n', '#'];

/** A tree of everything that people have. */
async function makeTree(root: string): Promise<void> {
  await mkdir(join(root, 'empty'), { recursive: true });
  await mkdir(join(root, '-deep/er/'.repeat(20)), { recursive: true });
  await writeFile(join(root, '-deep/er/'.repeat(20), 'file'), 'deep');
  await writeFile(join(root, 'none'), '');
  await writeFile(join(root, 'block'), 'x'.repeat(512));
  await writeFile(join(root, 'large'), Buffer.alloc(3_000_001, 'large '));
  await writeFile(join(root, 'run'), '#!/bin/sh\n');
  await chmod(join(root, 'run'), 0o755);
  await writeFile(join(root, 'secret'), 'x', { mode: 0o400 });
  await symlink('run', join(root, 'link'));
  await symlink('../none', join(root, 'empty/up'));
  await symlink('missing', join(root, 'dangling'));
  for (const name of odd) await writeFile(join(root, name), name);
}

const isSame = (one: string, other: string) => {
  const { status, stdout } = spawnSync('diff', ['-r', '--no-dereference', one, other], { encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(status).toBe(0);
};

const left = async (folder: string) => (await readdir(folder)).sort();

test('a folder goes there and comes back as it was', async () => {
  const { here, there, to, from } = await places();
  await makeTree(join(here, 'tree'));
  const sent = await told(to({ source: join(here, 'tree') }));
  expect(sent.result).toMatchObject({
    outcome: 'copied',
    path: './tree',
    was: 'nothing',
    files: 16,
    folders: 42,
    links: 3,
    checkedBy: 'sha256sum',
    leftOut: [],
    complaints: [],
  });
  const last = sent.progress.at(-1)!;
  expect([last.bytes, last.files, last.doing]).toEqual([last.ofBytes, last.ofFiles, 'checking']);
  isSame(join(here, 'tree'), join(there, 'tree'));
  await mkdir(join(here, 'back'));
  const received = await told(from({ source: 'tree', destination: join(here, 'back') }));
  expect(received.result).toEqual({ ...sent.result, path: join(here, 'back/tree') });
  isSame(join(here, 'tree'), join(here, 'back/tree'));
  for (const name of ['run', 'secret', 'none', 'empty']) {
    const [sender, container, back] = await Promise.all(
      [join(here, 'tree'), join(there, 'tree'), join(here, 'back/tree')].map((root) =>
        stat(join(root, name)),
      ),
    );
    expect([container!.mode, back!.mode]).toEqual([sender!.mode, sender!.mode]);
    expect(Math.floor(back!.mtimeMs / 1_000)).toBe(Math.floor(container!.mtimeMs / 1_000));
  }
  expect([await left(here), await left(there)]).toEqual([['back', 'tree'], ['tree']]);
});

test.each([...odd, '-C', '--help', '..', '.'].filter((name) => !/^\.+$/.test(name)))(
  'a file named %j',
  async (name) => {
    const { here, there, to, from } = await places();
    await writeFile(join(here, name), `of ${name}`);
    const sent = await resultOf(to({ source: join(here, name) }));
    expect(sent).toMatchObject({ path: `./${name}`, files: 1, folders: 0, checkedBy: 'sha256sum' });
    expect(await readFile(join(there, name), 'utf8')).toBe(`of ${name}`);
    await mkdir(join(here, 'back'));
    await resultOf(from({ source: name, destination: join(here, 'back') }));
    expect(await readFile(join(here, 'back', name), 'utf8')).toBe(`of ${name}`);
    await resultOf(to({ source: join(here, name), destination: `as ${name}`.slice(0, 255) }));
    expect(await left(there)).toEqual([name, `as ${name}`.slice(0, 255)].sort());
  },
);

test('where the end of standard input is not told, copies end all the same', async () => {
  const { here, there, to, from, container } = await places({ endOfInput: 'not told' });
  await makeTree(join(here, 'tree'));
  expect(await resultOf(to({ source: join(here, 'tree') }))).toMatchObject({
    files: 16,
    checkedBy: 'sha256sum',
  });
  expect(await resultOf(from({ source: 'tree', destination: join(here, 'back') }))).toMatchObject({
    files: 16,
    checkedBy: 'sha256sum',
  });
  expect(await resultOf(from({ source: 'tree/large' }))).toMatchObject({ files: 1, checkedBy: 'sha256sum' });
  isSame(join(here, 'tree'), join(here, 'back'));
  await until('no process is left', () => container.running.size === 0);
  expect(await left(there)).toEqual(['tree']);
});

test('a file of 200 MB, with its checksum', async () => {
  const { here, there, to, from } = await places();
  const parts = Array.from({ length: 200 }, (_, index) => Buffer.alloc(1 << 20, `part ${index} `));
  await writeFile(join(here, 'large'), Buffer.concat(parts));
  expect(await resultOf(to({ source: join(here, 'large') }))).toMatchObject({
    bytes: 200 << 20,
    checkedBy: 'sha256sum',
  });
  const received = await told(from({ source: 'large', destination: join(here, 'again') }));
  expect(received.result).toMatchObject({ bytes: 200 << 20, checkedBy: 'sha256sum' });
  expect(received.progress[0]!.ofBytes).toBe(200 << 20);
  isSame(join(here, 'large'), join(here, 'again'));
  isSame(join(here, 'large'), join(there, 'large'));
});

test('links that lead out, pipes and sockets are left out and said, either way', async () => {
  const { here, there, to, from } = await places();
  for (const root of [join(here, 'sent'), join(there, 'given')]) {
    await mkdir(join(root, 'in'), { recursive: true });
    await writeFile(join(root, 'in/file'), 'x');
    await symlink('../in/file', join(root, 'in/stays'));
    await symlink('/etc/passwd', join(root, 'absolute'));
    await symlink('../../out', join(root, 'in/up'));
    await symlink('in/../..', join(root, 'in-and-up'));
    spawnSync('mkfifo', [join(root, 'pipe')]);
    const server = createServer().listen(join(root, 'socket'));
    await once(server, 'listening');
    after.add(() => new Promise<void>((closed) => server.close(() => closed())));
  }
  const reasons = ({ leftOut }: CopyResult) => leftOut.map(({ path, reason }) => `${path}: ${reason}`).sort();
  const links = [
    'absolute: link leads out',
    'in-and-up: link leads out',
    'in/up: link leads out',
    'pipe: pipe',
  ];
  const sent = await resultOf(to({ source: join(here, 'sent') }));
  expect(reasons(sent)).toEqual([...links, 'socket: socket']);
  expect([sent.links, sent.leftOutCount]).toEqual([1, 5]);
  expect(await left(join(there, 'sent'))).toEqual(['in']);
  const given = await resultOf(from({ source: 'given' }));
  expect(reasons(given)).toEqual(links.map((each) => `./${each}`));
  // Of sockets tar itself says that it leaves them.
  expect(given.complaints).toEqual([expect.stringMatching(/socket: socket ignored/)]);
  expect(await readlink(join(here, 'given/in/stays'))).toBe('../in/file');
  expect(await left(join(here, 'given'))).toEqual(['in']);
});

test('a hard link comes as one, and goes as a file', async () => {
  const { here, there, to, from } = await places();
  await mkdir(join(there, 'given'));
  await writeFile(join(there, 'given/one'), 'x');
  spawnSync('ln', ['one', 'two'], { cwd: join(there, 'given') });
  expect(await resultOf(from({ source: 'given' }))).toMatchObject({
    files: 1,
    links: 1,
    checkedBy: 'sha256sum',
  });
  expect((await stat(join(here, 'given/one'))).ino).toBe((await stat(join(here, 'given/two'))).ino);
  expect(await resultOf(to({ source: join(here, 'given'), destination: 'sent' }))).toMatchObject({
    files: 2,
  });
});

test('a link that is named is followed: what is copied is what it leads to', async () => {
  const { here, there, to, from } = await places();
  await mkdir(join(there, '..data'));
  await writeFile(join(there, '..data/key'), 'value');
  await symlink('..data/key', join(there, 'key'));
  await symlink('..data', join(there, 'folder'));
  await resultOf(from({ source: 'key' }));
  await resultOf(from({ source: 'folder' }));
  expect(await readFile(join(here, 'key'), 'utf8')).toBe('value');
  expect((await lstat(join(here, 'key'))).isFile()).toBe(true);
  expect(await readFile(join(here, 'folder/key'), 'utf8')).toBe('value');
  await symlink('key', join(here, 'local'));
  await resultOf(to({ source: join(here, 'local') }));
  expect((await lstat(join(there, 'local'))).isFile()).toBe(true);
});

describe('what is there already', () => {
  const kinds = {
    file: (path: string) => writeFile(path, 'before'),
    folder: async (path: string) => {
      await mkdir(path);
      await writeFile(join(path, 'old'), 'before');
    },
    link: (path: string) => symlink('/etc/hostname', path),
    'dangling link': (path: string) => symlink('nowhere', path),
  };
  const rows = Object.keys(kinds).flatMap((kind) =>
    (['file', 'folder'] as const).map((source) => [kind as keyof typeof kinds, source] as const),
  );

  test.each(rows)('a %s is kept, or replaced by a %s', async (kind, source) => {
    const { here, there, to, from } = await places();
    const make = { file: kinds.file, folder: kinds.folder }[source];
    await mkdir(join(here, 'of'));
    await mkdir(join(there, 'of'));
    await make(join(here, 'of/thing'));
    await make(join(there, 'of/thing'));
    await kinds[kind](join(here, 'thing'));
    await kinds[kind](join(there, 'thing'));
    const was = kind === 'dangling link' ? 'link' : kind;
    for (const [copy, place] of [
      [(whenThere: 'keep' | 'replace') => to({ source: join(here, 'of/thing'), whenThere }), there],
      [(whenThere: 'keep' | 'replace') => from({ source: 'of/thing', whenThere }), here],
    ] as const) {
      const before = await lstat(join(place, 'thing'));
      expect(await resultOf(copy('keep'))).toMatchObject({ outcome: 'kept', was, files: 0 });
      expect((await lstat(join(place, 'thing'))).ino).toBe(before.ino);
      expect(await resultOf(copy('replace'))).toMatchObject({ outcome: 'copied', was, files: 1 });
      isSame(join(here, 'of/thing'), join(place, 'thing'));
      expect(await left(place)).toEqual(['of', 'thing']);
    }
  });

  test('a link to a folder that is named as the destination is that folder', async () => {
    const { here, there, to } = await places();
    await mkdir(join(there, 'release-1'));
    await symlink('release-1', join(there, 'current'));
    await writeFile(join(here, 'file'), 'x');
    expect(await resultOf(to({ source: join(here, 'file'), destination: 'current' }))).toMatchObject({
      path: 'current/file',
    });
    expect(await left(join(there, 'release-1'))).toEqual(['file']);
  });
});

/** A `PATH` with these programs of this machine alone. */
async function programs(...names: string[]): Promise<string> {
  const folder = await temporaryFolder(after);
  for (const name of names) {
    const { stdout } = spawnSync('sh', ['-c', 'command -v "$1"', 'sh', name], { encoding: 'utf8' });
    await symlink(stdout.trim(), join(folder, name));
  }
  return folder;
}

const least = ['sh', 'mkdir', 'mv', 'rm', 'rmdir', 'cat', 'head', 'wc', 'chmod'];

describe('a container that has less', () => {
  test('without tar a file goes by its shell', async () => {
    const { here, there, to, from } = await places({ path: await programs(...least, 'sha256sum') });
    await writeFile(join(here, 'run'), 'x'.repeat(100_000), { mode: 0o755 });
    expect(await resultOf(to({ source: join(here, 'run') }))).toMatchObject({
      files: 1,
      checkedBy: 'sha256sum',
    });
    expect((await stat(join(there, 'run'))).mode & 0o777).toBe(0o755);
    expect(await resultOf(from({ source: 'run', destination: join(here, 'back') }))).toMatchObject({
      files: 1,
      checkedBy: 'sha256sum',
    });
    isSame(join(here, 'run'), join(here, 'back'));
  });

  test('without tar a folder does not, and the way out is said', async () => {
    const { here, there, to, from } = await places({ path: await programs(...least) });
    await makeTree(join(here, 'tree'));
    await makeTree(join(there, 'other'));
    const says = /has no tar, .* one by one, or by a container that has tar/;
    expect((await failureOf(to({ source: join(here, 'tree') }))).message).toMatch(says);
    expect((await failureOf(from({ source: 'other' }))).message).toMatch(says);
    expect([await left(here), await left(there)]).toEqual([['tree'], ['other']]);
  });

  test('without a shell nothing does, and the way out is said', async () => {
    const instead = () => [
      'sh',
      '-c',
      'echo \'exec: "sh": executable file not found in $PATH\' >&2; exit 127',
    ];
    const { here, to, from } = await places({ instead });
    await writeFile(join(here, 'file'), 'x');
    const says = /pod web.*: the container has no shell.* ephemeral/;
    expect((await failureOf(to({ source: join(here, 'file') }))).message).toMatch(says);
    expect((await failureOf(from({ source: '/etc/hostname' }))).message).toMatch(says);
  });

  test.each([
    ['cksum', ['cksum', 'xargs'], 'cksum'],
    ['no checksum', ['xargs'], 'size'],
    ['no list of names', ['sha256sum'], 'size'],
  ])('with %s', async (_what, more, checkedBy) => {
    const { here, there, to, from } = await places({ path: await programs(...least, 'tar', ...more) });
    await makeTree(join(here, 'tree'));
    expect(await resultOf(to({ source: join(here, 'tree') }))).toMatchObject({ checkedBy, files: 16 });
    expect(await resultOf(from({ source: 'tree', destination: join(here, 'back') }))).toMatchObject({
      checkedBy,
      files: 16,
    });
    isSame(join(here, 'tree'), join(here, 'back'));
    isSame(join(here, 'tree'), join(there, 'tree'));
  });
});

describe('what cannot be copied is said', () => {
  test.each<[what: string, copy: { source?: string; destination?: string }, says: RegExp]>([
    ['a source that is not', { source: '/no/such' }, /\/no\/such cannot be read \(ENOENT\)/],
    ['the root', { source: '/' }, /has no name of its own.*one by one/],
    ['a source that is a device', { source: '/dev/null' }, /neither a file nor a folder/],
    [
      'a folder that is not',
      { destination: '/no/such/place' },
      /no such folder.*can't cd to \/no\/such.*Name one/,
    ],
    ['a slash behind what is none', { destination: 'new/' }, /no such folder/],
    ['a file in a file', { destination: 'file/x' }, /no such folder/],
    ['a folder that is read-only', { destination: '/proc/x' }, /nothing can be written there: .*mkdir/],
    ['nothing', { destination: '' }, /no container has such a path/],
    ['a NUL', { destination: 'a\0b' }, /no container has such a path/],
  ])('%s, on the way there', async (_what, copy, says) => {
    const { here, there, to } = await places();
    await writeFile(join(here, 'source'), 'x');
    await writeFile(join(there, 'file'), 'x');
    expect((await failureOf(to({ source: join(here, 'source'), ...copy }))).message).toMatch(says);
    expect(await left(there)).toEqual(['file']);
  });

  test.each<[what: string, copy: Partial<CopyFromContainer> & { source: string }, says: RegExp]>([
    ['a source that is not', { source: 'none' }, /there is nothing of this name/],
    ['a device', { source: '/dev/null' }, /neither a file nor a folder/],
    ['nothing', { source: '' }, /no container has such a path/],
    ['a folder without a name', { source: '..' }, /has no name of its own/],
    [
      'a place that is not',
      { source: 'file', destination: '/no/such/place' },
      /there is no folder \/no\/such/,
    ],
    ['a place that is read-only', { source: 'file', destination: '/proc/x' }, /cannot be written/],
    ['a name that Windows has not', { source: 'CON', platform: 'win32' }, /cannot be named CON here.*device/],
  ])('%s, on the way here', async (_what, copy, says) => {
    const { here, there, from } = await places();
    await writeFile(join(there, 'file'), 'x');
    await writeFile(join(there, 'CON'), 'x');
    expect((await failureOf(from(copy))).message).toMatch(says);
    expect(await left(here)).toEqual([]);
  });

  test('a tree with more than the limit', async () => {
    const { here, there, to, from } = await places();
    await makeTree(join(here, 'tree'));
    await makeTree(join(there, 'other'));
    const few = { entries: 30, bytes: 1 << 30 };
    expect((await failureOf(to({ source: join(here, 'tree'), limits: few }))).message).toMatch(
      /more than 30 files and folders.*one by one/,
    );
    expect((await failureOf(from({ source: 'other', limits: few }))).message).toMatch(
      /more than 30 files and folders, which is the limit/,
    );
    const small = { entries: 1_000, bytes: 2 << 20 };
    expect((await failureOf(from({ source: 'other', limits: small }))).message).toMatch(
      /more than 2 MiB, which is the limit/,
    );
    expect([await left(here), await left(there)]).toEqual([['tree'], ['other']]);
  });
});

test('where upper and lower case are one, names that clash are said and left out', async () => {
  const here = await temporaryFolder(after);
  const folder = (name: string) => tarHeader({ kind: 'directory', name, size: 0, mode: 0o755, modified: 0 });
  const members = [
    folder('./'),
    ...tarFile('./README', 'first'),
    ...tarFile('./readme', 'second'),
    folder('./Src/'),
    ...tarFile('./Src/a', 'x'),
    folder('./src/'),
    ...tarFile('./src/b', 'x'),
    ...tarFile('./A\u0308', 'x'),
    ...tarFile('./\u00e4', 'x'),
    tarHeaderOfType('2', './SRC', 'README'),
    ...tarFile('./other', 'x'),
  ];
  const bytes = async function* () {
    yield Buffer.concat([...members, endOfArchive]);
  };
  const { leftOut, files } = await unpack(new TarReader(new ByteSource(bytes())), {
    of: 'folder',
    root: join(here, 'new'),
    platform: 'darwin',
    foldsCase: true,
    limits: { bytes: 1 << 20, entries: 100 },
    sum: contentSum('size'),
    now: 0,
    what: 'copy',
    onDidWrite: () => {},
    signal: new AbortController().signal,
  });
  expect(leftOut.items.map(({ path, says }) => `${path} ${says}`)).toEqual([
    './readme differs from README in upper and lower case alone, which is one here',
    './src/ differs from Src in upper and lower case alone, which is one here',
    './src/b is in a folder that is left out',
    './\u00e4 differs from A\u0308 in upper and lower case alone, which is one here',
    'SRC differs from Src in upper and lower case alone, which is one here',
  ]);
  expect(files.map(({ path }) => path)).toEqual(['README', 'Src/a', 'A\u0308', 'other']);
});

test('names that Windows has not are said and left out', async () => {
  const { here, there, from } = await places();
  await mkdir(join(there, 'given/aux.d'), { recursive: true });
  for (const name of ['CON', 'a:b', 'dot.', 'fine', 'aux.d/in'])
    await writeFile(join(there, 'given', name), name);
  const result = await resultOf(from({ source: 'given', platform: 'win32' }));
  expect(result.leftOut.map(({ path, says }) => `${path.slice(2)} ${says}`).sort()).toEqual([
    'CON cannot have this name here: Windows keeps it for a device',
    'a:b cannot have this name here: Windows has no names with :',
    'aux.d/ cannot have this name here: Windows keeps it for a device',
    'aux.d/in is in a folder that is left out',
    'dot. cannot have this name here: Windows has no names that end with a dot or a blank',
  ]);
  expect(result.files).toBe(1);
  expect(await left(join(here, 'given'))).toEqual(['fine']);
});

describe('a copy that breaks', () => {
  const large = Buffer.alloc(30 << 20, 'large ');

  /** Nothing but what was there, and no process. */
  async function nothingLeft({ here, there, container }: Awaited<ReturnType<typeof places>>) {
    await until('no process is left', () => container.running.size === 0);
    expect([await left(here), await left(there)]).toEqual([['source'], ['source']]);
    expect(
      [await readFile(join(here, 'source')), await readFile(join(there, 'source'))].map(
        ({ length }) => length,
      ),
    ).toEqual([large.length, large.length]);
  }

  async function withSources(options?: Partial<LocalContainerOptions>) {
    const all = await places(options);
    await writeFile(join(all.here, 'source'), large);
    await writeFile(join(all.there, 'source'), large);
    return all;
  }

  type Way = (all: Awaited<ReturnType<typeof places>>, signal?: AbortSignal) => AsyncGenerator<CopyStep>;
  const ways: readonly (readonly [string, Way])[] = [
    [
      'there',
      ({ to, here }, signal) =>
        to({ source: join(here, 'source'), whenThere: 'replace', ...(signal ? { signal } : {}) }),
    ],
    [
      'here',
      ({ from }, signal) => from({ source: 'source', whenThere: 'replace', ...(signal ? { signal } : {}) }),
    ],
  ];

  test.each(ways)('cancelled in the middle, on the way %s', async (_way, copy) => {
    const all = await withSources();
    const cancel = new AbortController();
    const begun = performance.now();
    let cancelledAt = begun;
    const reason = new Error('enough');
    const failed = await (async () => {
      for await (const step of copy(all, cancel.signal)) {
        if (step.kind === 'progress' && step.bytes > 1 << 20 && !cancel.signal.aborted) {
          cancelledAt = performance.now();
          cancel.abort(reason);
        }
      }
    })().catch((error: unknown) => error);
    expect(failed).toBe(reason);
    expect(performance.now() - cancelledAt).toBeLessThan(1_000);
    await nothingLeft(all);
  });

  /** Programs of a container whose checksum takes a minute, of whatever there is to sum: then it makes a file. */
  async function withSlowSum(): Promise<{ path: string; isSumming: () => boolean }> {
    const path = await programs(...least, 'sleep', 'xargs', 'tar', 'du');
    const mark = join(path, 'summing');
    const text = `#!/bin/sh\ntest "$(head -c 1 | wc -c)" -gt 0 || exit 0\n: > ${mark}\nexec sleep 60\n`;
    await writeFile(join(path, 'sha256sum'), text, { mode: 0o755 });
    return { path, isSumming: () => existsSync(mark) };
  }

  test.each([
    ['a file', 'there', 'source'],
    ['a folder', 'there', 'folder'],
    ['a file', 'here', 'source'],
    ['a folder', 'here', 'folder'],
  ] as const)(
    'cancelled while the container sums %s, on the way %s: nothing goes on there',
    async (_what, way, name) => {
      const { path, isSumming } = await withSlowSum();
      const all = await withSources({ path });
      for (const place of [all.here, all.there]) {
        await mkdir(join(place, 'folder'));
        await writeFile(join(place, 'folder', 'file'), 'x\n');
      }
      const cancel = new AbortController();
      const how = { whenThere: 'replace', signal: cancel.signal } as const;
      const copy =
        way === 'there'
          ? all.to({ source: join(all.here, name), ...how })
          : all.from({ source: name, ...how });
      const failed = failureOf(copy);
      await until('a sum', isSumming);
      cancel.abort(new Error('enough'));
      expect((await failed).message).toBe('enough');
      for (const place of [all.here, all.there]) await rm(join(place, 'folder'), { recursive: true });
      await nothingLeft(all);
    },
  );

  test.each(ways)('cancelled before, on the way %s', async (_way, copy) => {
    const all = await withSources();
    expect(
      (await failureOf(copy(all, AbortSignal.abort(new Error('never')))).catch(String)).toString(),
    ).toMatch(/never/);
    await nothingLeft(all);
  });

  test.each(ways)('that nobody waits for any more, on the way %s', async (_way, copy) => {
    const all = await withSources();
    for await (const step of copy(all)) if (step.kind === 'progress' && step.bytes > 0) break;
    await nothingLeft(all);
  });

  test.each(ways)('by its line, on the way %s', async (_way, copy) => {
    const all = await withSources();
    const failed = await (async () => {
      for await (const step of copy(all))
        if (step.kind === 'progress' && step.bytes > 1 << 20) all.container.cut();
    })().catch((error: unknown) => error);
    expect(String(failed)).toMatch(/the connection broke/);
    await nothingLeft(all);
  });

  test('by a byte that is another, on the way here', async () => {
    let seen = 0;
    const output = (bytes: Buffer) => {
      seen += bytes.length;
      if (seen > 1 << 20 && seen - bytes.length <= 1 << 20) bytes[0]! ^= 1;
      return bytes;
    };
    const all = await withSources({ output });
    const { message } = await failureOf(all.from({ source: 'source', whenThere: 'replace' }));
    expect(message).toMatch(/changed while it was copied, or did not come as it was sent\. .*copy again/);
    await nothingLeft(all);
  });

  test('by a tar that writes something else, on the way there', async () => {
    const path = await programs(...least, 'sha256sum', 'xargs');
    const real = spawnSync('sh', ['-c', 'command -v tar'], { encoding: 'utf8' }).stdout.trim();
    await writeFile(join(path, 'tar'), `#!/bin/sh\n${real} "$@" && printf x >> "$4/new"\n`, { mode: 0o755 });
    const all = await withSources({ path });
    const { message } = await failureOf(all.to({ source: join(all.here, 'source'), whenThere: 'replace' }));
    expect(message).toMatch(/what came into the container is not what was sent\. Nothing was changed there/);
    await nothingLeft(all);
  });

  test('by a disk that is full, on the way there', async () => {
    const path = await programs(...least, 'sha256sum', 'xargs');
    await writeFile(
      join(path, 'tar'),
      '#!/bin/sh\nhead -c 100000 > "$4/new"; echo "tar: new: No space left on device" >&2; exit 2\n',
      { mode: 0o755 },
    );
    const all = await withSources({ path });
    const { message } = await failureOf(all.to({ source: join(all.here, 'source'), whenThere: 'replace' }));
    expect(message).toMatch(/the container could not write it: .*No space left on device\. .*make room/);
    await nothingLeft(all);
  });

  test('by something else that comes to its place meanwhile, on the way there', async () => {
    const path = await programs(...least, 'sha256sum', 'xargs');
    const real = spawnSync('sh', ['-c', 'command -v tar'], { encoding: 'utf8' }).stdout.trim();
    await writeFile(join(path, 'tar'), `#!/bin/sh\n${real} "$@" && mkdir ./other\n`, { mode: 0o755 });
    const all = await withSources({ path });
    const { message } = await failureOf(all.to({ source: join(all.here, 'source'), destination: 'other' }));
    expect(message).toMatch(/something else has come to its place meanwhile\. Nothing was changed/);
    await rm(join(all.there, 'other'), { recursive: true });
    await nothingLeft(all);
  });

  test('by a file that has become shorter, on the way there', async () => {
    const all = await withSources();
    const failed = await (async () => {
      for await (const step of all.to({ source: join(all.here, 'source'), whenThere: 'replace' })) {
        if (step.kind === 'progress' && step.doing === 'copying')
          await truncate(join(all.here, 'source'), 100);
      }
    })().catch((error: unknown) => error);
    expect(String(failed)).toMatch(/source changed while it was copied/);
    await writeFile(join(all.here, 'source'), large);
    await nothingLeft(all);
  });
});

describe('files that change under the copy', () => {
  test('a log that goes on is what it was when it began', async () => {
    const { here, there, from } = await places({
      instead: (command) =>
        command[2]!.includes('tar -chf')
          ? [
              ...command.slice(0, 2),
              `${command[2]!.replace('exit "$c"', 'echo more >> "$1"; exit "$c"')}`,
              ...command.slice(3),
            ]
          : undefined,
    });
    await writeFile(join(there, 'app.log'), 'line\n'.repeat(1_000));
    expect(await resultOf(from({ source: 'app.log' }))).toMatchObject({ checkedBy: 'sha256sum', files: 1 });
    expect(await readFile(join(here, 'app.log'), 'utf8')).toBe('line\n'.repeat(1_000));
    expect((await stat(join(there, 'app.log'))).size).toBe(5_005);
  });

  test('a log that goes on between its being counted and read is what was read', async () => {
    const { here, there, from } = await places({
      instead: (command) =>
        command[2]!.includes('tar -chf')
          ? [
              ...command.slice(0, 2),
              command[2]!.replace('c=0', 'echo more >> "$1"; c=0'),
              ...command.slice(3),
            ]
          : undefined,
    });
    await writeFile(join(there, 'app.log'), 'line\n');
    expect(await resultOf(from({ source: 'app.log' }))).toMatchObject({ checkedBy: 'sha256sum', bytes: 10 });
    expect(await readFile(join(here, 'app.log'), 'utf8')).toBe('line\nmore\n');
  });

  test('of a folder, what goes on is copied and what is another is left out', async () => {
    const change = 'echo more >> app.log; echo other > "./-state\nx"; rm gone; exit "$c"';
    const { here, there, from } = await places({
      instead: (command) =>
        command[2]!.includes('tar -chf')
          ? [...command.slice(0, 2), command[2]!.replace('exit "$c"', change), ...command.slice(3)]
          : undefined,
    });
    await mkdir(join(there, 'var'));
    for (const name of ['app.log', '-state\nx', 'gone', 'same'])
      await writeFile(join(there, 'var', name), `${name} as it was`);
    const result = await resultOf(from({ source: 'var' }));
    expect(result.files).toBe(2);
    expect(result.leftOut.map(({ path, reason }) => [path, reason])).toEqual(
      expect.arrayContaining([
        ['-state\uFFFDx', 'changed meanwhile'],
        ['gone', 'changed meanwhile'],
      ]),
    );
    expect(await left(join(here, 'var'))).toEqual(['app.log', 'same']);
  });
});

test('times to come and before all time are none that a file here gets', async () => {
  const { here, there, from } = await places();
  await mkdir(join(there, 'given'));
  await writeFile(join(there, 'given/future'), 'x');
  await utimes(join(there, 'given/future'), 4e9, 4e9);
  await resultOf(from({ source: 'given', now: () => 1e12 }));
  expect((await stat(join(here, 'given/future'))).mtimeMs).toBe(1e12 + 24 * 60 * 60 * 1_000);
});
