import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { SpdyError } from '../../../../spdy/src/spdy-error.ts';
import type { PortForward } from '../cluster.ts';
import type { ClusterError } from '../errors.ts';
import { connectionError, localError, podError } from '../http/failures.ts';
import { type ClusterRequest, connectRequest } from '../http/request.ts';
import type { Transport } from '../http/transport.ts';
import type { ObjectReference } from '../kube-object.ts';
import { type CarriedEnd, carryConnection } from './carried-connection.ts';
import { carryByChannels } from './channel-forward.ts';
import { openSpdy } from './open-spdy.ts';
import { SpdyConnections } from './spdy-connections.ts';
import { leadsElsewhere, type StreamWay, type StreamWays } from './stream-ways.ts';

const maximalConnections = 1_000;
/** What the streams of SPDY mean. */
const streamProtocol = 'portforward.k8s.io';

/**
 * Listens on 127.0.0.1 and carries each connection to a pod's port: over SPDY, several on one connection, or over a WebSocket of
 * its own where the server has no SPDY. Sends nothing before somebody connects. Rejects when the local port cannot be had,
 * or the cluster is read-only.
 */
export async function forwardPort(
  transport: Transport,
  ways: StreamWays,
  pod: ObjectReference,
  podPort: number,
  localPort = 0,
  onDidClose?: () => void,
): Promise<PortForward> {
  const request = portForwardRequest(pod, podPort, 'channels');
  await transport.permit(request);
  const { intent } = request;
  const listeners = new Set<(error: ClusterError) => void>();
  const open = new Map<Socket, AbortController>();
  const fail = (error: ClusterError) => {
    transport.log.info(`forwarding port ${podPort}`, error);
    for (const listener of [...listeners]) listener(error);
  };
  const carrier = openCarrier(transport, ways, pod, podPort, fail);
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true, noDelay: true }, (local) => {
    const end = new AbortController();
    open.set(local, end);
    local.on('error', () => local.destroy());
    local.once('close', () => {
      open.delete(local);
      end.abort(new Error('the connection is closed'));
    });
    void carrier.carry(local, end.signal);
  });
  server.maxConnections = maximalConnections;
  await listen(server, localPort, transport, intent);
  server.on('close', () => onDidClose?.());
  server.on('error', (error) => fail(connectionError(intent, transport.asker, error)));
  return {
    localPort: (server.address() as AddressInfo).port,
    podPort,
    get connections() {
      return open.size;
    },
    onDidFail(listener) {
      const own = (error: ClusterError) => listener(error);
      listeners.add(own);
      return { dispose: () => void listeners.delete(own) };
    },
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const [local, end] of [...open]) {
        end.abort(new Error('the forward is closed'));
        local.destroy();
      }
      carrier.close();
      return closed;
    },
  };
}

/** What opens the way to a pod's ports; only the channels have theirs in the request. */
export function portForwardRequest(pod: ObjectReference, port: number, way: StreamWay): ClusterRequest {
  return connectRequest(
    // It is enough to be allowed to create: SPDY by POST takes nothing else.
    { method: way === 'post' ? 'POST' : 'GET', words: 'port-forward to', rights: ['create'] },
    { ...pod, subresource: 'portforward' },
    way === 'channels' ? { ports: port } : {},
  );
}

/** What carries the connections of one forward. */
interface Carrier {
  /** Until it has ended; the local socket is closed then. Never rejects: what fails is told. */
  carry(local: Socket, signal: AbortSignal): Promise<void>;
  close(): void;
}

function openCarrier(
  transport: Transport,
  ways: StreamWays,
  pod: ObjectReference,
  port: number,
  fail: (error: ClusterError) => void,
): Carrier {
  const { asker, clock } = transport;
  const { intent } = portForwardRequest(pod, port, 'channels');
  const connections = new SpdyConnections<Exclude<StreamWay, 'channels'>>(
    (way, signal) => openSpdy(transport, portForwardRequest(pod, port, way), way, streamProtocol, signal),
    clock,
  );
  /** Of connections that broke: each is told once, however many streams it carried. */
  const told = new WeakSet<object>();

  const failureOf = (end: CarriedEnd): ClusterError | undefined => {
    if (end.kind === 'ended') return undefined;
    if (end.kind === 'refused') {
      const fault = end.text.replace(/\s+/g, ' ').trim().slice(0, 500);
      return podError(intent, asker, { fault, wayOut: 'Check that the container listens on this port' });
    }
    if (end.error instanceof SpdyError) {
      const wayOut = 'Connect again: the pod or the API server may have been restarted';
      return podError(intent, asker, { fault: `the connection broke (${end.error.message})`, wayOut });
    }
    return connectionError(intent, asker, end.error);
  };
  const carryBy = async (way: StreamWay, local: Socket, signal: AbortSignal): Promise<CarriedEnd> => {
    if (way === 'channels') {
      return await carryByChannels(transport, portForwardRequest(pod, port, way), local, signal, () =>
        ways.worked(way),
      );
    }
    const streams = await connections.open(way, port, signal);
    ways.worked(way);
    return await carryConnection(local, streams, clock);
  };

  return {
    async carry(local, signal) {
      try {
        const end = await ways.first((way) => carryBy(way, local, signal), leadsElsewhere);
        const failure = failureOf(end);
        if (!failure || (signal.aborted && end.kind === 'lost')) return;
        if (end.kind === 'lost' && end.error instanceof Error) {
          if (told.has(end.error)) return;
          told.add(end.error);
        }
        fail(failure);
      } catch (error) {
        if (signal.aborted) return;
        // The person's program sees that this is no regular end.
        local.resetAndDestroy();
        fail(failureOf({ kind: 'lost', error })!);
      }
    },
    close: () => connections.close(),
  };
}

function listen(
  server: Server,
  port: number,
  { asker }: Transport,
  intent: ClusterRequest['intent'],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => {
      const what = error.code === 'EADDRINUSE' ? 'is taken' : `cannot be opened (${error.message})`;
      const why = { fault: `the local port ${port} ${what}`, wayOut: 'Choose another one' };
      reject(localError(intent, asker, why, error));
    };
    server.once('error', fail);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', fail);
      resolve();
    });
  });
}
