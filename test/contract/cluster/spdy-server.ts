import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createWebSocketStream } from 'ws';
import {
  asksForSpdy,
  offeredProtocols,
  refuseUpgrade,
  upgradeToSpdy,
  upgradeToWebSocket,
} from '../../../sandbox/src/streams/upgrade.ts';
import type { ByteStream } from '../../../spdy/src/byte-stream.ts';
import { SpdySession } from '../../../spdy/src/session.ts';
import { type Cleanup, type MockServer, mockServer } from './mock-server.ts';

/** A connection to a pod's port. */
export interface PortConnection {
  readonly data: ByteStream;
  readonly error: ByteStream;
  readonly port: string;
}

/** How a client asks for streams: by the method and what it wants to go over to. */
export type Asked = 'tunnel' | 'post' | 'channels';

/** A server whose pods' ports are `serve`, over SPDY alone. */
export interface SpdyServer extends MockServer {
  /** How it was asked for streams, each time. */
  readonly asked: Asked[];
}

const protocol = 'portforward.k8s.io';

/** `refuse` answers the status line and text of what is not served by some way. */
export async function spdyServer(
  after: Cleanup,
  serve: (connection: PortConnection) => void,
  refuse: (asked: Asked, request: IncomingMessage) => string | undefined = () => undefined,
): Promise<SpdyServer> {
  const mock = await mockServer(after, () => {});
  const asked: Asked[] = [];
  mock.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const how = howAsked(request);
    asked.push(how);
    socket.on('error', () => socket.destroy());
    const refusal = refuse(how, request) ?? (how === 'channels' ? '403 Forbidden' : undefined);
    if (refusal !== undefined) return refuseUpgrade(socket, refusal, '');
    if (how === 'post') {
      return upgradeToSpdy({ request, socket, head }, [protocol], () => servePorts(socket, serve));
    }
    upgradeToWebSocket({ request, socket, head }, `SPDY/3.1+${protocol}`, (webSocket) =>
      servePorts(createWebSocketStream(webSocket), serve),
    );
  });
  return { ...mock, asked };
}

function howAsked(request: IncomingMessage): Asked {
  if (asksForSpdy(request)) return 'post';
  return offeredProtocols(request).some((each) => each.startsWith('SPDY/')) ? 'tunnel' : 'channels';
}

function servePorts(transport: Duplex, serve: (connection: PortConnection) => void): void {
  const errors = new Map<string, ByteStream>();
  new SpdySession(transport, {
    kind: 'server',
    accept: (headers) => (bytes) => {
      const id = headers.get('requestid')!;
      if (headers.get('streamtype') === 'error') errors.set(id, bytes);
      else serve({ data: bytes, error: errors.get(id)!, port: headers.get('port')! });
    },
  });
}
