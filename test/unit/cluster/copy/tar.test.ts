import { expect, test } from 'vitest';
import { ByteSource } from '../../../../client/src/cluster/streams/copy/byte-source.ts';
import { posixChecksum } from '../../../../client/src/cluster/streams/copy/posix-checksum.ts';
import { TarFault, TarReader } from '../../../../client/src/cluster/streams/copy/read-tar.ts';
import { blockSize, paddingOf } from '../../../../client/src/cluster/streams/copy/tar-format.ts';
import {
  endOfArchive,
  type NewTarEntry,
  tarHeader,
  tarLength,
} from '../../../../client/src/cluster/streams/copy/write-tar.ts';
import { changedTarHeader, paxAttributes, tarExtension, tarFile } from '../../../support/tar-entries.ts';

/** What is read of an archive that comes in pieces. */
async function read(parts: readonly Buffer[], piece = 1_000) {
  const whole = Buffer.concat(parts);
  const pieces = async function* () {
    for (let at = 0; at < whole.length; at += piece) yield whole.subarray(at, at + piece);
  };
  const reader = new TarReader(new ByteSource(pieces()));
  const found: unknown[] = [];
  for (let entry = await reader.next(); entry; entry = await reader.next()) {
    const content: Buffer[] = [];
    for await (const bytes of reader.content()) content.push(Buffer.from(bytes));
    const { kind, name, mode, modified, link } = entry;
    found.push([kind, name, mode.toString(8), modified, link, Buffer.concat(content).toString()]);
  }
  return found;
}

const long = `${'folder/'.repeat(20)}ü`;

test.each([1, 7, 511, 512, 513, 100_000])(
  'what is written is read again, in pieces of %i bytes',
  async (piece) => {
    const archive = [
      tarHeader({ kind: 'directory', name: 'a/', size: 0, mode: 0o755, modified: 1_999 }),
      ...tarFile('a/empty', ''),
      ...tarFile('a/-ü\n', 'x'.repeat(512)),
      ...tarFile(long, 'long', { mode: 0o4755 & 0o777 }),
      tarHeader({ kind: 'symbolic link', name: 'a/link', size: 0, mode: 0o777, modified: 0, link: long }),
      endOfArchive,
    ];
    expect(await read(archive, piece)).toEqual([
      ['directory', 'a/', '755', 1_000, '', ''],
      ['file', 'a/empty', '644', 5_000, '', ''],
      ['file', 'a/-ü\n', '644', 5_000, '', 'x'.repeat(512)],
      ['file', long, '755', 5_000, '', 'long'],
      ['symbolic link', 'a/link', '777', 0, long, ''],
    ]);
  },
);

test.each<[entry: NewTarEntry]>([
  [{ kind: 'file', name: 'a', size: 1, mode: 0, modified: 0 }],
  [{ kind: 'file', name: 'a'.repeat(101), size: 512, mode: 0, modified: 0 }],
  [{ kind: 'file', name: 'ü'.repeat(51), size: 0, mode: 0, modified: 0 }],
  [{ kind: 'symbolic link', name: 'a'.repeat(600), size: 0, mode: 0, modified: 0, link: 'b'.repeat(511) }],
])('the length is known before', (entry) => {
  const { length } = tarHeader(entry);
  expect(tarLength(entry)).toBe(length + entry.size + paddingOf(entry.size));
});

test('a size of 8 GB and more', async () => {
  const size = 9 * 1024 ** 3;
  const reader = new TarReader(
    new ByteSource(
      (async function* () {
        yield tarHeader({ kind: 'file', name: 'a', size, mode: 0o600, modified: 0 });
      })(),
    ),
  );
  expect((await reader.next())?.size).toBe(size);
});

test.each<[what: string, archive: Buffer[], entries: unknown[]]>([
  [
    'a name of POSIX',
    [...paxAttributes('path=./b', 'mtime=7.5'), ...tarFile('a', 'x')],
    [['file', './b', '644', 7_500, '', 'x']],
  ],
  [
    'a size of POSIX',
    [...paxAttributes('size=1'), ...tarFile('a', 'x', { size: 0 })],
    [['file', 'a', '644', 5_000, '', 'x']],
  ],
  [
    'what holds for all',
    [...tarExtension('g', '13 path=evil\n'), ...tarFile('a', '')],
    [['file', 'a', '644', 5_000, '', '']],
  ],
  [
    'a file with holes',
    [...paxAttributes('GNU.sparse.major=1'), ...tarFile('a', 'x')],
    [['sparse file', 'a', '644', 5_000, '', 'x']],
  ],
  [
    'a name that is no UTF-8',
    [...tarExtension('L', Buffer.from([0xff, 0])), ...tarFile('a', '')],
    [['file', undefined, '644', 5_000, '', '']],
  ],
  [
    'a mode that lets others run as its owner',
    [changedTarHeader('a', 0, (block) => block.write('0006755', 100))],
    [['file', 'a', '755', 0, '', '']],
  ],
  [
    'a folder with a size',
    [changedTarHeader('a', 512, (block) => block.write('5', 156))],
    [['directory', 'a', '644', 0, '', '']],
  ],
  [
    'a device',
    [changedTarHeader('a', 0, (block) => block.write('3', 156))],
    [['device', 'a', '644', 0, '', '']],
  ],
  [
    'what nobody knows',
    [changedTarHeader('a', 1, (block) => block.write('Z', 156)), Buffer.alloc(512, 1)],
    [['unknown kind', 'a', '644', 0, '', '\u0001']],
  ],
  [
    'a name in two parts',
    [
      changedTarHeader('b', 0, (block) => {
        block.write('ustar\x0000', 257);
        block.write('a', 345);
      }),
    ],
    [['file', 'a/b', '644', 0, '', '']],
  ],
])('%s', async (_what, archive, entries) => {
  expect(await read([...archive, endOfArchive])).toEqual(entries);
});

const first = tarFile('a', 'content')[0]!;

test.each<[what: string, archive: Buffer[], fault: RegExp]>([
  ['nothing', [], /breaks off/],
  ['an end in a header', [first.subarray(0, 300)], /breaks off/],
  ['an end in a content', [first, Buffer.from('con')], /breaks off/],
  ['an end behind a content', [first, Buffer.from('content')], /breaks off/],
  ['an end behind an entry', [...tarFile('a', 'content')], /breaks off/],
  ['a text', [Buffer.from('tar: command not found\n'.padEnd(512))], /no archive/],
  [
    'random bytes',
    [Buffer.from(Array.from({ length: 512 }, (_, at) => (at * 7_919) & 255))],
    /no archive|size that is none/,
  ],
  ['a wrong sum', [Buffer.from(first).fill('b', 0, 1)], /no archive/],
  ['a size in words', [changedTarHeader('a', 0, (block) => block.write('many', 124))], /no archive/],
  [
    'a size beyond all',
    [changedTarHeader('a', 0, (block) => block.fill(0xbf, 124, 136))],
    /size that is none/,
  ],
  ['a size of POSIX that is none', [...paxAttributes('size=-1'), ...tarFile('a', '')], /size that is none/],
  [
    'a name of 100 MB',
    [changedTarHeader('a', 100 << 20, (block) => block.write('L', 156))],
    /name without an end/,
  ],
  [
    'attributes of 8 GB',
    [changedTarHeader('a', 0o77777777777, (block) => block.write('x', 156))],
    /name without an end/,
  ],
  [
    'names without an end',
    Array.from({ length: 20 }, () => tarExtension('L', 'a\0')).flat(),
    /names without an end/,
  ],
  [
    'attributes without a length',
    [...tarExtension('x', 'path=a\n'), ...tarFile('a', '')],
    /attributes that are none/,
  ],
  [
    'attributes longer than they are',
    [...tarExtension('x', '99 path=a\n'), ...tarFile('a', '')],
    /attributes that are none/,
  ],
  [
    'attributes of no length',
    [...tarExtension('x', '0 path=a\n'), ...tarFile('a', '')],
    /attributes that are none/,
  ],
])('%s is no archive', async (_what, archive, fault) => {
  const failed = await read(archive).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failed).toBeInstanceOf(TarFault);
  expect((failed as Error).message).toMatch(fault);
});

test('blocks are of 512 bytes', () => expect(first.length % blockSize).toBe(0));

// What `cksum` of coreutils 8.32 prints.
test.each([
  ['', '4294967295 0'],
  ['a', '1220704766 1'],
  ['123456789', '930766865 9'],
  ['x'.repeat(100_000), undefined],
])('the sum of POSIX of %.10j', (text, printed) => {
  const sum = posixChecksum();
  for (let at = 0; at < text.length; at += 777) sum.update(Buffer.from(text.slice(at, at + 777)));
  const whole = posixChecksum();
  whole.update(Buffer.from(text));
  expect(sum.digest()).toBe(whole.digest());
  if (printed !== undefined) expect(whole.digest()).toBe(printed);
});
