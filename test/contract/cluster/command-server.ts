import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { asksForSpdy, refuseUpgrade, upgradeToSpdy } from '../../../sandbox/src/streams/upgrade.ts';
import type { ByteStream } from '../../../spdy/src/byte-stream.ts';
import { SpdySession } from '../../../spdy/src/session.ts';
import { type Cleanup, type MockServer, mockServer, status } from './mock-server.ts';

/** How a client asks for the streams of a command. */
export type AskedCommand = 'channels' | 'post';

/** What becomes of a command, by how it was asked for. */
export interface CommandService {
  /** The raw answer, in the place of an upgrade, or nothing where it is served. */
  refuse?(asked: AskedCommand, request: IncomingMessage, socket: Socket): string | undefined;
  channels?(socket: WebSocket, line: Socket): void;
  /** All streams are there. */
  post?(streams: ReadonlyMap<string, ByteStream>, line: Socket): void;
}

/** A server that runs commands as the test says, and answers 403 to what is no upgrade. */
export interface CommandServer extends MockServer {
  readonly asked: AskedCommand[];
}

const expectedStreams = 3;

/** Serves; the streams of a command are `error` and two more. */
export async function commandServer(
  after: Cleanup,
  { refuse, channels, post }: CommandService,
): Promise<CommandServer> {
  const mock = await mockServer(after, (_request, response) => status(response, 403, 'Forbidden', 'no'));
  const asked: AskedCommand[] = [];
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: ([first]) => first! });
  mock.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const how = asksForSpdy(request) ? 'post' : 'channels';
    asked.push(how);
    socket.on('error', () => socket.destroy());
    const refusal = refuse?.(how, request, socket);
    if (refusal === 'nothing') return;
    if (refusal !== undefined) return void socket.end(refusal);
    if (how === 'channels' && channels) {
      return sockets.handleUpgrade(request, socket, head, (upgraded) => channels(upgraded, socket));
    }
    if (how === 'channels' || !post) return refuseUpgrade(socket, '403 Forbidden', '');
    upgradeToSpdy({ request, socket, head }, ['v4.channel.k8s.io'], () => {
      const streams = new Map<string, ByteStream>();
      new SpdySession(socket, {
        kind: 'server',
        accept: (headers) => (bytes) => {
          streams.set(headers.get('streamtype')!, bytes);
          if (streams.size === expectedStreams) post(streams, socket);
        },
      });
    });
  });
  return { ...mock, asked };
}

/** An answer that is no upgrade, with a Status. */
export function statusAnswer(code: number, reason: string, message: string): string {
  const body = JSON.stringify({ kind: 'Status', status: 'Failure', code, reason, message });
  return `HTTP/1.1 ${code} X\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}
