// node unpacking.mjs FLOOD FOLDER: unpacks an archive without an end into FOLDER/new, with the limits that people have. Prints as JSON
// what it failed with and how much memory it took beside what it had.
import { join } from 'node:path';
import { ByteSource } from '../../../client/src/cluster/streams/copy/byte-source.ts';
import { contentSum } from '../../../client/src/cluster/streams/copy/content-sum.ts';
import { TarReader } from '../../../client/src/cluster/streams/copy/read-tar.ts';
import { headerChecksum } from '../../../client/src/cluster/streams/copy/tar-format.ts';
import { unpack } from '../../../client/src/cluster/streams/copy/unpack.ts';
import { tarExtension, tarFile, tarHeaderOfType } from '../../support/tar-entries.ts';
import { peakOf, usage } from './measured-process.ts';

const digits = 7;

/** Headers that differ in the number behind the name alone: to make each anew takes longer than to read it. */
function numbered(type: string, name: string, link = ''): (index: number) => Buffer[] {
  const first = tarHeaderOfType(type, name + '0'.repeat(digits), link);
  const sum = headerChecksum(first);
  return (index) => {
    const block = Buffer.from(first);
    const number = String(index).padStart(digits, '0');
    block.write(number, name.length, 'latin1');
    const more = [...number].reduce((of, digit) => of + Number(digit), 0);
    block.write((sum + more).toString(8).padStart(6, '0'), 148, 'latin1');
    return [block];
  };
}

const same = tarFile('./same', 'x');

/** The blocks of the archive, without an end, entry by entry. */
const floods: Readonly<Record<string, (index: number) => Buffer[]>> = {
  devices: numbered('3', './device-'),
  twice: () => same,
  links: numbered('2', './link-', 'target'),
  'long names': (index) => [
    ...tarExtension('L', `./${`${index}/`.padEnd(200, 'n')}${`/${'d'.repeat(200)}`.repeat(18)}\0`),
    tarHeaderOfType('3', 'device'),
  ],
  'deep folders': (index) => [
    ...tarExtension('L', `./${index}/${'a/'.repeat(1_900)}f\0`),
    tarHeaderOfType('0', './f'),
  ],
  'folders below one left out': (index) => [
    ...(index === 0 ? tarFile('./a', 'x') : []),
    ...tarExtension('L', `./a/${index}/${'a/'.repeat(1_900)}f\0`),
    tarHeaderOfType('0', './f'),
  ],
  'one file': (index) => (index === 0 ? [tarHeaderOfType('0', './file', '', 8 * 1024 ** 3 - 1)] : [zeros]),
};

const zeros = Buffer.alloc(64 * 1024);

const [flood = '', folder = ''] = process.argv.slice(2);
const { resident } = await usage(process.pid);

async function* archive(): AsyncGenerator<Buffer> {
  for (let index = 0; ; index++) {
    const parts: Buffer[] = [];
    for (let size = 0; size < 64 * 1024; index++) {
      const blocks = floods[flood]!(index);
      parts.push(...blocks);
      size += blocks.reduce((sum, { length }) => sum + length, 0);
    }
    yield Buffer.concat(parts);
  }
}

const failed = await unpack(new TarReader(new ByteSource(archive())), {
  of: 'folder',
  root: join(folder, 'new'),
  platform: process.platform,
  foldsCase: true,
  limits: {
    bytes: flood === 'one file' ? 256 * 1024 ** 2 : 32 * 1024 ** 3,
    entries: flood === 'deep folders' ? 10_000 : 200_000,
  },
  sum: contentSum('size'),
  now: 0,
  what: 'copy',
  onDidWrite: () => {},
  signal: new AbortController().signal,
}).then(
  () => 'nothing',
  (error: Error) => error.message,
);
console.log(JSON.stringify({ failed, taken: (await peakOf(process.pid)) - resident }));
