import type { Socket } from 'node:net';
import { Bag } from '../bag.ts';
import { type ClusterRequest, connectRequest } from '../http/request.ts';
import type { Transport } from '../http/transport.ts';
import type { ObjectReference } from '../kube-object.ts';
import { type CarriedEnd, carryConnection } from './carried-connection.ts';
import { carryByChannels } from './channel-forward.ts';
import { openSpdy } from './open-spdy.ts';
import { SpdyConnections } from './spdy-connections.ts';
import { leadsElsewhere, type StreamWay, type StreamWays } from './stream-ways.ts';

/** What the streams of SPDY mean. */
const streamProtocol = 'portforward.k8s.io';

/** Carries local connections to the ports of one Pod. */
export interface PodCarrier {
  /**
   * Until the connection has ended; the local socket is closed then, unless it is unserved. Rejects where it does not come about:
   * nothing was sent to the port, and the local socket is as it was.
   */
  carry(local: Socket, signal: AbortSignal, connection: PodConnection): Promise<CarriedEnd>;
  /** The Pod is gone: its connections end as those of a program that has ended, with what has come of them by now. */
  close(): void;
}

/** A connection to a port of a Pod. */
export interface PodConnection {
  readonly port: number;
  /** It has come about. */
  opened(): void;
  /** Whether the Pod is gone, which is asked when what carried the connection is lost. Never rejects. */
  isGone(): Promise<boolean>;
}

/** Sends nothing before a connection is to be carried. */
export function openPodCarrier(transport: Transport, ways: StreamWays, pod: ObjectReference): PodCarrier {
  const { clock } = transport;
  /** What ends each of the connections that are carried. */
  const carried = new Bag<AbortController>();
  const connections = new SpdyConnections<Exclude<StreamWay, 'channels'>>(
    // The port is told with each stream.
    (way, signal) =>
      openSpdy(transport, portForwardRequest(pod, undefined, way), way, streamProtocol, signal),
    clock,
  );
  const carryBy = async (
    way: StreamWay,
    local: Socket,
    signal: AbortSignal,
    { port, opened, isGone }: PodConnection,
  ): Promise<CarriedEnd> => {
    const works = () => {
      ways.worked(way);
      opened();
    };
    if (way === 'channels') {
      return await carryByChannels(transport, portForwardRequest(pod, port, way), local, signal, works);
    }
    const streams = await connections.open(way, port, signal);
    works();
    return await carryConnection(local, streams, clock, signal, isGone);
  };
  return {
    async carry(local, signal, connection) {
      const over = new AbortController();
      const abort = () => over.abort(signal.reason);
      if (signal.aborted) abort();
      // A signal made of both would keep what listens to it until the collector has looked everywhere.
      signal.addEventListener('abort', abort);
      const remove = carried.add(over);
      try {
        return await ways.first((way) => carryBy(way, local, over.signal, connection), leadsElsewhere);
      } finally {
        signal.removeEventListener('abort', abort);
        remove();
      }
    },
    close() {
      for (const over of carried.values()) over.abort(new Error('the Pod is gone'));
      connections.close();
    },
  };
}

/** What opens the way to a pod's ports; only the channels have theirs in the request. */
export function portForwardRequest(
  pod: ObjectReference,
  port: number | undefined,
  way: StreamWay,
): ClusterRequest {
  return connectRequest(
    // It is enough to be allowed to create: SPDY by POST takes nothing else.
    { method: way === 'post' ? 'POST' : 'GET', words: 'port-forward to', rights: ['create'] },
    { ...pod, subresource: 'portforward' },
    way === 'channels' ? { ports: port } : {},
  );
}
