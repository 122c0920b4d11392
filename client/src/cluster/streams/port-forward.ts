import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { PortForward } from '../cluster.ts';
import { ClusterError } from '../errors.ts';
import { connectionError, localError, podError } from '../http/failures.ts';
import { type ClusterRequest, connectRequest } from '../http/request.ts';
import type { Transport } from '../http/transport.ts';
import type { ObjectReference } from '../kube-object.ts';
import { type ClientPresence, clientPresence } from './client-presence.ts';
import { openWebSocket } from './web-socket.ts';

const subprotocols = ['v4.channel.k8s.io'];
const dataChannel = 0;
const errorChannel = 1;
/** More than this waits to be sent: the local side is to wait. */
const highWaterMark = 1024 * 1024;
/**
 * The protocol cannot tell the pod that the local side has said all: its answer is waited for while the client is there,
 * this long after its last byte, or longer where nothing of it has come yet.
 */
const halfClosedFor = { answered: 5_000, unanswered: 30_000 };
/** When it is looked whether a client that has said all is there still; the last one again and again. */
const looks = [20, 50, 250];
const maximalConnections = 1_000;

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
  const listeners = new Set<(error: ClusterError) => void>();
  const open = new Set<() => void>();
  const fail = (error: ClusterError) => {
    transport.log.info(`forwarding port ${podPort}`, error);
    for (const listener of [...listeners]) listener(error);
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
      const own = (error: ClusterError) => listener(error);
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

/** A WebSocket whose channels 0 and 1 are one port of a pod. */
export function portForwardRequest(pod: ObjectReference, port: number): ClusterRequest {
  return connectRequest('port-forward to', { ...pod, subresource: 'portforward' }, { ports: port });
}

function listen(
  server: Server,
  port: number,
  { asker }: Transport,
  { intent }: ClusterRequest,
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
  const { clock } = transport;
  let cancelLinger = () => {};
  let cancelLook = () => {};
  let said: keyof typeof halfClosedFor = 'answered';

  const close = () => {
    if (end.signal.aborted) return;
    end.abort(new Error('the connection is closed'));
    cancelLinger();
    cancelLook();
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
    cancelLinger();
    cancelLinger = clock.after(halfClosedFor[said], close);
  };
  /** A client that has left altogether needs no answer; a table of sockets may miss one, once. */
  const look = async (times: number, before: ClientPresence) => {
    const presence = await clientPresence(local);
    if (end.signal.aborted || presence === 'unknown') return;
    if (presence === 'gone' && before === 'gone') return close();
    lookAgain(times, presence);
  };
  const lookAgain = (times: number, presence: ClientPresence) => {
    const delay = looks[Math.min(times, looks.length - 1)]!;
    cancelLook = clock.after(delay, () => void look(times + 1, presence));
  };

  local.on('error', close);
  local.on('close', close);

  const join = (socket: WebSocket) => {
    remote = socket;
    const frame = (bytes: Uint8Array) => Buffer.concat([Buffer.of(dataChannel), bytes]);
    local.on('data', (bytes: Buffer) => {
      said = 'unanswered';
      socket.send(frame(bytes), () => {
        if (local.isPaused() && socket.bufferedAmount < highWaterMark) local.resume();
      });
      if (socket.bufferedAmount >= highWaterMark) local.pause();
    });
    local.on('end', () => {
      lingerOn();
      lookAgain(0, 'there');
    });
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
        failWith(portError(transport, request, bytes.toString('utf8')));
        return;
      }
      said = 'answered';
      if (local.readableEnded) lingerOn();
      if (bytes.length > 0 && !local.write(bytes)) socket.pause();
    });
    socket.on('close', () => {
      if (end.signal.aborted) return;
      // What was received is still to be read; then both sides are closed.
      local.end(() => close());
      local.resume();
    });
    socket.resume();
    local.resume();
  };

  openWebSocket(transport, request, subprotocols, end.signal).then(join, (error) => {
    failWith(error instanceof ClusterError ? error : connectionError(request.intent, transport.asker, error));
  });
  return close;
}

/** The error of a port that the pod does not open. */
function portError({ asker }: Transport, { intent }: ClusterRequest, text: string): ClusterError {
  const fault = text.replace(/\s+/g, ' ').trim().slice(0, 500);
  return podError(intent, asker, { fault, wayOut: 'Check that the container listens on this port' });
}
