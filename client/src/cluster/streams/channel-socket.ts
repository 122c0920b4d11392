import type { Socket } from 'node:net';
import { type WebSocketFrame, WebSocketFrameReader } from './web-socket-frames.ts';
import { WebSocketSender } from './web-socket-sender.ts';

/** Who is told what comes over a socket of channels. */
export interface ChannelListener {
  /** A part of what a channel carries. */
  receive(channel: number, bytes: Buffer): void;
  /** There will be no more; `failure` is why, where the server has not closed it. Called once. */
  closed(failure?: Error): void;
}

/** So much is on its way to the server. */
const mostUnsent = 256 * 1024;
/** A server that takes nothing any more hears no farewell. */
const farewell = 1_000;
const normal = 1000;

/**
 * The channels of a WebSocket, whose handshake is done: each message is the number of a channel, and bytes. None is kept: what of
 * one is there is handed on. Owns the socket.
 */
export class ChannelSocket {
  readonly #socket: Socket;
  readonly #reader = new WebSocketFrameReader();
  readonly #sender: WebSocketSender;
  readonly #listener: ChannelListener;
  #channel = 0;
  #isOver = false;

  constructor(socket: Socket, listener: ChannelListener) {
    this.#socket = socket;
    this.#sender = new WebSocketSender(socket);
    this.#listener = listener;
    socket.on('data', (bytes: Buffer) => this.receive(bytes));
    socket.on('error', (error) => this.#end(error));
    socket.on('end', () => this.close());
    socket.on('close', () => this.#end());
  }

  get isOpen(): boolean {
    return !this.#isOver;
  }

  /** Whether who sends is to wait until what was sent is handed on. */
  get isFull(): boolean {
    return this.#socket.writableLength > mostUnsent;
  }

  get isHeld(): boolean {
    return this.#socket.isPaused();
  }

  /** What has come of frames, however they are cut. */
  receive(bytes: Buffer): void {
    if (this.#isOver) return;
    try {
      for (const frame of this.#reader.read(bytes)) this.#handle(frame);
    } catch (error) {
      this.fail(error as Error);
    }
  }

  /** `sent` is called when it has been handed on. */
  send(channel: number, bytes: Buffer, sent?: (error?: Error | null) => void): void {
    if (this.#isOver) sent?.(new Error('the connection has ended'));
    else this.#sender.send([Buffer.of(channel), bytes], sent);
  }

  ping(): void {
    if (!this.#isOver) this.#socket.write(this.#sender.control('ping', Buffer.alloc(0)));
  }

  /** Lets nothing more come until `goOn`, beside what has come with the last of it. */
  hold(): void {
    this.#socket.pause();
  }

  goOn(): void {
    this.#socket.resume();
  }

  /** Ends it for a reason. */
  fail(reason: Error): void {
    this.#end(reason);
    this.#socket.destroy();
  }

  /** Closes it at once. */
  close(): void {
    this.#end();
    this.#socket.destroy();
  }

  #handle(frame: WebSocketFrame): void {
    if (this.#isOver) return;
    if (frame.type === 'close') this.#bidFarewell();
    else if (frame.type === 'ping') this.#answer(frame.payload);
    else this.#read(frame.bytes, frame.beginsMessage ? 'first' : 'later');
  }

  #read(bytes: Buffer, part: 'first' | 'later'): void {
    if (part === 'first') this.#channel = bytes[0]!;
    const rest = part === 'first' ? bytes.subarray(1) : bytes;
    if (rest.length > 0) this.#listener.receive(this.#channel, rest);
  }

  #answer(payload: Buffer): void {
    if (!this.isFull) this.#socket.write(this.#sender.control('pong', payload));
  }

  /** The server says that there is no more, and is answered. */
  #bidFarewell(): void {
    this.#end();
    const code = Buffer.alloc(2);
    code.writeUInt16BE(normal);
    this.#socket.setTimeout(farewell, () => this.#socket.destroy());
    this.#socket.end(this.#sender.control('close', code), () => this.#socket.destroy());
    this.#socket.resume();
  }

  #end(failure?: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#listener.closed(failure);
  }
}
