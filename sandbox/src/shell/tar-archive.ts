/** One entry of an archive, before its bytes. */
export interface TarHeader {
  readonly name: string;
  readonly kind: 'file' | 'directory' | 'other';
  readonly size: number;
  readonly mode: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

/** Archives are made of blocks of this size. */
export const blockSize = 512;

/** What says that no entry follows. */
export const endOfArchive: Buffer = Buffer.alloc(2 * blockSize);

/** What is wrong with an archive. */
export class TarError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TarError';
  }
}

/** The blocks before the bytes of an entry (POSIX ustar; a name too long for it goes before in a header of pax). */
export function tarHeader(header: TarHeader): Buffer {
  const name = Buffer.from(header.name);
  if (name.length <= 100) return ustar(name, header.kind === 'directory' ? '5' : '0', header);
  const record = paxRecord('path', header.name);
  const extended = ustar(Buffer.from('PaxHeader'), 'x', { ...header, size: record.length });
  return Buffer.concat([
    extended,
    record,
    padding(record.length),
    ustar(name.subarray(0, 100), header.kind === 'directory' ? '5' : '0', header),
  ]);
}

/** What fills the last block of so many bytes. */
export function padding(size: number): Buffer {
  return Buffer.alloc((blockSize - (size % blockSize)) % blockSize);
}

/** What a block says: an entry, one that renames the next (GNU and pax), or the end. Throws a `TarError`. */
export type TarBlock =
  | { readonly kind: 'entry'; readonly header: TarHeader }
  | { readonly kind: 'extension'; readonly of: 'gnu' | 'pax' | 'other'; readonly size: number }
  | { readonly kind: 'end' };

/** Reads one block of 512 bytes. Throws a `TarError` where it is none of an archive. */
export function readTarBlock(block: Buffer): TarBlock {
  if (block.every((byte) => byte === 0)) return { kind: 'end' };
  if (octal(block, 148, 8) !== checksum(block)) throw new TarError('invalid tar magic');
  const size = octal(block, 124, 12);
  const type = String.fromCharCode(block[156]!);
  if (type === 'L') return { kind: 'extension', of: 'gnu', size };
  if (type === 'x') return { kind: 'extension', of: 'pax', size };
  if (type === 'g' || type === 'K') return { kind: 'extension', of: 'other', size };
  const prefix = block.toString('latin1', 257, 262) === 'ustar' ? text(block, 345, 155) : '';
  const name = text(block, 0, 100);
  const isFile = type === '0' || type === '\0' || type === '7';
  return {
    kind: 'entry',
    header: {
      name: prefix ? `${prefix}/${name}` : name,
      kind: type === '5' ? 'directory' : isFile ? 'file' : 'other',
      // Links and devices have no bytes, whatever their size says.
      size: isFile ? size : 0,
      mode: octal(block, 100, 8) & 0o777,
      modified: octal(block, 136, 12) * 1000,
    },
  };
}

/** The name that an extension gives to the next entry; undefined where it gives none. */
export function nameInExtension(of: 'gnu' | 'pax' | 'other', content: Buffer): string | undefined {
  if (of === 'gnu') return content.toString('utf8').replace(/\0.*$/s, '');
  if (of === 'other') return undefined;
  let name: string | undefined;
  for (let at = 0; at < content.length; ) {
    const blank = content.indexOf(32, at);
    const length = Number(content.toString('latin1', at, blank < 0 ? at : Math.min(blank, at + 12)));
    if (!Number.isInteger(length) || length <= 0) break;
    const record = content.toString('utf8', blank + 1, at + length - 1);
    if (record.startsWith('path=')) name = record.slice(5);
    at += length;
  }
  return name;
}

function paxRecord(keyword: string, value: string): Buffer {
  const rest = Buffer.byteLength(` ${keyword}=${value}\n`);
  let length = rest + String(rest).length;
  length = rest + String(length).length;
  return Buffer.from(`${length} ${keyword}=${value}\n`);
}

function ustar(name: Buffer, type: string, { size, mode, modified }: TarHeader): Buffer {
  const block = Buffer.alloc(blockSize);
  name.copy(block);
  const number = (value: number, at: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  number(mode, 100, 8);
  number(0, 108, 8);
  number(0, 116, 8);
  number(type === '5' ? 0 : size, 124, 12);
  number(Math.floor(modified / 1000), 136, 12);
  block.write(type, 156, 'latin1');
  block.write('ustar\x0000', 257, 'latin1');
  block.write('root', 265, 'latin1');
  block.write('root', 297, 'latin1');
  block.write(`${checksum(block).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

/** The sum of all bytes, with blanks in the place of the sum itself. */
function checksum(block: Buffer): number {
  let sum = 8 * 32;
  for (const [index, byte] of block.entries()) if (index < 148 || index >= 156) sum += byte;
  return sum;
}

function octal(block: Buffer, at: number, length: number): number {
  // Sizes beyond 8 GB are written in binary; nothing here takes any.
  if (block[at]! & 0x80) throw new TarError('file too large');
  const digits = text(block, at, length).trim();
  if (!/^[0-7]*$/.test(digits)) throw new TarError('invalid tar magic');
  return digits === '' ? 0 : Number.parseInt(digits, 8);
}

function text(block: Buffer, at: number, length: number): string {
  const end = block.indexOf(0, at);
  return block.toString('utf8', at, end < 0 || end > at + length ? at + length : end);
}
