import type { Duplex } from 'node:stream';
import { ByteStream } from './byte-stream.ts';
import { FrameReader } from './frame-reader.ts';
import {
  type Continuation,
  dataHead,
  goAwayFrame,
  longestData,
  pingFrame,
  resetReasons,
  rstStreamFrame,
  type SpdyFrame,
  synReplyFrame,
  synStreamFrame,
} from './frames.ts';
import { type Headers, readHeaderBlock, writeHeaderBlock } from './header-block.ts';
import { HeaderCompressor, HeaderDecompressor } from './header-compression.ts';
import { holdBytes, letGoBytes } from './held-bytes.ts';
import { OpenStreams } from './open-streams.ts';
import { SpdyError } from './spdy-error.ts';
import { TextStream } from './text-stream.ts';

/** Which side of a connection this is. */
export type SpdySide =
  /** Opens streams. It reads no headers: API servers and kubelets say nothing by them. */
  | { readonly kind: 'client' }
  /** Takes the streams that the other side opens. */
  | {
      readonly kind: 'server';
      /** Answers what is done with a stream of these headers once it is open; undefined where it is not wanted. */
      readonly accept: (headers: Headers, id: number) => ((bytes: ByteStream) => void) | undefined;
    };

/** A stream that this side has opened. */
export interface OpenedStream {
  readonly bytes: ByteStream;
  /** Resolves when the other side has accepted it; rejects with a `SpdyError` where it does not. */
  readonly accepted: Promise<void>;
}

/** A stream that this side has opened to be told a text. */
export interface OpenedText {
  readonly stream: TextStream;
  /** As that of other streams. */
  readonly accepted: Promise<void>;
}

/** A side that opens more at once is none that forwards ports or runs a command. */
const mostStreams = 2000;
/** What waits in a stream, each way: a client's are few, and are to be quick. */
const highWaterMarks = { client: 64 * 1024, server: 16 * 1024 } as const;
/** Answers that wait because the other side takes none; more of them are for one that floods. */
const mostUnsent = 256 * 1024;
const lastId = 0x7fff_ffff;

interface Entry<End extends StreamEnd = StreamEnd> {
  readonly end: End;
  /** What waits until the stream is accepted: the peer drops what comes before. */
  pending: (() => void)[] | undefined;
  accepted?: undefined | { resolve(): void; reject(error: Error): void };
}

/** What a session has to do with a stream, whoever uses it. */
interface StreamEnd {
  /** Whether the other side has said all. */
  readonly hasAllCome: boolean;
  /** Whether this side has. */
  readonly writableFinished: boolean;
  receive(bytes: Buffer | null): void;
  cutOff(reason: Error): void;
  destroy(reason?: Error): void;
}

/**
 * One connection of SPDY/3.1 over a byte stream, which it owns: streams both ways, and pings. There are no windows: neither
 * API servers nor kubelets have any, so a reader that is behind holds the whole connection. All that waits is bounded.
 */
export class SpdySession {
  readonly #transport: Duplex;
  readonly #side: SpdySide;
  readonly #reader = new FrameReader();
  readonly #compressor = new HeaderCompressor();
  readonly #decompressor: HeaderDecompressor | undefined;
  readonly #streams = new OpenStreams<Entry>();
  /** Those whose readers are behind. */
  readonly #full = new OpenStreams<true>();
  /** Those that have more to send, when the transport takes it. */
  #waiting: ((error?: Error) => void)[] = [];
  /** What has come and is not read yet: the rest is behind a frame whose headers are being read. */
  #behind: Buffer[] = [];
  #isReadingHeaders = false;
  #nextId = 1;
  #nextPing = 1;
  #error: SpdyError | undefined;
  #isGoingAway = false;
  /** Bytes of control frames that the transport has not taken yet. */
  #unsent = 0;
  #received = 0;
  #unread = 0;
  #closed: (error: SpdyError) => void = () => {};

  /** Resolves, with the reason, when the connection has ended. Never rejects. */
  readonly closed: Promise<SpdyError> = new Promise((resolve) => {
    this.#closed = resolve;
  });

  constructor(transport: Duplex, side: SpdySide) {
    this.#transport = transport;
    this.#side = side;
    this.#decompressor = side.kind === 'server' ? new HeaderDecompressor() : undefined;
    transport.on('data', (bytes: Buffer) => this.#read(bytes));
    transport.on('drain', () => this.#sendWaiting());
    transport.on('error', (error) => this.#close(closedBy(error)));
    transport.on('end', () => this.#close(closedBy()));
    transport.on('close', () => this.#close(closedBy()));
  }

  /** How many streams are open. */
  get streams(): number {
    return this.#streams.size;
  }

  /** Whether streams may be opened: the other side has not said that it goes away, and the connection is there. */
  get isOpen(): boolean {
    return this.#error === undefined && !this.#isGoingAway && this.#nextId <= lastId;
  }

  /** Whether nothing goes on, because the reader of a stream is behind, or the other side takes no more. */
  get isHeld(): boolean {
    return this.#full.size > 0 || this.#waiting.length > 0;
  }

  /** Bytes that have come, of whatever they were: more of them means that the other side is there. */
  get received(): number {
    return this.#received;
  }

  /** Bytes that have come for streams that nobody reads any more: nothing makes a kubelet stop sending them. */
  get unread(): number {
    return this.#unread;
  }

  /** Opens a stream. Throws a `SpdyError` on a connection that has ended. */
  open(headers: Headers): OpenedStream {
    const { end, accepted } = this.#open(headers, 'open', (id) => this.#addBytes(id, []));
    return { bytes: end, accepted };
  }

  /** Opens a stream on which only the other side speaks. Throws a `SpdyError` on a connection that has ended. */
  openText(headers: Headers): OpenedText {
    const { end, accepted } = this.#open(headers, 'last', (id) =>
      this.#add(id, { end: new TextStream(() => this.#forget(id)), pending: [] }),
    );
    return { stream: end, accepted };
  }

  /** Does what sends several frames, which go as one where the transport can. */
  together<Result>(send: () => Result): Result {
    this.#transport.cork();
    try {
      return send();
    } finally {
      this.#transport.uncork();
    }
  }

  /** Asks the other side for a sign of life, which counts as received. */
  ping(): void {
    this.#write(pingFrame(this.#nextPing));
    this.#nextPing = this.#nextPing >= lastId ? 1 : this.#nextPing + 2;
  }

  /** Takes no more streams, and closes the connection once all that was written is sent. */
  end(): void {
    if (this.#error || this.#isGoingAway) return;
    this.#isGoingAway = true;
    this.#write(goAwayFrame(this.#side.kind === 'server' && this.#nextId > 2 ? this.#nextId - 2 : 0));
    this.#transport.end();
  }

  /** Closes the connection at once. */
  destroy(): void {
    this.#close(closedBy());
  }

  #read(bytes: Buffer): void {
    if (this.#error) return;
    this.#received += bytes.length;
    this.#behind.push(bytes);
    try {
      this.#handleFrames();
    } catch (error) {
      this.#close(error);
    }
  }

  /** As many as are there, up to one whose headers have to be read first. */
  #handleFrames(): void {
    while (this.#goesOn) {
      const bytes = this.#behind.shift();
      if (!bytes) return;
      const read = this.#reader.read(bytes, this.#take);
      if (read === bytes.length) letGoBytes(bytes);
      else if (!this.#error) this.#behind.unshift(bytes.subarray(read));
    }
  }

  readonly #take = (frame: SpdyFrame): 'more' | 'no more' => {
    this.#handle(frame);
    return this.#goesOn ? 'more' : 'no more';
  };

  get #goesOn(): boolean {
    return !this.#isReadingHeaders && !this.#error;
  }

  #handle(frame: SpdyFrame): void {
    switch (frame.type) {
      case 'data':
        holdBytes(frame.bytes);
        this.#receive(frame.stream, frame.bytes, frame.isLast);
        return;
      case 'synStream':
        this.#readHeaders(frame.block, (headers) => this.#accept(frame.stream, headers, frame.isLast));
        return;
      case 'synReply':
        this.#readHeaders(frame.block, () => {
          this.#isAccepted(frame.stream);
          if (frame.isLast) this.#streams.get(frame.stream)?.end.receive(null);
        });
        return;
      case 'headers':
        this.#readHeaders(frame.block, () => {
          if (frame.isLast) this.#streams.get(frame.stream)?.end.receive(null);
        });
        return;
      case 'rstStream':
        this.#reset(frame.stream, frame.status);
        return;
      case 'ping':
        // Its own ones come back: these are odd for a client.
        if ((frame.id % 2 === 1) !== (this.#side.kind === 'client')) this.#write(pingFrame(frame.id));
        return;
      case 'goAway':
        this.#isGoingAway = true;
        // A server reads nothing after it.
        if (this.#side.kind === 'server') this.#close(closedBy());
    }
  }

  /** Goes on with `then` when they are there; what comes behind waits. They are one stream of bytes, so all have to be read. */
  #readHeaders(block: Buffer, then: (headers: Headers) => void): void {
    if (!this.#decompressor) {
      then(new Map());
      return;
    }
    this.#isReadingHeaders = true;
    this.#transport.pause();
    this.#decompressor.decompress(block).then(
      (bytes) => {
        if (this.#error) return;
        this.#isReadingHeaders = false;
        try {
          then(readHeaderBlock(bytes));
          this.#handleFrames();
        } catch (error) {
          return this.#close(error);
        }
        this.#resume();
      },
      (error) => this.#close(error),
    );
  }

  #open<End extends StreamEnd>(headers: Headers, end: Continuation, add: (id: number) => Entry<End>) {
    if (!this.isOpen) throw this.#error ?? closedBy();
    const id = this.#nextId;
    this.#nextId += 2;
    const entry = add(id);
    const accepted = new Promise<void>((resolve, reject) => {
      entry.accepted = { resolve, reject };
    });
    // Who reads the stream alone hears of it there.
    accepted.catch(() => {});
    this.#write(synStreamFrame(id, this.#compressor.compress(writeHeaderBlock(headers)), end));
    return { end: entry.end, accepted };
  }

  #accept(id: number, headers: Headers, isLast: boolean): void {
    const use = this.#useOf(id, headers);
    if (typeof use === 'number') {
      this.#write(rstStreamFrame(id, use));
      return;
    }
    this.#write(synReplyFrame(id, this.#compressor.compress(writeHeaderBlock(new Map()))));
    const { end } = this.#addBytes(id, undefined);
    use(end);
    if (isLast) end.receive(null);
  }

  /** What is done with a stream that the other side opens, or why it is refused. */
  #useOf(id: number, headers: Headers): ((bytes: ByteStream) => void) | number {
    if (this.#side.kind === 'client') return resetReasons.refusedStream;
    if (id < this.#nextId) return resetReasons.protocolError;
    this.#nextId = id + 2;
    if (this.#streams.size >= mostStreams) return resetReasons.refusedStream;
    return this.#side.accept(headers, id) ?? resetReasons.cancel;
  }

  #addBytes(id: number, pending: Entry['pending']): Entry<ByteStream> {
    const end = new ByteStream(
      {
        send: (chunk, sent) => this.#whenAccepted(entry, () => this.#send(id, chunk, sent)),
        finish: () => this.#whenAccepted(entry, () => this.#finish(id)),
        pause: () => {
          this.#full.set(id, true);
          this.#transport.pause();
        },
        resume: () => {
          if (this.#full.delete(id)) this.#resume();
        },
        abort: () => this.#forget(id),
      },
      highWaterMarks[this.#side.kind],
    );
    const entry: Entry<ByteStream> = this.#add(id, { end, pending });
    return entry;
  }

  #add<End extends StreamEnd>(id: number, entry: Entry<End>): Entry<End> {
    this.#streams.set(id, entry);
    return entry;
  }

  #whenAccepted(entry: Entry, send: () => void): void {
    if (entry.pending) entry.pending.push(send);
    else send();
  }

  #isAccepted(id: number): void {
    const entry = this.#streams.get(id);
    const pending = entry?.pending;
    if (!entry || !pending) return;
    const { accepted } = entry;
    entry.pending = undefined;
    entry.accepted = undefined;
    accepted?.resolve();
    for (const send of pending) send();
  }

  #receive(id: number, bytes: Buffer, isLast: boolean): void {
    const entry = this.#streams.get(id);
    if (!entry) {
      this.#unread += bytes.length;
      letGoBytes(bytes);
      return;
    }
    if (bytes.length > 0) entry.end.receive(bytes);
    if (isLast) entry.end.receive(null);
  }

  #reset(id: number, status: number): void {
    const entry = this.#streams.get(id);
    if (!entry) return;
    this.#streams.delete(id);
    const error = new SpdyError('stream reset', `the other side has reset the stream (${status})`);
    entry.accepted?.reject(error);
    entry.end.cutOff(error);
  }

  /** A stream is over on this side: the other one is told, where it does not know. */
  #forget(id: number): void {
    const entry = this.#streams.get(id);
    if (this.#full.delete(id)) this.#resume();
    if (!entry) return;
    this.#streams.delete(id);
    if (entry.pending) entry.accepted?.reject(new SpdyError('stream reset', 'the stream was given up'));
    const { writableFinished, hasAllCome } = entry.end;
    // A kubelet says no more on a stream that it has ended, even where it is not read any further.
    const isOver = writableFinished && (hasAllCome || this.#side.kind === 'server');
    if (!isOver) this.#write(rstStreamFrame(id, resetReasons.cancel));
  }

  #send(id: number, bytes: Buffer, sent: (error?: Error | null) => void): void {
    if (this.#isOver) {
      sent(this.#error ?? closedBy());
      return;
    }
    let takesMore = true;
    for (let at = 0; at < bytes.length; at += longestData) {
      const part = bytes.subarray(at, at + longestData);
      this.#transport.cork();
      this.#transport.write(dataHead(id, part.length, 'open'));
      holdBytes(part);
      takesMore = this.#transport.write(part, () => letGoBytes(part));
      this.#transport.uncork();
    }
    if (takesMore) sent();
    else this.#waiting.push(sent);
  }

  #finish(id: number): void {
    this.#write(dataHead(id, 0, 'last'));
  }

  #sendWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const sent of waiting) sent(this.#error);
  }

  #write(frame: Buffer): void {
    if (this.#isOver) return;
    this.#unsent += frame.length;
    this.#transport.write(frame, () => {
      this.#unsent -= frame.length;
    });
    if (this.#unsent > mostUnsent) {
      this.#close(new SpdyError('too many frames', 'the other side asks much and takes no answers'));
    }
  }

  get #isOver(): boolean {
    return this.#error !== undefined || this.#transport.destroyed || this.#transport.writableEnded;
  }

  #resume(): void {
    if (this.#full.size === 0 && !this.#isReadingHeaders && !this.#error) this.#transport.resume();
  }

  #close(reason: unknown): void {
    if (this.#error) return;
    const error = reason instanceof SpdyError ? reason : closedBy(reason);
    this.#error = error;
    const entries = this.#streams.values();
    this.#streams.clear();
    this.#full.clear();
    this.#behind = [];
    for (const { end, accepted } of entries) {
      accepted?.reject(error);
      // A client still reads what has come.
      if (this.#side.kind === 'client') end.cutOff(error);
      else end.destroy(error);
    }
    this.#sendWaiting();
    this.#decompressor?.close();
    this.#transport.destroy();
    this.#closed(error);
  }
}

function closedBy(cause?: unknown): SpdyError {
  const why = cause instanceof Error ? `: ${cause.message}` : '';
  return Object.assign(new SpdyError('connection closed', `the connection has ended${why}`), { cause });
}
