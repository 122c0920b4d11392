import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Container, Pod } from '../controllers/objects.ts';

/** Who answers at a port. */
export interface Listener {
  readonly kind: 'pod' | 'node';
  readonly name: string;
  readonly port: number;
}

/**
 * Serves a connection to a port with HTTP. Every request is answered 200 with text: a line with the method,
 * the path, who answers and the port, the headers, an empty line, and the body as it came, streamed. A WebSocket is
 * answered with what it sends.
 */
export function serveEcho(listener: Listener, connection: Duplex): void {
  const server: Server = createServer((request, response) => echo(listener, request, response));
  Object.assign(server, { httpAllowHalfOpen: true });
  server.keepAliveTimeout = 0;
  server.requestTimeout = 0;
  server.headersTimeout = 0;
  server.on('upgrade', echoMessages);
  server.emit('connection', connection);
}

/** Whether a container of the pod declares the port and is running: all others are closed. */
export function listensOn(pod: Pod, port: number): boolean {
  const containers = [...pod.spec.containers, ...(pod.spec.initContainers ?? [])];
  return containers.some((container) => isRunning(pod, container) && declares(container, port));
}

/** A runtime's words for a port on which nothing listens. */
export function refusedText(pod: Pod, port: number): string {
  const name = `${pod.metadata.namespace}/${pod.metadata.name}`;
  return `error forwarding port ${port} to pod ${name}, uid : failed to connect to localhost:${port} inside pod "${name}": dial tcp 127.0.0.1:${port}: connect: connection refused`;
}

function echo({ kind, name, port }: Listener, request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'text/plain; charset=utf-8',
    [`x-${kind}`]: name,
    'x-port': String(port),
  });
  response.write(`${request.method} ${request.url} answered by ${kind} ${name} on port ${port}\n`);
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    response.write(`${request.rawHeaders[index]}: ${request.rawHeaders[index + 1]}\n`);
  }
  response.write('\n');
  request.pipe(response);
}

function echoMessages(request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 16 << 20 });
  socket.on('error', () => socket.destroy());
  server.handleUpgrade(request, socket, head, (webSocket) => {
    webSocket.on('error', () => webSocket.terminate());
    webSocket.on('message', (data, isBinary) => {
      webSocket.pause();
      webSocket.send(data, { binary: isBinary }, () => webSocket.resume());
    });
  });
}

function declares(container: Container, port: number): boolean {
  return (container.ports ?? []).some(
    ({ containerPort, protocol = 'TCP' }) => containerPort === port && protocol === 'TCP',
  );
}

function isRunning(pod: Pod, { name }: Container): boolean {
  const statuses = [...(pod.status?.containerStatuses ?? []), ...(pod.status?.initContainerStatuses ?? [])];
  return statuses.some((status) => status.name === name && status.state.running !== undefined);
}
