import type { ByteSource } from './byte-source.ts';
import { blockSize, headerChecksum, paddingOf, type TarEntry, type TarKind } from './tar-format.ts';

/** What is no archive, or breaks off. */
export class TarFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TarFault';
  }
}

/** What programs write of names and attributes is shorter. */
const longestExtension = 1024 * 1024;
/** More of them before one entry are meant as harm. */
const mostExtensions = 16;

const kinds: Readonly<Record<string, TarKind>> = {
  '\0': 'file',
  '0': 'file',
  '1': 'hard link',
  '2': 'symbolic link',
  '3': 'device',
  '4': 'device',
  '5': 'directory',
  '6': 'pipe',
  '7': 'file',
  S: 'sparse file',
};

/** Reads an archive entry by entry, none of it further than it is asked for. Throws a `TarFault`. */
export class TarReader {
  readonly #source: ByteSource;
  /** What is left of the entry's content, and what fills its last block. */
  #content = 0;
  #padding = 0;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  /** The next entry; undefined behind the last. What is left of the one before is passed over. */
  async next(): Promise<TarEntry | undefined> {
    await this.#skip();
    let before: Overrides = {};
    for (let extensions = 0; extensions <= mostExtensions; extensions++) {
      const block = await this.#exactly(blockSize);
      if (isEmpty(block)) return undefined;
      const sum = readNumber(block, 148, 8);
      if (sum !== headerChecksum(block) && sum !== signedChecksum(block)) {
        throw new TarFault('what came is no archive');
      }
      const type = String.fromCharCode(block[156]!);
      const size = readNumber(block, 124, 12);
      const read = extensionReaders[type];
      if (!read) return this.#begin(entryOf(block, type, size, before));
      if (size > longestExtension) throw new TarFault('the archive has a name without an end');
      const content = await this.#exactly(size);
      await this.#exactly(paddingOf(size));
      before = { ...before, ...read(content) };
    }
    throw new TarFault('the archive has names without an end');
  }

  /** The content of the entry, in pieces. */
  async *content(): AsyncGenerator<Buffer, void, undefined> {
    while (this.#content > 0) {
      const part = await this.#source.some(this.#content);
      if (!part) throw new TarFault('the archive breaks off');
      this.#content -= part.length;
      yield part;
    }
  }

  #begin(entry: TarEntry): TarEntry {
    // Links, folders and devices have no content, whatever their size says.
    const size = hasContent(entry.kind) ? entry.size : 0;
    this.#content = size;
    this.#padding = paddingOf(size);
    return { ...entry, size };
  }

  async #skip(): Promise<void> {
    for await (const _ of this.content());
    await this.#exactly(this.#padding);
    this.#padding = 0;
  }

  async #exactly(size: number): Promise<Buffer> {
    const bytes = await this.#source.take(size);
    if (bytes.length < size) throw new TarFault('the archive breaks off');
    return bytes;
  }
}

/** What blocks before a header say of its entry. */
interface Overrides {
  readonly name?: string | undefined;
  readonly link?: string | undefined;
  readonly size?: number;
  readonly modified?: number;
  readonly kind?: TarKind;
}

const extensionReaders: Readonly<Record<string, (content: Buffer) => Overrides>> = {
  L: (content) => ({ name: textOf(beforeNul(content)) }),
  K: (content) => ({ link: textOf(beforeNul(content)) }),
  x: (content) => readPaxRecords(content),
  // What holds for all that follows: no name does.
  g: () => ({}),
};

function entryOf(block: Buffer, type: string, size: number, before: Overrides): TarEntry {
  const isPosix = block.toString('latin1', 257, 263) === 'ustar\0';
  const prefix = isPosix ? field(block, 345, 155) : Buffer.alloc(0);
  const name = field(block, 0, 100);
  const whole = prefix.length > 0 ? Buffer.concat([prefix, Buffer.from('/'), name]) : name;
  const said = textOf(whole);
  const kind = kinds[type] ?? 'unknown kind';
  return {
    name: said,
    // As old programs wrote a folder.
    kind: kind === 'file' && (before.name ?? said)?.endsWith('/') ? 'directory' : kind,
    size,
    mode: readNumber(block, 100, 8) & 0o777,
    modified: readNumber(block, 136, 12) * 1_000,
    link: textOf(field(block, 157, 100)),
    ...before,
  };
}

/** Whether bytes of its own follow the header: also of what nobody knows. */
function hasContent(kind: TarKind): boolean {
  return kind === 'file' || kind === 'sparse file' || kind === 'unknown kind';
}

/** `LENGTH KEYWORD=VALUE\n`, again and again (POSIX pax). Throws a `TarFault` where they are none. */
function readPaxRecords(content: Buffer): Overrides {
  let found: Overrides = {};
  for (let at = 0; at < content.length; ) {
    const blank = content.indexOf(32, at);
    const digits = blank < 0 || blank - at > 9 ? '' : content.toString('latin1', at, blank);
    const end = at + Number(digits);
    if (!/^[1-9]\d*$/.test(digits) || end <= blank || end > content.length) {
      throw new TarFault('the archive has attributes that are none');
    }
    const sign = content.indexOf(61, blank);
    if (sign > 0 && sign < end) {
      const keyword = content.toString('latin1', blank + 1, sign);
      found = { ...found, ...paxOverride(keyword, content.subarray(sign + 1, end - 1)) };
    }
    at = end;
  }
  return found;
}

function paxOverride(keyword: string, value: Buffer): Overrides {
  if (keyword === 'path') return { name: textOf(value) };
  if (keyword === 'linkpath') return { link: textOf(value) };
  if (keyword.startsWith('GNU.sparse.')) return { kind: 'sparse file' };
  if (keyword === 'mtime') {
    const seconds = Number(value.toString('latin1'));
    return Number.isFinite(seconds) ? { modified: Math.round(seconds * 1_000) } : {};
  }
  if (keyword !== 'size') return {};
  const digits = value.toString('latin1');
  if (!/^\d{1,15}$/.test(digits)) throw new TarFault('the archive has a size that is none');
  return { size: Number(digits) };
}

function isEmpty(block: Buffer): boolean {
  return block[0] === 0 && block.every((byte) => byte === 0);
}

/** Old programs summed bytes as numbers with a sign. */
function signedChecksum(block: Buffer): number {
  let sum = 8 * 32;
  for (let at = 0; at < blockSize; at++) if (at < 148 || at >= 156) sum += block.readInt8(at);
  return sum;
}

/** Digits to the base of 8, or in binary where the first bit is set. */
function readNumber(block: Buffer, at: number, length: number): number {
  if (block[at]! & 0x80) return readBinary(block.subarray(at, at + length));
  const digits = field(block, at, length).toString('latin1').trim();
  if (!/^[0-7]*$/.test(digits)) throw new TarFault('what came is no archive');
  return digits === '' ? 0 : Number.parseInt(digits, 8);
}

function readBinary(bytes: Buffer): number {
  // Times before 1970 are negative; nothing else may be.
  if (bytes[0]! & 0x40) return 0;
  let value = BigInt(bytes[0]! & 0x3f);
  for (const byte of bytes.subarray(1)) value = value * 256n + BigInt(byte);
  if (value > BigInt(Number.MAX_SAFE_INTEGER) / 1_000n)
    throw new TarFault('the archive has a size that is none');
  return Number(value);
}

function field(block: Buffer, at: number, length: number): Buffer {
  return beforeNul(block.subarray(at, at + length));
}

function beforeNul(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function textOf(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
