import { controlTypes, headLength, type SpdyFrame } from './frames.ts';
import { SpdyError } from './spdy-error.ts';

/** No control frame of a port-forward or a command is longer; a longer one is hostile or not SPDY. */
const longestControlFrame = 64 * 1024;

/**
 * Cuts bytes into frames, however they are cut themselves. What a data frame carries is handed on as it comes, so that no
 * more than one control frame is kept.
 */
export class FrameReader {
  readonly #head = Buffer.alloc(headLength);
  #headLength = 0;
  /** Of a control frame, what has come of it. */
  #parts: Buffer[] = [];
  /** What is still to come of the frame whose head is there. */
  #left = 0;

  /**
   * Gives each frame, and each part of a data frame, that is there now to `take`, until that wants no more; gives how many of the
   * bytes were read. Throws a `SpdyError` where they are no SPDY/3.1.
   */
  read(bytes: Buffer, take: (frame: SpdyFrame) => 'more' | 'no more'): number {
    let at = 0;
    while (at < bytes.length) {
      if (this.#headLength < headLength) {
        at += this.#readHead(bytes, at);
        if (this.#headLength < headLength) break;
        if (this.#left > 0) continue;
      }
      const part = this.#left === 0 ? nothing : bytes.subarray(at, at + this.#left);
      at += part.length;
      this.#left -= part.length;
      const frame = this.#take(part);
      if (this.#left === 0) this.#headLength = 0;
      if (frame && take(frame) === 'no more') break;
    }
    return at;
  }

  /** How many of the bytes from there on it was. */
  #readHead(bytes: Buffer, from: number): number {
    const taken = bytes.copy(this.#head, this.#headLength, from, from + headLength - this.#headLength);
    this.#headLength += taken;
    if (this.#headLength === headLength) {
      this.#left = this.#head.readUIntBE(5, 3);
      checkHead(this.#head, this.#left);
    }
    return taken;
  }

  #take(part: Buffer): SpdyFrame | undefined {
    const isWhole = this.#left === 0;
    const hasFlag = (this.#head[4]! & 1) === 1;
    if (!isControl(this.#head)) {
      return { type: 'data', stream: this.#head.readUInt32BE(0), isLast: isWhole && hasFlag, bytes: part };
    }
    if (!isWhole) {
      // A copy: what was read may be let go.
      this.#parts.push(Buffer.from(part));
      return undefined;
    }
    const body = this.#parts.length === 0 ? part : Buffer.concat([...this.#parts, part]);
    this.#parts = [];
    return controlFrameOf(this.#head, body);
  }
}

const nothing = Buffer.alloc(0);

function isControl(head: Buffer): boolean {
  return head[0]! >= 0x80;
}

function checkHead(head: Buffer, length: number): void {
  if (!isControl(head)) {
    if (head.readUInt32BE(0) === 0) throw new SpdyError('malformed frame', 'data of stream 0');
    return;
  }
  const version = head.readUInt16BE(0) & 0x7fff;
  if (version !== 3) throw new SpdyError('malformed frame', `a control frame of version ${version}`);
  if (length > longestControlFrame) {
    throw new SpdyError('frame too long', `a control frame of ${length} bytes`);
  }
  if (!layouts.has(head.readUInt16BE(2))) {
    throw new SpdyError('malformed frame', `a control frame of type ${head.readUInt16BE(2)}`);
  }
}

/** How a control frame of some type is laid out: which lengths it may have, and what it says. */
interface Layout {
  readonly least: number;
  readonly most?: number;
  read(body: Buffer, isLast: boolean): SpdyFrame;
}

const layouts: ReadonlyMap<number, Layout> = new Map<number, Layout>([
  [
    controlTypes.synStream,
    {
      least: 10,
      read: (body, isLast) => ({
        type: 'synStream',
        stream: streamOf(body),
        isLast,
        block: body.subarray(10),
      }),
    },
  ],
  [
    controlTypes.synReply,
    {
      least: 4,
      read: (body, isLast) => ({ type: 'synReply', stream: streamOf(body), isLast, block: body.subarray(4) }),
    },
  ],
  [
    controlTypes.headers,
    {
      least: 4,
      read: (body, isLast) => ({ type: 'headers', stream: streamOf(body), isLast, block: body.subarray(4) }),
    },
  ],
  [
    controlTypes.rstStream,
    {
      least: 8,
      most: 8,
      read: (body) => ({ type: 'rstStream', stream: streamOf(body), status: body.readUInt32BE(4) }),
    },
  ],
  [controlTypes.ping, { least: 4, most: 4, read: (body) => ({ type: 'ping', id: body.readUInt32BE(0) }) }],
  [
    controlTypes.goAway,
    {
      least: 8,
      most: 8,
      read: (body) => ({
        type: 'goAway',
        lastStream: body.readUInt32BE(0) & 0x7fffffff,
        status: body.readUInt32BE(4),
      }),
    },
  ],
  [controlTypes.settings, { least: 4, read: () => ({ type: 'settings' }) }],
  [controlTypes.windowUpdate, { least: 8, most: 8, read: () => ({ type: 'windowUpdate' }) }],
]);

function controlFrameOf(head: Buffer, body: Buffer): SpdyFrame {
  const type = head.readUInt16BE(2);
  const layout = layouts.get(type)!;
  if (body.length < layout.least || body.length > (layout.most ?? body.length)) {
    throw new SpdyError('malformed frame', `a control frame of type ${type} with ${body.length} bytes`);
  }
  return layout.read(body, (head[4]! & 1) === 1);
}

function streamOf(body: Buffer): number {
  const stream = body.readUInt32BE(0) & 0x7fffffff;
  if (stream === 0) throw new SpdyError('malformed frame', 'a control frame about stream 0');
  return stream;
}
