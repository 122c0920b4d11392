import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { createWebSocketStream, WebSocketServer } from 'ws';
import { type Pod, resources } from '../controllers/objects.ts';
import type { KubeObject, ObjectStore } from '../object-store.ts';
import { StatusError } from '../status-error.ts';
import { forwardChannels } from './channel-forward.ts';
import { forwardSpdy } from './spdy-forward.ts';

export interface PortForwardUpgrade {
  /** Watched for the pod's end, which ends the connection. */
  readonly store: ObjectStore;
  readonly pod: KubeObject;
  /** Of the request's URL: `ports`, any number of them. */
  readonly query: URLSearchParams;
  readonly request: IncomingMessage;
  /** As given by the HTTP server's `upgrade` event, for GET (WebSocket) and POST (raw SPDY) alike. */
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** SPDY inside a WebSocket, which kubectl asks for first. */
const tunnelProtocol = 'SPDY/3.1+portforward.k8s.io';
const channelProtocols = ['v4.channel.k8s.io', 'v4.base64.channel.k8s.io'];
/** What the streams inside SPDY mean. */
const streamProtocol = 'portforward.k8s.io';

/**
 * Serves an upgrade of `/api/v1/namespaces/N/pods/P/portforward`. The caller has routed and authorised the
 * request and found the pod. Throws a `StatusError` before anything is written: send that on the socket as an
 * HTTP answer with a Status as body. After a normal return the socket belongs to this function; it has then
 * either upgraded, or refused as the API server does where no Status is sent (403 with an empty body).
 * A request to `portforward` without an upgrade never comes here: answer 400 BadRequest `Upgrade request required`.
 */
export function handlePortForwardUpgrade(upgrade: PortForwardUpgrade): void {
  const { pod, query, request, socket } = upgrade;
  if (!(pod as Pod).spec.nodeName) {
    throw new StatusError(400, 'BadRequest', `pod ${pod.metadata.name} does not have a host assigned`);
  }
  const ports = readPorts(query);
  socket.on('error', () => socket.destroy());
  if (request.headers.upgrade?.toLowerCase() === 'spdy/3.1') {
    upgradeToSpdy(upgrade);
    return;
  }
  const offered = (request.headers['sec-websocket-protocol'] ?? '')
    .split(',')
    .map((protocol) => protocol.trim());
  if (offered.includes(tunnelProtocol)) {
    upgradeToWebSocket(upgrade, tunnelProtocol, (webSocket) => {
      const transport = createWebSocketStream(webSocket);
      forwardSpdy(transport, pod as Pod);
    });
    return;
  }
  const protocol = offered.find((each) => channelProtocols.includes(each));
  if (!protocol && offered.some((each) => each !== '')) refuse(socket, '403 Forbidden', '');
  else if (ports.length === 0) refuse(socket, '400 Bad Request', 'query parameter "port" is required');
  else {
    upgradeToWebSocket(upgrade, protocol, (webSocket) => {
      const encoding = protocol?.includes('base64') ? 'base64' : 'binary';
      forwardChannels(webSocket, pod as Pod, ports, encoding);
    });
  }
}

function readPorts(query: URLSearchParams): number[] {
  const texts = query.getAll('ports').flatMap((text) => text.split(','));
  return texts.map((text) => {
    if (/^\d+$/.test(text)) return Number(text);
    const shown = JSON.stringify(text);
    throw new StatusError(
      400,
      'BadRequest',
      `cannot convert to []int32: strconv.ParseUint: parsing ${shown}: invalid syntax`,
    );
  });
}

function upgradeToSpdy({ pod, store, request, socket, head }: PortForwardUpgrade): void {
  const protocols = request.headers['x-stream-protocol-version'] ?? streamProtocol;
  if (![protocols].flat().join(',').includes(streamProtocol)) {
    refuse(
      socket,
      '403 Forbidden',
      `unable to negotiate protocol: client supports ${protocols}, server accepts [${streamProtocol}]`,
    );
    return;
  }
  socket.write(
    [
      'HTTP/1.1 101 Switching Protocols',
      'Connection: Upgrade',
      'Upgrade: SPDY/3.1',
      `X-Stream-Protocol-Version: ${streamProtocol}`,
      '',
      '',
    ].join('\r\n'),
  );
  if (head.length > 0) socket.unshift(head);
  endWithPod(store, pod, socket);
  forwardSpdy(socket, pod as Pod);
}

/** `protocol` is set by hand: the ws package takes no name with a slash in it. */
function upgradeToWebSocket(
  { pod, store, request, socket, head }: PortForwardUpgrade,
  protocol: string | undefined,
  opened: (webSocket: import('ws').WebSocket) => void,
): void {
  delete request.headers['sec-websocket-protocol'];
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 64 << 20 });
  server.on('headers', (headers) => {
    if (protocol) headers.push(`Sec-WebSocket-Protocol: ${protocol}`);
  });
  server.handleUpgrade(request, socket, head, (webSocket) => {
    endWithPod(store, pod, socket);
    opened(webSocket);
  });
}

function endWithPod(store: ObjectStore, pod: KubeObject, socket: Duplex): void {
  const subscription = store.subscribe(resources.pods, ({ type, object }) => {
    if (type === 'DELETED' && object.metadata.uid === pod.metadata.uid) socket.destroy();
  });
  socket.once('close', () => subscription.dispose());
}

function refuse(socket: Duplex, status: string, text: string): void {
  const headers = [
    `HTTP/1.1 ${status}`,
    'Connection: close',
    ...(text ? ['Content-Type: text/plain; charset=utf-8'] : []),
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  socket.end(`${headers.join('\r\n')}\r\n\r\n${text}`);
}
