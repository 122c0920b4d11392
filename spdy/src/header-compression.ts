import { constants, createInflate, type Inflate } from 'node:zlib';
import { spdyDictionary } from './header-dictionary.ts';
import { SpdyError } from './spdy-error.ts';

/** A block is no longer, whatever it was compressed to. */
const longestBlock = 256 * 1024;
/** As much as one stored block of DEFLATE holds. */
const longestStored = 0xffff;
/** Bytes of a stored block before what it holds. */
const storedHead = 5;

/**
 * Writes header blocks as the one zlib stream of a connection, by stored blocks alone: those of a port-forward are 60 bytes
 * long, so that compressing them is worth nothing, and so each is written at once.
 */
export class HeaderCompressor {
  #hasBegun = false;

  /** The part of the stream that is this block, with nothing left over for the next. */
  compress(block: Buffer): Buffer {
    const head = this.#hasBegun ? 0 : zlibHead.length;
    this.#hasBegun = true;
    const blocks = Math.ceil(block.length / longestStored);
    const part = Buffer.allocUnsafe(head + block.length + (blocks + 1) * storedHead);
    if (head > 0) part.set(zlibHead);
    let at = head;
    for (let from = 0; from < block.length; from += longestStored) at = store(block, from, part, at);
    // An empty one makes who inflates hand on what has come.
    store(block, block.length, part, at);
    return part;
  }
}

/** Reads the header blocks of a connection, which are one zlib stream, in their order. */
export class HeaderDecompressor {
  readonly #inflate: Inflate = createInflate({ dictionary: spdyDictionary });

  constructor() {
    // Each block hears of its own failure; between them nobody is there to be told.
    this.#inflate.on('error', () => {});
  }

  /**
   * What a block holds. Rejects with a `SpdyError` where it is not compressed by SPDY's dictionary, or inflates to too much.
   * The next one is to be asked for when this has come.
   */
  decompress(block: Buffer): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const parts: Buffer[] = [];
      let length = 0;
      const settle = (finish: () => void) => {
        this.#inflate.off('data', collect).off('error', fail).off('close', close);
        finish();
      };
      const collect = (part: Buffer) => {
        length += part.length;
        if (length <= longestBlock) return void parts.push(part);
        settle(() => reject(new SpdyError('headers too long', `headers of more than ${longestBlock} bytes`)));
        this.close();
      };
      const fail = (error: Error) =>
        settle(() =>
          reject(new SpdyError('malformed headers', `headers that are unreadable: ${error.message}`)),
        );
      const close = () =>
        settle(() => reject(new SpdyError('connection closed', 'the connection has ended')));
      this.#inflate.on('data', collect).on('error', fail).on('close', close);
      if (this.#inflate.destroyed) return close();
      this.#inflate.write(block);
      this.#inflate.flush(constants.Z_SYNC_FLUSH, () => settle(() => resolve(Buffer.concat(parts))));
    });
  }

  /** Frees what it holds. */
  close(): void {
    this.#inflate.destroy();
  }
}

/** How a zlib stream with this dictionary begins (RFC 1950, 2.2). */
const zlibHead = Buffer.concat([Buffer.of(0x78, 0x20), uint32(adler32(spdyDictionary))]);

/** Writes a stored block that others follow (RFC 1951, 3.2.4), as much of the bytes as one holds. Gives where the next one begins. */
function store(bytes: Buffer, from: number, into: Buffer, at: number): number {
  const length = Math.min(longestStored, bytes.length - from);
  into.writeUInt8(0, at);
  into.writeUInt16LE(length, at + 1);
  into.writeUInt16LE(length ^ 0xffff, at + 3);
  bytes.copy(into, at + storedHead, from, from + length);
  return at + storedHead + length;
}

function adler32(bytes: Buffer): number {
  const modulus = 65_521;
  let [low, high] = [1, 0];
  for (const byte of bytes) {
    low = (low + byte) % modulus;
    high = (high + low) % modulus;
  }
  return high * 0x1_0000 + low;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
