/** A frame of SPDY/3.1, header blocks still compressed. */
export type SpdyFrame =
  | { readonly type: 'data'; readonly stream: number; readonly isLast: boolean; readonly bytes: Buffer }
  | { readonly type: 'synStream'; readonly stream: number; readonly isLast: boolean; readonly block: Buffer }
  | {
      readonly type: 'headers' | 'synReply';
      readonly stream: number;
      readonly isLast: boolean;
      readonly block: Buffer;
    }
  | { readonly type: 'rstStream'; readonly stream: number; readonly status: number }
  | { readonly type: 'ping'; readonly id: number }
  | { readonly type: 'goAway' }
  /** SETTINGS, WINDOW_UPDATE and anything unknown: nothing to do. */
  | { readonly type: 'other' };

const controlTypes = { synStream: 1, synReply: 2, rstStream: 3, ping: 6, goAway: 7, headers: 8 } as const;

/** No control frame of this protocol is longer; a longer one is hostile or not SPDY. */
const longestControlFrame = 64 * 1024;

/** Cuts a byte stream into frames, however it is cut itself. */
export class SpdyFrameReader {
  #rest: Buffer = Buffer.alloc(0);

  /** The frames that are complete now. Throws when the bytes are no SPDY. */
  read(bytes: Buffer): SpdyFrame[] {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const frames: SpdyFrame[] = [];
    while (this.#rest.length >= 8) {
      const length = this.#rest.readUIntBE(5, 3);
      const isControl = this.#rest[0]! >= 0x80;
      if (isControl && (this.#rest.readUInt16BE(0) !== 0x8003 || length > longestControlFrame)) {
        throw new Error('not a SPDY/3 frame');
      }
      if (this.#rest.length < 8 + length) break;
      frames.push(parseFrame(this.#rest.subarray(0, 8), this.#rest.subarray(8, 8 + length)));
      this.#rest = this.#rest.subarray(8 + length);
    }
    return frames;
  }
}

export function dataFrame(stream: number, bytes: Buffer, end: 'open' | 'last'): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(stream, 0);
  head.writeUInt8(end === 'last' ? 1 : 0, 4);
  head.writeUIntBE(bytes.length, 5, 3);
  return Buffer.concat([head, bytes]);
}

export function synReplyFrame(stream: number, block: Buffer): Buffer {
  return controlFrame(controlTypes.synReply, Buffer.concat([uint32(stream), block]));
}

export function rstStreamFrame(stream: number, status: number): Buffer {
  return controlFrame(controlTypes.rstStream, Buffer.concat([uint32(stream), uint32(status)]));
}

export function pingFrame(id: number): Buffer {
  return controlFrame(controlTypes.ping, uint32(id));
}

/** The headers of an uncompressed block; names are lower case. Throws when it is malformed. */
export function parseHeaderBlock(block: Buffer): Map<string, string> {
  const headers = new Map<string, string>();
  let offset = 4;
  const text = () => {
    const length = block.readUInt32BE(offset);
    offset += 4 + length;
    if (offset > block.length) throw new Error('malformed header block');
    return block.toString('latin1', offset - length, offset);
  };
  for (let left = Math.min(block.readUInt32BE(0), 256); left > 0; left--) {
    const name = text();
    headers.set(name, text());
  }
  return headers;
}

function parseFrame(head: Buffer, body: Buffer): SpdyFrame {
  const isLast = (head[4]! & 1) === 1;
  if (head[0]! < 0x80) return { type: 'data', stream: head.readUInt32BE(0), isLast, bytes: body };
  const stream = body.length >= 4 ? body.readUInt32BE(0) & 0x7fffffff : 0;
  switch (head.readUInt16BE(2)) {
    case controlTypes.synStream:
      return { type: 'synStream', stream, isLast, block: body.subarray(10) };
    case controlTypes.synReply:
      return { type: 'synReply', stream, isLast, block: body.subarray(4) };
    case controlTypes.headers:
      return { type: 'headers', stream, isLast, block: body.subarray(4) };
    case controlTypes.rstStream:
      return { type: 'rstStream', stream, status: body.length >= 8 ? body.readUInt32BE(4) : 0 };
    case controlTypes.ping:
      return { type: 'ping', id: body.length >= 4 ? body.readUInt32BE(0) : 0 };
    case controlTypes.goAway:
      return { type: 'goAway' };
    default:
      return { type: 'other' };
  }
}

function controlFrame(type: number, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16BE(0x8003, 0);
  head.writeUInt16BE(type, 2);
  head.writeUIntBE(body.length, 5, 3);
  return Buffer.concat([head, body]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
