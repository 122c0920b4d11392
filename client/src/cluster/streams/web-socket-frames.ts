/** What a server says by WebSocket, as it comes. */
export type WebSocketFrame =
  /** A part of the bytes that binary messages carry, the first of one or a later one. */
  | { readonly type: 'bytes'; readonly bytes: Buffer; readonly beginsMessage: boolean }
  | { readonly type: 'ping'; readonly payload: Buffer }
  | { readonly type: 'close'; readonly code: number };

/** What a server has sent is no WebSocket, or none that carries bytes. */
export class WebSocketError extends Error {
  constructor(message: string) {
    super(`WebSocket: ${message}`);
    this.name = 'WebSocketError';
  }
}

const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;
/** A close frame without a code. */
const noCode = 1005;

/** Cuts what a server sends into frames (RFC 6455, 5.2), however it is cut itself, and keeps none of what it carries. */
export class WebSocketFrameReader {
  readonly #head = Buffer.alloc(10);
  #headLength = 0;
  #opcode = 0;
  #left = 0;
  #isInMessage = false;
  #beginsMessage = false;
  #control: Buffer[] = [];

  /** What has come whole by now. Throws a `WebSocketError`. */
  read(bytes: Buffer): WebSocketFrame[] {
    const frames: WebSocketFrame[] = [];
    let at = 0;
    while (at < bytes.length) {
      if (!this.#isHeadRead()) {
        this.#head[this.#headLength++] = bytes[at++]!;
        if (!this.#isHeadRead()) continue;
        this.#beginFrame();
        if (this.#left > 0) continue;
      }
      const part = bytes.subarray(at, at + this.#left);
      at += part.length;
      this.#left -= part.length;
      const frame = this.#take(part);
      if (frame) frames.push(frame);
      if (this.#left === 0) this.#headLength = 0;
    }
    return frames;
  }

  #isHeadRead(): boolean {
    if (this.#headLength < 2) return false;
    const length = this.#head[1]! & 0x7f;
    return this.#headLength === (length === 127 ? 10 : length === 126 ? 4 : 2);
  }

  #beginFrame(): void {
    const first = this.#head[0]!;
    const second = this.#head[1]!;
    const isFinal = first >= 0x80;
    this.#opcode = first & 0x0f;
    this.#left = this.#lengthOf(second & 0x7f);
    if ((first & 0x70) !== 0) throw new WebSocketError('a frame with a reserved bit');
    if (second >= 0x80) throw new WebSocketError('a masked frame of a server');
    if (this.#opcode >= opcodes.close) {
      if (!isFinal || this.#left > 125) throw new WebSocketError('a control frame that is too long');
      if (this.#opcode > opcodes.pong) throw new WebSocketError(`a frame of type ${this.#opcode}`);
      return;
    }
    if (this.#opcode === opcodes.text) throw new WebSocketError('a text');
    if (this.#opcode > opcodes.binary) throw new WebSocketError(`a frame of type ${this.#opcode}`);
    if ((this.#opcode === opcodes.continuation) !== this.#isInMessage) {
      throw new WebSocketError('a message within another');
    }
    this.#isInMessage = !isFinal;
    if (this.#opcode === opcodes.binary) this.#beginsMessage = true;
  }

  #lengthOf(short: number): number {
    if (short < 126) return short;
    if (short === 126) return this.#head.readUInt16BE(2);
    const length = this.#head.readBigUInt64BE(2);
    if (length > BigInt(Number.MAX_SAFE_INTEGER)) throw new WebSocketError('a frame without an end');
    return Number(length);
  }

  #take(part: Buffer): WebSocketFrame | undefined {
    if (this.#opcode < opcodes.close) {
      if (part.length === 0) return undefined;
      const beginsMessage = this.#beginsMessage;
      this.#beginsMessage = false;
      return { type: 'bytes', bytes: part, beginsMessage };
    }
    this.#control.push(part);
    if (this.#left > 0) return undefined;
    const payload = Buffer.concat(this.#control);
    this.#control = [];
    if (this.#opcode === opcodes.ping) return { type: 'ping', payload };
    if (this.#opcode === opcodes.pong) return undefined;
    return { type: 'close', code: payload.length >= 2 ? payload.readUInt16BE(0) : noCode };
  }
}

/**
 * A client's frame, whole in one message; `mask` is not to be guessed (RFC 6455, 5.3). It stands in what `allocate` gives for so
 * many bytes or more, which begins where a word of four bytes does.
 */
export function webSocketFrame(
  type: 'binary' | 'close' | 'ping' | 'pong',
  parts: readonly Uint8Array[],
  mask: number,
  allocate: (length: number) => Buffer = Buffer.allocUnsafeSlow,
): Buffer {
  let length = 0;
  for (const part of parts) length += part.length;
  const lengthBytes = length < 126 ? 0 : length <= 0xffff ? 2 : 8;
  const payloadAt = 2 + lengthBytes + 4;
  // Masking takes four bytes at a time, which are to begin where it can.
  const before = (4 - (payloadAt % 4)) % 4;
  const needed = before + payloadAt + length;
  const whole = allocate(needed).subarray(0, needed);
  const frame = whole.subarray(before);
  frame[0] = 0x80 | opcodes[type];
  frame[1] = 0x80 | (lengthBytes === 0 ? length : lengthBytes === 2 ? 126 : 127);
  if (lengthBytes === 2) frame.writeUInt16BE(length, 2);
  if (lengthBytes === 8) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.writeUInt32LE(mask, payloadAt - 4);
  let at = payloadAt;
  for (const part of parts) {
    frame.set(part, at);
    at += part.length;
  }
  applyMask(whole, before + payloadAt, mask);
  return frame;
}

/** Everything from `start` on, which is a multiple of four. */
function applyMask(bytes: Buffer, start: number, mask: number): void {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + start, (bytes.length - start) >> 2);
  for (let place = 0; place < words.length; place++) words[place]! ^= mask;
  for (let place = start + words.length * 4; place < bytes.length; place++) {
    bytes[place]! ^= mask >>> (8 * ((place - start) % 4));
  }
}
