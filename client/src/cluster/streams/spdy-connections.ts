import type { Duplex } from 'node:stream';
import type { ByteStream } from '../../../../spdy/src/byte-stream.ts';
import { SpdySession } from '../../../../spdy/src/session.ts';
import { SpdyError } from '../../../../spdy/src/spdy-error.ts';
import { untilAborted } from '../http/until-aborted.ts';
import type { Clock } from '../watch/clock.ts';
import { keepAlive } from './kept-alive.ts';

/** One connection to a pod's port, as it is carried. */
export interface PortStreams {
  readonly data: ByteStream;
  /** Why there is no connection, or why it has broken; empty once the pod's end has ended well. Never rejects. */
  readonly reason: Promise<string>;
  /** Gives up what is left of both. */
  close(): void;
}

/** How a connection of SPDY is had. Rejects where it is not. */
export type Dial<Way> = (way: Way, signal: AbortSignal) => Promise<Duplex>;

/** Streams hold each other up, so there are no more on one connection. */
const mostPairs = 16;
/** A connection that carries nothing is kept for the next client. */
const idleTime = 60_000;
/** So many pings without a byte, and nobody is there: who waits for a port is less patient than who waits for a command. */
const mostSilentPings = 3;
/** A stream is to be accepted in this time: one on a connection that carries others, or has none yet. Another connection is tried then. */
const acceptance = { carrying: 2_000, fresh: 5_000 } as const;
/** More than this for clients that have left, and the connection carries no new ones: nothing else stops the pod. */
const mostUnread = 1024 * 1024;

/** The connections of SPDY to one pod, each of which carries several connections to its ports. */
export class SpdyConnections<Way> {
  readonly #dial: Dial<Way>;
  readonly #clock: Pick<Clock, 'after'>;
  readonly #connections = new Set<SpdyConnection<Way>>();
  readonly #closing = new AbortController();
  #lastRequest = 0;

  constructor(dial: Dial<Way>, clock: Pick<Clock, 'after'>) {
    this.#dial = dial;
    this.#clock = clock;
  }

  /**
   * Connects to a port of the pod: on a connection that has room and goes on, else on a new one, by `way`. Nothing is sent to the
   * port before it is accepted, so what is not is tried again. Rejects as dialling does, with a `SpdyError`, or with the
   * signal's reason.
   */
  async open(way: Way, port: number, signal: AbortSignal): Promise<PortStreams> {
    for (;;) {
      const connection = this.#withRoom(way) ?? this.#connect(way);
      const isFresh = !connection.hasCarried;
      const request = this.#lastRequest++;
      try {
        return await connection.carry(
          port,
          request,
          isFresh ? acceptance.fresh : acceptance.carrying,
          signal,
        );
      } catch (error) {
        signal.throwIfAborted();
        if (isFresh || !(error instanceof SpdyError)) throw error;
      }
    }
  }

  /** Closes all of them. */
  close(): void {
    this.#closing.abort(new Error('the forward is closed'));
    for (const connection of [...this.#connections]) connection.close();
  }

  /** One that is about to come about may fail by its way; of one that has, the way does not matter. */
  #withRoom(way: Way): SpdyConnection<Way> | undefined {
    return [...this.#connections].find(
      (connection) => connection.hasRoom && (connection.isOpen || connection.way === way),
    );
  }

  #connect(way: Way): SpdyConnection<Way> {
    const { signal } = this.#closing;
    const dialled = this.#dial(way, signal).then((transport) => {
      if (!signal.aborted) return transport;
      transport.destroy();
      throw signal.reason;
    });
    const connection = new SpdyConnection(way, dialled, this.#clock, () =>
      this.#connections.delete(connection),
    );
    this.#connections.add(connection);
    return connection;
  }
}

class SpdyConnection<Way> {
  readonly way: Way;
  readonly #session: Promise<SpdySession>;
  readonly #clock: Pick<Clock, 'after'>;
  readonly #gone: () => void;
  #opened: SpdySession | undefined;
  #pairs = 0;
  /** How much had come when a stream was not accepted in time. */
  #stalledAt: number | undefined;
  #cancelIdle = () => {};
  hasCarried = false;

  constructor(way: Way, transport: Promise<Duplex>, clock: Pick<Clock, 'after'>, gone: () => void) {
    this.way = way;
    this.#clock = clock;
    this.#gone = gone;
    this.#session = transport.then((opened) => this.#begin(opened));
    // Who waits for it hears of it; it may be that nobody does any more.
    this.#session.catch(gone);
  }

  get isOpen(): boolean {
    return this.#opened !== undefined;
  }

  /** Whether it takes another pair of streams, and is likely to get on with it. */
  get hasRoom(): boolean {
    if (this.#pairs >= mostPairs) return false;
    const session = this.#opened;
    if (!session) return true;
    return (
      session.isOpen && !session.isHeld && session.unread < mostUnread && session.received !== this.#stalledAt
    );
  }

  async carry(port: number, request: number, patience: number, signal: AbortSignal): Promise<PortStreams> {
    this.#take();
    try {
      const session = await untilAborted(this.#session, signal);
      const streams = await this.#openPair(session, port, request, patience, signal);
      this.hasCarried = true;
      const release = () => this.#release();
      // It may have been reset in the same moment in which it was accepted.
      if (streams.data.closed) release();
      else streams.data.once('close', release);
      return streams;
    } catch (error) {
      this.#release();
      throw error;
    }
  }

  close(): void {
    this.#opened?.destroy();
  }

  #begin(transport: Duplex): SpdySession {
    const session = new SpdySession(transport, { kind: 'client' });
    this.#opened = session;
    const cancelPings = keepAlive(
      {
        received: () => session.received,
        // Of a session that is held nothing is expected, which is told by that alone.
        sent: () => 0,
        isHeld: () => session.isHeld,
        ping: () => session.ping(),
        lost: () => session.destroy(),
      },
      this.#clock,
      mostSilentPings,
    );
    void session.closed.then(() => {
      cancelPings();
      this.#cancelIdle();
      this.#gone();
    });
    return session;
  }

  async #openPair(
    session: SpdySession,
    port: number,
    request: number,
    patience: number,
    signal: AbortSignal,
  ): Promise<PortStreams> {
    const headers = (type: string) =>
      new Map([
        ['streamtype', type],
        ['port', `${port}`],
        ['requestid', `${request}`],
      ]);
    const [error, data] = session.together(() => [
      session.openText(headers('error')),
      session.open(headers('data')),
    ]);
    const giveUp = () => {
      error.stream.destroy();
      data.bytes.destroy();
    };
    const cancel = this.#clock.after(patience, () => {
      this.#stalledAt = session.received;
      giveUp();
    });
    try {
      await untilAborted(Promise.all([error.accepted, data.accepted]), signal);
      return { data: data.bytes, reason: error.stream.text, close: giveUp };
    } catch (refusal) {
      giveUp();
      throw refusal;
    } finally {
      cancel();
    }
  }

  #take(): void {
    this.#pairs++;
    this.#cancelIdle();
  }

  #release(): void {
    if (--this.#pairs > 0) return;
    const session = this.#opened;
    if (!session) return;
    if (session.unread >= mostUnread || !session.isOpen) session.destroy();
    else this.#cancelIdle = this.#clock.after(idleTime, () => session.destroy());
  }
}
