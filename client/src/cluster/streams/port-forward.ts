import type { IncomingMessage } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import WebSocket from 'ws';
import type { ObjectReference, PortForward } from '../cluster.ts';
import { ClusterError } from '../errors.ts';
import { connectionError, describeFailure, refusalError } from '../http/failures.ts';
import { type ClusterRequest, portForwardRequest } from '../http/request.ts';
import type { Transport } from '../http/transport.ts';

const subprotocol = 'v4.channel.k8s.io';
const dataChannel = 0;
const errorChannel = 1;
/** Load balancers end what is silent. */
const pingInterval = 5_000;
/** More than this waits to be sent: the local side is to wait. */
const highWaterMark = 1024 * 1024;
/** The protocol cannot tell the pod that the local side has said all: its answer is waited for this long after its last byte. */
const halfClosedFor = 5_000;
const handshakeTimeout = 30_000;
const maximalConnections = 1_000;
const maximalRefusal = 64 * 1024;

/**
 * Listens on 127.0.0.1 and carries each connection to a pod's port over a WebSocket of its own. Sends nothing before
 * somebody connects. Rejects when the local port cannot be had.
 */
export async function forwardPort(
  transport: Transport,
  pod: ObjectReference,
  podPort: number,
  localPort = 0,
  onDidClose?: () => void,
): Promise<PortForward> {
  const request = portForwardRequest(pod, podPort);
  const listeners = new Set<(message: string) => void>();
  const open = new Set<() => void>();
  const fail = (error: ClusterError) => {
    transport.log.info(`forwarding port ${podPort}`, error);
    for (const listener of [...listeners]) listener(error.message);
  };
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true, noDelay: true }, (socket) => {
    const close = carry(transport, request, socket, fail, () => open.delete(close));
    open.add(close);
  });
  server.maxConnections = maximalConnections;
  await listen(server, localPort, transport, request);
  server.on('close', () => onDidClose?.());
  server.on('error', (error) => fail(connectionError(request.intent, transport.asker, error)));
  return {
    localPort: (server.address() as AddressInfo).port,
    podPort,
    get connections() {
      return open.size;
    },
    onDidFail(listener) {
      const own = (message: string) => listener(message);
      listeners.add(own);
      return { dispose: () => void listeners.delete(own) };
    },
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const close of [...open]) close();
      return closed;
    },
  };
}

function listen(
  server: Server,
  port: number,
  { asker }: Transport,
  { intent }: ClusterRequest,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => {
      const taken = `the local port ${port} is taken. Choose another one`;
      const what =
        error.code === 'EADDRINUSE'
          ? taken
          : `the local port ${port} cannot be opened (${error.message}). Choose another one`;
      reject(new ClusterError('local', describeFailure(intent, asker, what), { cause: error }));
    };
    server.once('error', fail);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', fail);
      resolve();
    });
  });
}

/** Carries one local connection. `done` is called once, when both sides are closed. Answers how to end it. */
function carry(
  transport: Transport,
  request: ClusterRequest,
  local: Socket,
  fail: (error: ClusterError) => void,
  done: () => void,
): () => void {
  const end = new AbortController();
  let remote: WebSocket | undefined;
  let ping: NodeJS.Timeout | undefined;
  let linger: NodeJS.Timeout | undefined;

  const close = () => {
    if (end.signal.aborted) return;
    end.abort(new Error('the connection is closed'));
    clearInterval(ping);
    clearTimeout(linger);
    local.destroy();
    remote?.terminate();
    done();
  };
  const failWith = (error: ClusterError) => {
    if (end.signal.aborted) return;
    // The person's program sees that this is no regular end.
    local.resetAndDestroy();
    close();
    fail(error);
  };
  const lingerOn = () => {
    clearTimeout(linger);
    linger = setTimeout(close, halfClosedFor);
  };

  local.on('error', close);
  local.on('close', close);

  const join = (socket: WebSocket) => {
    remote = socket;
    ping = setInterval(() => socket.ping(), pingInterval);
    const frame = (bytes: Uint8Array) => Buffer.concat([Buffer.of(dataChannel), bytes]);
    local.on('data', (bytes: Buffer) => {
      socket.send(frame(bytes), () => {
        if (local.isPaused() && socket.bufferedAmount < highWaterMark) local.resume();
      });
      if (socket.bufferedAmount >= highWaterMark) local.pause();
    });
    local.on('end', lingerOn);
    local.on('drain', () => socket.resume());
    const begun = [false, false];
    socket.on('message', (data: Buffer) => {
      const channel = data[0];
      const bytes = data.subarray(1);
      if (channel !== dataChannel && channel !== errorChannel) return;
      if (!begun[channel]) {
        // The first frame of a channel is the port's number.
        begun[channel] = true;
        return;
      }
      if (channel === errorChannel) {
        if (bytes.length === 0) return;
        failWith(podError(transport, request, bytes.toString('utf8')));
        return;
      }
      if (local.readableEnded) lingerOn();
      if (bytes.length > 0 && !local.write(bytes)) socket.pause();
    });
    socket.on('close', () => {
      if (end.signal.aborted) return;
      // What was received is still to be read; then both sides are closed.
      clearInterval(ping);
      local.end(() => close());
      local.resume();
    });
    socket.resume();
    local.resume();
  };

  openSocket(transport, request, end.signal).then(join, (error) => {
    failWith(error instanceof ClusterError ? error : connectionError(request.intent, transport.asker, error));
  });
  return close;
}

function podError({ asker }: Transport, { intent }: ClusterRequest, text: string): ClusterError {
  const what = `${text.replace(/\s+/g, ' ').trim().slice(0, 500)}. Check that the container listens on this port`;
  return new ClusterError('unreachable', describeFailure(intent, asker, what));
}

async function openSocket(
  transport: Transport,
  request: ClusterRequest,
  signal: AbortSignal,
): Promise<WebSocket> {
  for (let attempts = 0; ; attempts++) {
    const access = await transport.socketAccess(request);
    signal.throwIfAborted();
    try {
      return await handshake(transport, request, access, signal);
    } catch (error) {
      const again = error instanceof ClusterError && error.status?.code === 401 && attempts === 0;
      if (!again || !(await access.refused())) throw error;
    }
  }
}

function handshake(
  { asker }: Transport,
  { intent }: ClusterRequest,
  access: Awaited<ReturnType<Transport['socketAccess']>>,
  signal: AbortSignal,
): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const headers: Record<string, string[]> = {};
    for (const [name, value] of access.headers) headers[name] = [...(headers[name] ?? []), value];
    const { host, pathname, search } = new URL(access.url);
    headers.host = [host];
    // VS Code gives every request of an extension an agent of its own, which would connect in place of our connection
    // and know nothing of the cluster's CA; only a request to the path of a socket is left alone.
    const socket = new WebSocket(`ws+unix:/cluster:${pathname}${search}`, [subprotocol], {
      // An array sends one header line each, which impersonated groups need.
      headers: headers as unknown as Record<string, string>,
      perMessageDeflate: false,
      handshakeTimeout,
      followRedirects: false,
      createConnection: ((_options: unknown, callback: (error: Error | null, socket?: Socket) => void) => {
        access.connect(signal).then(
          (connected) => callback(null, connected),
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
    socket.on('open', () => {
      // What comes before anybody listens must not be lost; who listens resumes.
      socket.pause();
      settle(() => resolve(socket));
    });
    socket.on('error', (error) =>
      settle(() => reject(signal.aborted ? signal.reason : connectionError(intent, asker, error))),
    );
    socket.on('unexpected-response', (_request, response: IncomingMessage) => {
      void readRefusal(response).then((body) => {
        const refusal = {
          code: response.statusCode ?? 0,
          contentType: response.headers['content-type'] ?? '',
          body,
          retryAfter: response.headers['retry-after'],
        };
        settle(() => reject(refusalError(intent, asker, refusal)));
        socket.terminate();
      });
    });
  });
}

async function readRefusal(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maximalRefusal) break;
    }
  } catch {
    // What has come is what there is.
  }
  return Buffer.concat(chunks).toString('utf8');
}
