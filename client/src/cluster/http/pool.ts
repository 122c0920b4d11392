import type { Socket } from 'node:net';
import type { Clock } from '../watch/clock.ts';
import { exchange, type PlainRequest } from './exchange.ts';
import { KeptConnections } from './kept-connections.ts';
import type { ClusterResponse } from './response.ts';
import { untilAborted } from './until-aborted.ts';

/** Connections to one server. Each carries a request at a time, and is kept for the next one. */
export interface Pool {
  /**
   * Sends over a connection that is free, or a new one. Resolves once the head of the answer has come. Rejects as `exchange`
   * does and throws, or with `PoolClosed`.
   */
  send(request: PlainRequest): Promise<ClusterResponse>;
  /** Sends no more; each connection is closed once what is under way on it has ended. Resolves when all are. */
  close(): Promise<void>;
  /** Closes every connection, so that what is under way fails. Resolves when all are. */
  destroy(): Promise<void>;
}

export interface PoolOptions {
  /** As the server is called, with its port where that is not the usual one. */
  readonly host: string;
  /** Is to reject by itself once the pool is destroyed. */
  readonly connect: () => Promise<Socket>;
  /** So many at once: further requests wait. */
  readonly connections: number;
  /** A connection that nobody uses is kept for so many milliseconds. */
  readonly keepAlive: number;
  readonly clock: Pick<Clock, 'after'>;
}

/** The pool sends no more, so that this request was not sent, either. */
export class PoolClosed extends Error {}

/** A pool that connects when a request wants it. */
export function openPool({ host, connect, connections, keepAlive, clock }: PoolOptions): Pool {
  const agent = new KeptConnections(connect, keepAlive);
  const waiting = new Set<() => void>();
  let isClosed = false;
  let busy = 0;

  const change = async (signal?: AbortSignal) => {
    let wake = () => {};
    const changed = new Promise<void>((resolve) => {
      wake = resolve;
      waiting.add(wake);
    });
    try {
      await untilAborted(changed, signal);
    } finally {
      waiting.delete(wake);
    }
  };
  const wakeAll = () => {
    for (const wake of waiting) wake();
  };
  const onDidEnd = () => {
    busy--;
    wakeAll();
  };

  return {
    async send(request) {
      request.signal.throwIfAborted();
      // The agent's own limit leaves out those that are only about to connect.
      while (busy >= connections && !isClosed) await change(request.signal);
      if (isClosed) throw new PoolClosed();
      const answer = exchange(request, { agent, host, clock, onDidEnd });
      busy++;
      return await answer;
    },
    async close() {
      isClosed = true;
      agent.retire();
      wakeAll();
      while (busy > 0) await change();
    },
    async destroy() {
      agent.destroy();
      await this.close();
    },
  };
}
