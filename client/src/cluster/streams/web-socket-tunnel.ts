import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { holdBytes, letGoBytes, ownBytes } from '../../../../spdy/src/held-bytes.ts';
import { WebSocketError, WebSocketFrameReader } from './web-socket-frames.ts';
import { type RandomWord, WebSocketSender } from './web-socket-sender.ts';

/** What waits in the tunnel, each way. */
const highWaterMark = 256 * 1024;
/** Answers to pings that wait: more are not given to a server that takes none. */
const mostUnsent = 64 * 1024;
const normal = 1000;

/**
 * A byte stream that goes as binary messages over a WebSocket, whose handshake is done: what the API server calls a tunnel.
 * Owns the socket. It ends by a close frame, and is destroyed with a `WebSocketError` by what is no WebSocket.
 */
export class WebSocketTunnel extends Duplex {
  readonly #socket: Socket;
  readonly #reader = new WebSocketFrameReader();
  readonly #sender: WebSocketSender;
  #drained: (() => void) | undefined;
  #hasEnded = false;

  /** `head` has come behind the handshake. */
  constructor(socket: Socket, head: Buffer, random?: RandomWord) {
    super({ highWaterMark });
    this.#socket = socket;
    this.#sender = new WebSocketSender(socket, random);
    socket.on('data', (bytes: Buffer) => {
      ownBytes(bytes);
      this.#receive(bytes);
    });
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
    const takesMore = this.#sender.send(parts);
    if (takesMore) sent();
    else this.#drained = sent;
  }

  #isDrained(): void {
    const sent = this.#drained;
    this.#drained = undefined;
    sent?.();
  }

  #receive(bytes: Buffer): void {
    try {
      for (const frame of this.#reader.read(bytes)) {
        if (frame.type === 'bytes') {
          holdBytes(frame.bytes);
          this.#push(frame.bytes);
        } else if (frame.type === 'ping') this.#answer(frame.payload);
        else this.#isClosed();
      }
    } catch (error) {
      this.destroy(error instanceof Error ? error : new WebSocketError(String(error)));
    }
    letGoBytes(bytes);
  }

  #push(bytes: Buffer): void {
    if (!this.#hasEnded && !this.push(bytes)) this.#socket.pause();
  }

  #answer(payload: Buffer): void {
    if (this.#socket.writableLength > mostUnsent) return;
    this.#socket.write(this.#sender.control('pong', payload));
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
    return this.#sender.control('close', code);
  }
}
