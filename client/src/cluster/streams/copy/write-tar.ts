import { blockSize, headerChecksum, paddingOf } from './tar-format.ts';

/** An entry to be written. Of folders the name ends with a slash. */
export interface NewTarEntry {
  readonly kind: 'file' | 'directory' | 'symbolic link';
  readonly name: string;
  readonly size: number;
  readonly mode: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
  /** What a link leads to. */
  readonly link?: string;
}

/** What says that no entry follows. */
export const endOfArchive: Buffer = Buffer.alloc(2 * blockSize);

const types = { file: '0', directory: '5', 'symbolic link': '2' } as const;
const fieldSize = 100;
const octalEnd = 0o77777777777;

/**
 * The blocks before the content of an entry. Names too long for them come before in GNU's way, which the tar of BusyBox
 * knows, too; that of POSIX it passes over. Nobody owns the entry, so that nobody but who unpacks it does.
 */
export function tarHeader(entry: NewTarEntry): Buffer {
  const { link = '' } = entry;
  return Buffer.concat([
    ...longName('L', entry.name),
    ...longName('K', link),
    header(types[entry.kind], entry.name, link, entry),
  ]);
}

/** How long the blocks of an entry are, its content and what fills the last one included. */
export function tarLength(entry: NewTarEntry): number {
  const before = lengthOfLong(entry.name) + lengthOfLong(entry.link ?? '');
  return before + blockSize + entry.size + paddingOf(entry.size);
}

function lengthOfLong(text: string): number {
  const size = Buffer.byteLength(text);
  return size <= fieldSize ? 0 : blockSize + size + 1 + paddingOf(size + 1);
}

function longName(type: 'L' | 'K', text: string): Buffer[] {
  const bytes = Buffer.from(text);
  if (bytes.length <= fieldSize) return [];
  const size = bytes.length + 1;
  const about = header(type, '././@LongLink', '', { size, mode: 0o644, modified: 0 });
  return [about, bytes, Buffer.alloc(1 + paddingOf(size))];
}

function header(
  type: string,
  name: string,
  link: string,
  { size, mode, modified }: Pick<NewTarEntry, 'size' | 'mode' | 'modified'>,
): Buffer {
  const block = Buffer.alloc(blockSize);
  Buffer.from(name).copy(block, 0, 0, fieldSize);
  writeOctal(block, mode, 100, 8);
  writeOctal(block, 0, 108, 8);
  writeOctal(block, 0, 116, 8);
  writeSize(block, size);
  writeOctal(block, Math.min(Math.max(0, Math.floor(modified / 1_000)), octalEnd), 136, 12);
  block.write(type, 156, 'latin1');
  Buffer.from(link).copy(block, 157, 0, fieldSize);
  block.write('ustar  \0', 257, 'latin1');
  block.write(`${headerChecksum(block).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

function writeOctal(block: Buffer, value: number, at: number, length: number): void {
  block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
}

/** Of 8 GB and more in binary, as GNU does. */
function writeSize(block: Buffer, size: number): void {
  if (size <= octalEnd) {
    writeOctal(block, size, 124, 12);
    return;
  }
  block[124] = 0x80;
  block.writeBigUInt64BE(BigInt(size), 128);
}
