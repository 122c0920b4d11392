import { Writable } from 'node:stream';
import type { CommandEnd, RemoteCommand } from '../cluster.ts';
import type { ClusterRequest } from '../http/request.ts';
import type { Transport } from '../http/transport.ts';
import type { ConnectOperation } from '../operation.ts';
import { lostCommandError, readCommandEnd } from './command-end.ts';
import { CommandOutput } from './command-output.ts';

/** What carries the streams of a command to the server, by whatever protocol. */
export interface CommandCarrier {
  /** Whether the server hears of the end of standard input. */
  readonly tellsEnd: boolean;
  /** Sends standard input; calls back when the next may come. */
  send(bytes: Buffer, sent: (error?: Error | null) => void): void;
  /** Tells that standard input has ended. */
  finish(): void;
  resize(columns: number, rows: number): void;
  /** Lets nothing more come until `goOn`, beside what has come already. */
  hold(): void;
  goOn(): void;
  /** Closes the connection at once, if it is not. */
  close(): void;
}

/** What is known of a command before it begins. */
export interface CommandStart {
  readonly transport: Pick<Transport, 'asker' | 'clock'>;
  readonly request: ClusterRequest;
  readonly operation: ConnectOperation;
  readonly notices: readonly string[];
  readonly signal: AbortSignal;
}

/** A longer Status is none. */
const longestStatus = 256 * 1024;
/** A connection on which nothing comes behind the Status is not waited for longer. */
const farewell = 2_000;
const inputWaiting = 32 * 1024;

/** The streams of a command, whose carrier tells what comes. No more of them waits than a reader has asked for. */
export class CarriedCommand implements RemoteCommand {
  readonly stdin: Writable;
  readonly stdout: CommandOutput;
  readonly stderr: CommandOutput;
  readonly tellsEnd: boolean;
  readonly tty: boolean;
  readonly notices: readonly string[];
  readonly ended: Promise<CommandEnd>;
  readonly #start: CommandStart;
  readonly #carrier: CommandCarrier;
  /** Those whose readers are behind. */
  readonly #full = new Set<CommandOutput>();
  readonly #status: Buffer[] = [];
  #statusSize = 0;
  #isOver = false;
  #settle: (end: CommandEnd | Error) => void = () => {};
  #cancelFarewell = () => {};
  readonly #abort = () => {
    this.#carrier.close();
    this.closed();
  };

  constructor(start: CommandStart, carrier: CommandCarrier) {
    this.#start = start;
    this.#carrier = carrier;
    this.tellsEnd = carrier.tellsEnd;
    this.tty = start.operation.tty === true;
    this.notices = start.notices;
    this.stdin = this.#input();
    this.stdout = this.#output();
    this.stderr = this.#output();
    this.ended = new Promise((resolve, reject) => {
      this.#settle = (end) => (end instanceof Error ? reject(end) : resolve(end));
    });
    // Who reads the streams alone hears of a failure there.
    this.ended.catch(() => {});
    if (!start.operation.stdin) this.stdin.end();
    start.signal.addEventListener('abort', this.#abort, { once: true });
    if (start.signal.aborted) this.#abort();
  }

  /** What the command has said. */
  receive(output: 'stdout' | 'stderr', bytes: Buffer): void {
    const to = this[output];
    if (this.#isOver || to.destroyed || bytes.length === 0) return;
    this.#awaitFarewell();
    if (to.push(bytes)) return;
    this.#full.add(to);
    this.#carrier.hold();
  }

  /** A part of what the server says about the command's end. */
  receiveStatus(bytes: Buffer): void {
    const part = bytes.subarray(0, longestStatus - this.#statusSize);
    // A copy, which keeps nothing of what has come with it.
    if (part.length > 0) this.#status.push(Buffer.from(part));
    this.#statusSize += part.length;
    this.#awaitFarewell();
  }

  /** There will be no more; `failure` is why, where the connection did not just end. */
  closed(failure?: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelFarewell();
    const { signal } = this.#start;
    signal.removeEventListener('abort', this.#abort);
    const end = signal.aborted ? asError(signal.reason) : this.#end(failure);
    this.stdin.destroy();
    for (const output of [this.stdout, this.stderr]) {
      if (signal.aborted) output.destroy(asError(signal.reason));
      else if (end instanceof Error) output.fail(end);
      else if (!output.destroyed) output.push(null);
    }
    this.#settle(end);
  }

  resize(columns: number, rows: number): void {
    if (this.tty && !this.#isOver) this.#carrier.resize(columns, rows);
  }

  #input(): Writable {
    return new Writable({
      highWaterMark: inputWaiting,
      write: (bytes: Buffer, _encoding, done) => {
        if (this.#isOver) done(new Error('the command has ended'));
        else this.#carrier.send(bytes, done);
      },
      final: (done) => {
        if (this.tellsEnd && !this.#isOver && this.#start.operation.stdin) this.#carrier.finish();
        done();
      },
    }).on('error', () => {});
  }

  #output(): CommandOutput {
    const output: CommandOutput = new CommandOutput(() => {
      if (this.#full.delete(output) && this.#full.size === 0 && !this.#isOver) this.#carrier.goOn();
    });
    return output;
  }

  #awaitFarewell(): void {
    if (this.#statusSize === 0) return;
    this.#cancelFarewell();
    this.#cancelFarewell = this.#start.transport.clock.after(farewell, () => {
      // Who is behind is waited for: what it has not read may be in the carrier still.
      if (this.#full.size > 0) return this.#awaitFarewell();
      this.#carrier.close();
      this.closed();
    });
  }

  #end(failure: Error | undefined): CommandEnd | Error {
    const { request, transport } = this.#start;
    const { asker } = transport;
    if (this.#statusSize === 0) return lostCommandError(request.intent, asker, failure);
    return readCommandEnd(Buffer.concat(this.#status).toString('utf8'), request.intent, asker);
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
