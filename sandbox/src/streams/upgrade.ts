import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Pod, resources } from '../controllers/objects.ts';
import type { ObjectStore } from '../object-store.ts';

/** An HTTP request that asks for another protocol, as the server's `upgrade` event gives it. */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** The subprotocols that a WebSocket client offers, in its order. */
export function offeredProtocols({ headers }: IncomingMessage): string[] {
  return (headers['sec-websocket-protocol'] ?? '').split(',').map((protocol) => protocol.trim());
}

/** Whether it asks for SPDY/3.1, as clients do that know no WebSocket. */
export function asksForSpdy({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() !== 'websocket';
}

/**
 * Goes over to a WebSocket, or refuses what is no handshake as a server does. `protocol` is set by hand: the ws package takes no
 * name with a slash in it.
 */
export function upgradeToWebSocket(
  { request, socket, head }: Upgrade,
  protocol: string | undefined,
  opened: (webSocket: WebSocket) => void,
): void {
  const fault = handshakeFault(request);
  if (fault !== undefined) {
    socket.end(`HTTP/1.1 ${fault}`);
    return;
  }
  delete request.headers['sec-websocket-protocol'];
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 64 << 20 });
  server.on('headers', (headers) => {
    if (protocol) headers.push(`Sec-WebSocket-Protocol: ${protocol}`);
  });
  server.handleUpgrade(request, socket, head, opened);
}

/** What is answered to a handshake that is none, in the order in which a server looks; undefined where it is one. */
function handshakeFault({ method, headers }: IncomingMessage): string | undefined {
  if (method !== 'GET') return '405 Method Not Allowed\r\n\r\nbad method';
  if (!headers['sec-websocket-key']) return '400 Bad Request\r\n\r\nmismatch challenge/response';
  if (headers['sec-websocket-version'] === '13') return undefined;
  return '400 Bad Request\r\nSec-WebSocket-Version: 13\r\n\r\nmissing or bad WebSocket Version';
}

/**
 * Answers 101 and hands the connection on, where client and server both speak one of the protocols (the first of the
 * client's); otherwise refuses as a kubelet does.
 */
export function upgradeToSpdy(
  { request, socket, head }: Upgrade,
  protocols: readonly string[],
  opened: (protocol: string) => void,
): void {
  const { headers } = request;
  const asked = [headers['x-stream-protocol-version'] ?? []].flat().join(',');
  if (headers['x-stream-protocol-version'] === undefined) {
    refuseUpgrade(
      socket,
      '400 Bad Request',
      `unable to upgrade: header X-Stream-Protocol-Version does not exist in request with ${forwardedHeaders(request)} headers\n`,
    );
    return;
  }
  const offered = asked.split(',').map((protocol) => protocol.trim());
  const protocol = offered.find((each) => protocols.includes(each));
  if (protocol === undefined) {
    refuseProtocols(socket, offered, protocols);
    return;
  }
  if (!headers.upgrade?.toLowerCase().includes('spdy/3.1')) {
    refuseUpgrade(socket, '400 Bad Request', 'unable to upgrade: missing upgrade headers in request\n');
    return;
  }
  const lines = [
    'HTTP/1.1 101 Switching Protocols',
    'Connection: Upgrade',
    'Upgrade: SPDY/3.1',
    `X-Stream-Protocol-Version: ${protocol}`,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  if (head.length > 0) socket.unshift(head);
  opened(protocol);
}

/** Refuses as a kubelet does that speaks none of the protocols that streams of SPDY may mean. */
export function refuseProtocols(
  socket: Duplex,
  offered: readonly string[],
  accepted: readonly string[],
): void {
  refuseUpgrade(
    socket,
    '403 Forbidden',
    `unable to upgrade: unable to negotiate protocol: client supports [${offered.join(' ')}], server accepts [${accepted.join(' ')}]\n`,
    accepted.map((each) => `X-Accepted-Stream-Protocol-Versions: ${each}`),
  );
}

/** How many a kubelet gets: without the host and the credentials, with where it came from and what sent it. */
function forwardedHeaders({ headers }: IncomingMessage): number {
  const { host: _, authorization: __, 'user-agent': ___, ...rest } = headers;
  return Object.keys(rest).length + 2;
}

/** Answers with text, or with nothing, and closes: what a kubelet refuses has no Status. */
export function refuseUpgrade(
  socket: Duplex,
  status: string,
  text: string,
  more: readonly string[] = [],
): void {
  const headers = [
    `HTTP/1.1 ${status}`,
    'Connection: close',
    ...(text ? ['Content-Type: text/plain; charset=utf-8', 'X-Content-Type-Options: nosniff'] : []),
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...more,
  ];
  socket.end(`${headers.join('\r\n')}\r\n\r\n${text}`);
}

/** Breaks the connection off when the pod is gone. */
export function endWithPod(store: ObjectStore, pod: Pod, socket: Duplex): void {
  whenGone(store, pod, socket, () => socket.destroy());
}

/** Calls back when the pod is gone, if that is before the connection closes. */
export function whenGone(store: ObjectStore, pod: Pod, socket: Duplex, callback: () => void): void {
  const subscription = store.subscribe(resources.pods, ({ type, object }) => {
    if (type === 'DELETED' && object.metadata.uid === pod.metadata.uid) callback();
  });
  socket.once('close', () => subscription.dispose());
}
