import { randomFillSync } from 'node:crypto';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { WebSocketError, WebSocketFrameReader, webSocketFrame } from './web-socket-frames.ts';

/** Where masks come from: 32 bits that nobody can guess. */
export type RandomWord = () => number;

/** What waits in the tunnel, each way. */
const highWaterMark = 256 * 1024;
/** Answers to pings that wait: more are not given to a server that takes none. */
const mostUnsent = 64 * 1024;
/** A read of a socket, with the heads of both protocols. */
const frameLength = 64 * 1024 + 32;
const mostFree = 8;
const normal = 1000;

/**
 * A byte stream that goes as binary messages over a WebSocket, whose handshake is done: what the API server calls a tunnel.
 * Owns the socket. It ends by a close frame, and is destroyed with a `WebSocketError` by what is no WebSocket.
 */
export class WebSocketTunnel extends Duplex {
  readonly #socket: Socket;
  readonly #reader = new WebSocketFrameReader();
  readonly #random: RandomWord;
  #drained: (() => void) | undefined;
  #hasEnded = false;
  /** Memory of frames that are sent. */
  readonly #free: Buffer[] = [];

  /** `head` has come behind the handshake. */
  constructor(socket: Socket, head: Buffer, random: RandomWord = randomWords()) {
    super({ highWaterMark });
    this.#socket = socket;
    this.#random = random;
    socket.on('data', (bytes: Buffer) => this.#receive(bytes));
    socket.on('drain', () => this.#isDrained());
    socket.on('error', (error) => this.destroy(error));
    socket.on('end', () => this.#end());
    socket.on('close', () => this.destroy());
    if (head.length > 0) this.#receive(head);
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, sent: () => void): void {
    this.#send([bytes], sent);
  }

  /** What has gathered is one message. */
  override _writev(chunks: { chunk: Buffer }[], sent: () => void): void {
    this.#send(
      chunks.map(({ chunk }) => chunk),
      sent,
    );
  }

  override _final(done: () => void): void {
    this.#socket.end(this.#closing());
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy();
    this.#isDrained();
    done(error);
  }

  #send(parts: readonly Buffer[], sent: () => void): void {
    let memory: Buffer | undefined;
    const frame = webSocketFrame('binary', parts, this.#random(), (length) => {
      memory = this.#allocate(length);
      return memory;
    });
    const takesMore = this.#socket.write(frame, (error) => {
      if (!error && memory?.length === frameLength && this.#free.length < mostFree) this.#free.push(memory);
    });
    if (takesMore) sent();
    else this.#drained = sent;
  }

  /** What was used before and is free again, where that is long enough: most frames are as long as a read of a socket. */
  #allocate(length: number): Buffer {
    if (length > frameLength || length < frameLength / 8) return Buffer.allocUnsafeSlow(length);
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(frameLength);
  }

  #isDrained(): void {
    const sent = this.#drained;
    this.#drained = undefined;
    sent?.();
  }

  #receive(bytes: Buffer): void {
    try {
      for (const frame of this.#reader.read(bytes)) {
        if (frame.type === 'bytes') this.#push(frame.bytes);
        else if (frame.type === 'ping') this.#answer(frame.payload);
        else this.#isClosed();
      }
    } catch (error) {
      this.destroy(error instanceof Error ? error : new WebSocketError(String(error)));
    }
  }

  #push(bytes: Buffer): void {
    if (!this.#hasEnded && !this.push(bytes)) this.#socket.pause();
  }

  #answer(payload: Buffer): void {
    if (this.#socket.writableLength > mostUnsent) return;
    this.#socket.write(webSocketFrame('pong', [payload], this.#random()));
  }

  /** It says so too, and there is nothing more to come. */
  #isClosed(): void {
    if (!this.#socket.writableEnded) this.#socket.end(this.#closing());
    this.#end();
  }

  #end(): void {
    this.#hasEnded = true;
    this.push(null);
  }

  #closing(): Buffer {
    const code = Buffer.alloc(2);
    code.writeUInt16BE(normal);
    return webSocketFrame('close', [code], this.#random());
  }
}

/** Many at a time: one by one they cost as much as masking does. */
function randomWords(): RandomWord {
  const words = new Uint32Array(1024);
  let left = 0;
  return () => {
    if (left === 0) {
      randomFillSync(words);
      left = words.length;
    }
    return words[--left]!;
  };
}
