import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import WebSocket from 'ws';
import { webSocketError } from '../http/failures.ts';
import { headerLines } from '../http/header-lines.ts';
import type { ClusterRequest } from '../http/request.ts';
import type { SocketAccess, Transport } from '../http/transport.ts';
import { keepAlive } from './kept-alive.ts';
import { refusedUpgrade } from './refused-upgrade.ts';
import { withSocketAccess } from './socket-access.ts';

const handshakeTimeout = 30_000;
/** No server of Kubernetes sends as much in one message, which is kept until it is whole. */
const longestMessage = 16 * 1024 * 1024;

/**
 * A WebSocket to the cluster, as the same user and on the same way as its requests: below every stream that goes both
 * ways. It is open, speaks one of `subprotocols`, and is paused: whoever listens resumes it. It is kept alive by pings,
 * and `signal` ends it. Rejects with a `ClusterError` (of a refusal with the server's own Status), or with the signal's
 * reason; after a 401 it tries once more with credentials had anew.
 */
export async function openWebSocket(
  transport: Transport,
  request: ClusterRequest,
  subprotocols: readonly string[],
  signal: AbortSignal,
): Promise<WebSocket> {
  return await withSocketAccess(transport, request, signal, async (access) => {
    const opened = await handshake(transport, request, subprotocols, access, signal);
    keepOpen(opened, transport.clock, signal);
    return opened.socket;
  });
}

/** A WebSocket, and what is beneath it. */
interface WebSocketLine {
  readonly socket: WebSocket;
  readonly line: Socket;
}

function keepOpen({ socket, line }: WebSocketLine, clock: Transport['clock'], signal: AbortSignal): void {
  const cancelPings = keepAlive(
    {
      received: () => line.bytesRead,
      sent: () => line.bytesWritten,
      isHeld: () => socket.isPaused,
      ping: () => socket.ping(),
      lost: (error) => void socket.emit('error', error),
    },
    clock,
  );
  const end = () => socket.terminate();
  signal.addEventListener('abort', end, { once: true });
  // Who has sent what is no WebSocket is not waited for until it closes.
  socket.on('error', end);
  socket.once('close', () => {
    cancelPings();
    signal.removeEventListener('abort', end);
  });
  if (signal.aborted) end();
}

function handshake(
  transport: Transport,
  request: ClusterRequest,
  subprotocols: readonly string[],
  access: SocketAccess,
  signal: AbortSignal,
): Promise<WebSocketLine> {
  return new Promise((resolve, reject) => {
    let line: Socket | undefined;
    const { host, pathname, search } = new URL(access.url);
    const headers = headerLines([...access.headers, ['host', host]]);
    // VS Code gives every request of an extension an agent of its own, which would connect in place of our connection
    // and know nothing of the cluster's CA; only a request to the path of a socket is left alone.
    const socket = new WebSocket(`ws+unix:/cluster:${pathname}${search}`, [...subprotocols], {
      // An array sends one header line each, which impersonated groups need.
      headers: headers as unknown as Record<string, string>,
      perMessageDeflate: false,
      handshakeTimeout,
      maxPayload: longestMessage,
      followRedirects: false,
      createConnection: ((_options: unknown, callback: (error: Error | null, socket?: Socket) => void) => {
        access.connect(signal).then(
          (connected) => {
            line = connected;
            callback(null, connected);
          },
          (error) => callback(error),
        );
      }) as never,
    });
    const abort = () => socket.terminate();
    signal.addEventListener('abort', abort, { once: true });
    const settle = (finish: () => void) => {
      signal.removeEventListener('abort', abort);
      finish();
    };
    socket.on('upgrade', ({ headers }) => access.opened(headers));
    socket.on('open', () => {
      // What comes before anybody listens must not be lost; who listens resumes.
      socket.pause();
      settle(() => resolve({ socket, line: line! }));
    });
    socket.on('error', (error) =>
      settle(() =>
        reject(signal.aborted ? signal.reason : webSocketError(request.intent, transport.asker, error)),
      ),
    );
    socket.on('unexpected-response', (_request, response: IncomingMessage) => {
      void refusedUpgrade(transport, request, response).then((refusal) => {
        settle(() => reject(refusal));
        socket.terminate();
      });
    });
  });
}
