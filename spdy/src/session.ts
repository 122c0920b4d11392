import type { Duplex } from 'node:stream';
import { constants, createDeflate, createInflate } from 'node:zlib';
import { ByteStream } from './byte-stream.ts';
import {
  dataFrame,
  parseHeaderBlock,
  pingFrame,
  rstStreamFrame,
  type SpdyFrame,
  SpdyFrameReader,
  synReplyFrame,
} from './frames.ts';
import { spdyDictionary } from './header-dictionary.ts';

/** A stream that the client has opened, and the headers it gave it. */
export interface SpdyStream {
  readonly headers: ReadonlyMap<string, string>;
  readonly bytes: ByteStream;
}

/** A client that opens more at once is none that forwards ports or runs a command. */
const mostStreams = 2000;
const refusedStream = 3;
const cancelled = 5;

/**
 * The server's side of SPDY/3.1 over a byte stream: accepts streams, answers pings. No flow control by windows:
 * neither kubectl nor the kubelet has any; a reader that is behind holds the whole connection.
 */
export class SpdySession {
  readonly #transport: Duplex;
  readonly #accept: (stream: SpdyStream) => void;
  readonly #reader = new SpdyFrameReader();
  readonly #streams = new Map<number, ByteStream>();
  readonly #inflate = createInflate({ dictionary: spdyDictionary });
  readonly #deflate = createDeflate({ dictionary: spdyDictionary });
  #handled: Promise<void> = Promise.resolve();

  constructor(transport: Duplex, accept: (stream: SpdyStream) => void) {
    this.#transport = transport;
    this.#accept = accept;
    transport.on('data', (bytes: Buffer) => this.#read(bytes));
    transport.on('error', () => this.#close());
    transport.on('end', () => this.#close());
    transport.on('close', () => this.#close());
  }

  /** Closes the connection once all that was written is sent. */
  end(): void {
    this.#handled = this.#handled.then(() => void this.#transport.end()).catch(() => this.#close());
  }

  #read(bytes: Buffer): void {
    try {
      for (const frame of this.#reader.read(bytes)) {
        this.#handled = this.#handled.then(() => this.#handle(frame)).catch(() => this.#close());
      }
    } catch {
      this.#close();
    }
  }

  async #handle(frame: SpdyFrame): Promise<void> {
    switch (frame.type) {
      case 'data':
        return this.#receive(frame.stream, frame.bytes, frame.isLast);
      case 'synStream':
        return this.#open(frame.stream, await this.#inflated(frame.block), frame.isLast);
      case 'headers':
      case 'synReply':
        await this.#inflated(frame.block);
        if (frame.isLast) this.#streams.get(frame.stream)?.receive(null);
        return;
      case 'rstStream':
        this.#forget(frame.stream)?.destroy();
        return;
      case 'ping':
        this.#write(pingFrame(frame.id));
    }
  }

  async #open(id: number, block: Buffer, isLast: boolean): Promise<void> {
    if (this.#streams.has(id) || this.#streams.size >= mostStreams) {
      this.#write(rstStreamFrame(id, refusedStream));
      return;
    }
    const bytes = new ByteStream({
      send: (chunk, sent) => this.#write(dataFrame(id, chunk, 'open'), sent),
      finish: () => this.#write(dataFrame(id, Buffer.alloc(0), 'last')),
      pause: () => this.#transport.pause(),
      resume: () => this.#transport.resume(),
      abort: () => {
        if (this.#forget(id) && !bytes.writableFinished) {
          this.#write(rstStreamFrame(id, cancelled));
        }
      },
    });
    this.#streams.set(id, bytes);
    this.#write(synReplyFrame(id, await this.#deflated(Buffer.alloc(4))));
    this.#accept({ headers: parseHeaderBlock(block), bytes });
    if (isLast) bytes.receive(null);
  }

  #receive(id: number, bytes: Buffer, isLast: boolean): void {
    const stream = this.#streams.get(id);
    if (!stream) return;
    if (bytes.length > 0) stream.receive(bytes);
    if (isLast) stream.receive(null);
  }

  #forget(id: number): ByteStream | undefined {
    const stream = this.#streams.get(id);
    this.#streams.delete(id);
    return stream;
  }

  #write(frame: Buffer, sent: (error?: Error | null) => void = () => {}): void {
    if (this.#transport.destroyed || this.#transport.writableEnded) sent(new Error('connection closed'));
    else this.#transport.write(frame, sent);
  }

  #inflated(block: Buffer): Promise<Buffer> {
    return transformed(this.#inflate, block);
  }

  #deflated(block: Buffer): Promise<Buffer> {
    return transformed(this.#deflate, block);
  }

  #close(): void {
    for (const stream of [...this.#streams.values()]) stream.destroy();
    this.#streams.clear();
    this.#inflate.close();
    this.#deflate.close();
    this.#transport.destroy();
  }
}

/** What one block becomes; compression goes on from block to block. */
function transformed(
  transform: ReturnType<typeof createInflate> | ReturnType<typeof createDeflate>,
  block: Buffer,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    const collect = (part: Buffer) => {
      size += part.length;
      if (size > 1 << 20) finish(new Error('header block too large'));
      else parts.push(part);
    };
    const fail = (error: Error) => finish(error);
    const finish = (error?: Error) => {
      transform.off('data', collect);
      transform.off('error', fail);
      if (error) reject(error);
      else resolve(Buffer.concat(parts));
    };
    transform.on('data', collect);
    transform.on('error', fail);
    transform.write(block);
    transform.flush(constants.Z_SYNC_FLUSH, () => finish());
  });
}
