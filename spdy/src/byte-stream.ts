import { Duplex } from 'node:stream';
import { letGoBytes } from './held-bytes.ts';

/** How a byte stream reaches the other side of what carries it. */
export interface StreamTransport {
  /** Sends bytes; calls back when the next may come. */
  send(bytes: Buffer, sent: (error?: Error | null) => void): void;
  /** No more bytes will be sent. */
  finish(): void;
  /** The reader is behind: it takes no more than what it has been given already. */
  pause(): void;
  /** The reader has caught up. */
  resume(): void;
  /** The stream was destroyed, or has ended both ways. */
  abort(): void;
}

/**
 * One of the byte streams that a connection carries: what arrives is pushed in by `receive`. Bytes that are somebody's own are let go
 * once they are sent; those that are read are let go by who reads them.
 */
export class ByteStream extends Duplex {
  #transport: StreamTransport;
  #hasAllCome = false;
  #cutOff: Error | undefined;

  /** `highWaterMark`: more bytes than these wait in neither direction. */
  constructor(transport: StreamTransport, highWaterMark = 16 * 1024) {
    super({ allowHalfOpen: true, highWaterMark });
    this.#transport = transport;
    // A stream may be cut off at any time; its user sees that as `close`.
    this.on('error', ignore);
  }

  /** Whether the other side has said all, whatever of it is read by now. */
  get hasAllCome(): boolean {
    return this.#hasAllCome;
  }

  /** Bytes from the other side, or null when there will be no more. */
  receive(bytes: Buffer | null): void {
    if (this.destroyed || this.#hasAllCome) return;
    if (bytes === null) this.#hasAllCome = true;
    if (!this.push(bytes) && bytes !== null) this.#transport.pause();
  }

  /** Nothing more goes either way, for this reason: what has come is still to be read, then it is destroyed. */
  cutOff(reason: Error): void {
    if (this.#cutOff || this.destroyed) return;
    this.#cutOff = reason;
    if (!this.#hasAllCome) this.#destroyWhenRead();
    else if (this.readableEnded) this.destroy();
    else this.once('end', () => this.destroy());
  }

  override read(size?: number): Buffer | null {
    const bytes: Buffer | null = super.read(size);
    // Whoever has asked for the last of it is to have it first.
    if (this.#cutOff && !this.#hasAllCome) queueMicrotask(() => this.#destroyWhenRead());
    return bytes;
  }

  /** Ends, then closes without waiting for the other side to end: what an HTTP server does after its last answer. */
  destroySoon(): void {
    if (!this.writableEnded) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }

  override _read(): void {
    this.#transport.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    if (this.#cutOff) return;
    // A failed write would destroy what is still to be read.
    this.#transport.send(chunk, (error) => {
      letGoBytes(chunk);
      if (!this.#cutOff) callback(error);
    });
  }

  override _final(callback: (error?: Error | null) => void): void {
    if (!this.#cutOff) this.#transport.finish();
    callback();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    const transport = this.#transport;
    // Node may keep a stream for long after its end: all that leads to what carried it is not kept with it.
    this.#transport = nothing;
    transport.abort();
    callback(error);
  }

  #destroyWhenRead(): void {
    if (this.readableLength === 0) this.destroy(this.#cutOff);
  }
}

function ignore(): void {}

/** What carries a stream that is over. */
const nothing: StreamTransport = {
  send: (_bytes, sent) => sent(),
  finish: ignore,
  pause: ignore,
  resume: ignore,
  abort: ignore,
};
