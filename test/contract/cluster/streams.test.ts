import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import type { ObjectReference } from '../../../client/src/cluster/kube-object.ts';
import { until } from '../../support/processes.ts';
import { pods } from '../../unit/cluster/resources.ts';
import { cleanup, failureOf, listen, mockServer, openMock, secureMockServer, status } from './mock-server.ts';

const after = cleanup();
afterEach(() => after.run());

const web: ObjectReference = { resource: pods, namespace: 'shop', name: 'web' };

/** A server whose pods' ports are `onConnection`; it answers what it refuses by `refuse`. */
async function portServer(
  onConnection: (socket: WebSocket, request: IncomingMessage) => void,
  refuse?: (request: IncomingMessage) => string | undefined,
  serve = mockServer,
) {
  const mock = await serve(after, () => {});
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'v4.channel.k8s.io' });
  mock.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const refusal = refuse?.(request);
    if (refusal) return void socket.end(refusal);
    sockets.handleUpgrade(request, socket, head, (upgraded) => {
      const port = Number(new URL(request.url ?? '', 'http://x').searchParams.get('ports'));
      for (const channel of [0, 1]) upgraded.send(Buffer.of(channel, port & 0xff, port >> 8));
      onConnection(upgraded, request);
    });
  });
  return mock;
}

const data = (bytes: Uint8Array | string) => Buffer.concat([Buffer.of(0), Buffer.from(bytes)]);

async function exchange(port: number, send: Uint8Array | string): Promise<Buffer> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(send);
  await once(socket, 'close');
  return Buffer.concat(chunks);
}

describe('port-forward', () => {
  test('carries each connection over a WebSocket of its own, both ways', async () => {
    const asked: unknown[] = [];
    const onConnection = (socket: WebSocket, request: IncomingMessage) => {
      asked.push([request.url, request.headers['sec-websocket-protocol'], request.headers.authorization]);
      socket.on('message', (message: Buffer) => {
        socket.send(data(`echo ${message.subarray(1)}`), () => socket.close());
      });
    };
    // Credentials are sent by TLS alone.
    const { url, cluster: fields } = await portServer(onConnection, undefined, secureMockServer);
    const cluster = await openMock(after, { ...fields, server: `${url}/below` }, { token: 't' });
    const forward = await cluster.portForward(web, 8080);
    expect([forward.port, forward.pod, forward.connections, asked]).toEqual([8080, undefined, 0, []]);
    const answers = await Promise.all(['a', 'b'].map((text) => exchange(forward.localPort, text)));
    expect(answers.map(String).sort()).toEqual(['echo a', 'echo b']);
    const path = '/below/api/v1/namespaces/shop/pods/web/portforward?ports=8080';
    expect(asked.slice(-2)).toEqual([
      [path, 'v4.channel.k8s.io', 'Bearer t'],
      [path, 'v4.channel.k8s.io', 'Bearer t'],
    ]);
    await until('no connection', () => forward.connections === 0);
  });

  test('20 MB both ways, whole and in order, also to a slow reader', async () => {
    const { url } = await portServer((socket) => {
      socket.on('message', (message: Buffer) => socket.send(data(message.subarray(1))));
    });
    const forward = await (await openMock(after, { server: url })).portForward(web, 80);
    const size = 20 * 1024 * 1024;
    const sent = Buffer.alloc(size);
    for (let place = 0; place < size; place += 4) sent.writeUInt32LE(place, place);
    const socket = connect(forward.localPort, '127.0.0.1');
    socket.write(sent);
    const received: Buffer[] = [];
    let length = 0;
    let chunks = 0;
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      received.push(chunk);
      length += chunk.length;
      if (++chunks % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
      if (length >= size) break;
    }
    expect(Buffer.concat(received).equals(sent)).toBe(true);
  });

  test('who closes one half still gets the answer', async () => {
    const { url } = await portServer((socket) => {
      socket.on('message', () => setTimeout(() => socket.send(data('late'), () => socket.close()), 200));
    });
    const forward = await (await openMock(after, { server: url })).portForward(web, 80);
    const socket = connect({ port: forward.localPort, host: '127.0.0.1', allowHalfOpen: true });
    socket.end('question');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toBe('late');
    await once(socket, 'end');
  });

  test.each<[string, (socket: Socket) => void]>([
    ['has closed both halves', (socket) => socket.destroy()],
    ['has broken off', (socket) => socket.resetAndDestroy()],
    [
      'has said all and then left',
      (socket) => socket.end('bye', () => setTimeout(() => socket.destroy(), 100)),
    ],
  ])('a client that %s is not waited for', async (_name, leave) => {
    const { url, sockets } = await portServer((socket) => {
      socket.on('message', (message: Buffer) => socket.send(data(message.subarray(1))));
    });
    const forward = await (await openMock(after, { server: url })).portForward(web, 80);
    const socket = connect({ port: forward.localPort, host: '127.0.0.1', allowHalfOpen: true });
    socket.write('hello');
    await once(socket, 'data');
    const left = Date.now();
    leave(socket);
    await until('no connection', () => forward.connections === 0 && sockets.size === 0);
    // It was five seconds; a look takes milliseconds.
    expect(Date.now() - left).toBeLessThan(3_000);
  });

  test('who closes one half is waited for longer than the pod is silent', async () => {
    const { url } = await portServer((socket) => {
      socket.on('message', () => setTimeout(() => socket.send(data('late'), () => socket.close()), 6_000));
    });
    const forward = await (await openMock(after, { server: url })).portForward(web, 80);
    const socket = connect({ port: forward.localPort, host: '127.0.0.1', allowHalfOpen: true });
    socket.end('question');
    expect(String((await once(socket, 'data'))[0])).toBe('late');
  });

  test('what the pod refuses is told, and the listener goes on', async () => {
    let refusing = true;
    const { url } = await portServer((socket) => {
      if (refusing)
        return socket.send(
          Buffer.concat([Buffer.of(1), Buffer.from('dial tcp 127.0.0.1:80:\n connection refused\n')]),
        );
      socket.on('message', () => socket.send(data('well'), () => socket.close()));
    });
    const forward = await (await openMock(after, { server: url })).portForward(web, 80);
    const told: string[] = [];
    forward.onDidFail(({ message }) => told.push(message));
    const socket = connect(forward.localPort, '127.0.0.1');
    const [error] = await once(socket, 'error').catch((reason) => [reason]);
    expect((error as NodeJS.ErrnoException).code).toBe('ECONNRESET');
    expect(told).toEqual([
      'port-forward to pods `web` in `shop` (context `mock`): dial tcp 127.0.0.1:80: connection refused. Check that the container listens on this port',
    ]);
    refusing = false;
    expect(String(await exchange(forward.localPort, 'x'))).toBe('well');
  });

  test.each([
    [
      403,
      'Forbidden',
      'pods "web" is forbidden: User "ada" cannot get it',
      'forbidden: User "ada" cannot get it. Ask for `create` on `pods/portforward`',
    ],
    [
      404,
      'NotFound',
      'pods "web" not found',
      'not found: pods "web" not found. The server may not serve this kind: refresh the kinds of this cluster',
    ],
    [
      401,
      'Unauthorized',
      'Unauthorized',
      'the server does not accept these credentials. Log in again, or correct the user of this context',
    ],
  ])('a refused upgrade is told in words: %d', async (code, reason, message, words) => {
    const body = JSON.stringify({ kind: 'Status', code, reason, message });
    const { url } = await portServer(
      () => {},
      () =>
        `HTTP/1.1 ${code} X\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    const forward = await (await openMock(after, { server: url })).portForward(web, 80);
    const told: string[] = [];
    forward.onDidFail(({ message }) => told.push(message));
    await exchange(forward.localPort, 'x').catch(() => {});
    await until('a failure', () => told.length > 0);
    expect(told).toEqual([`port-forward to pods \`web\` in \`shop\` (context \`mock\`): ${words}`]);
  });

  test('a server that is down is told, once per connection', async () => {
    const gone = createServer();
    const port = await listen(gone);
    await new Promise((resolve) => gone.close(resolve));
    const forward = await (await openMock(after, { server: `http://127.0.0.1:${port}` })).portForward(
      web,
      80,
    );
    const told: string[] = [];
    forward.onDidFail(({ message }) => told.push(message));
    await exchange(forward.localPort, 'x').catch(() => {});
    await until('a failure', () => told.length > 0);
    expect(told).toEqual([expect.stringMatching(/: nothing listens at http:\S+\. Start the cluster/)]);
  });

  test('a local port that is taken', async () => {
    const cluster = await openMock(after, { server: 'http://127.0.0.1:1' });
    const first = await cluster.portForward(web, 80);
    expect(await failureOf(cluster.portForward(web, 80, { localPort: first.localPort }))).toEqual({
      failure: 'local',
      message: `port-forward to pods \`web\` in \`shop\` (context \`mock\`): the local port ${first.localPort} is taken. Choose another one`,
    });
  });

  test('closing frees the port and every connection', async () => {
    const { url, sockets } = await portServer(() => {});
    const cluster = await openMock(after, { server: url });
    const forward = await cluster.portForward(web, 80);
    const local = connect(forward.localPort, '127.0.0.1');
    local.on('error', () => {});
    await until('a connection', () => sockets.size === 1 && forward.connections === 1);
    await forward.close();
    await forward.close();
    await until('no connection', () => sockets.size === 0 && local.destroyed);
    expect(forward.connections).toBe(0);
    await (await cluster.portForward(web, 80, { localPort: forward.localPort })).close();
  });
});

describe('logs', () => {
  test('come as they are, no faster than they are read, and leaving the loop closes the connection', async () => {
    let written = 0;
    const { url, sockets } = await mockServer(after, (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const write = () => {
        for (;;) {
          written += 65_536;
          if (!response.write(Buffer.alloc(65_536, 'x'))) return void response.once('drain', write);
        }
      };
      write();
    });
    const cluster = await openMock(after, { server: url });
    let read = 0;
    for await (const chunk of cluster.logs(web, { follow: true })) {
      read += chunk.length;
      if (read > 1_000_000) {
        await new Promise((resolve) => setTimeout(resolve, 300));
        break;
      }
    }
    // What the kernel's buffers hold is a few megabytes.
    expect(written - read).toBeLessThan(32 * 1024 * 1024);
    await until('no socket', () => sockets.size === 0);
  });

  test('a refusal is an error, an abort the reason', async () => {
    const { url } = await mockServer(after, (request, response) => {
      if (request.url?.includes('previous'))
        return status(response, 400, 'BadRequest', 'previous terminated container "c" not found');
      response.writeHead(200).write('first\n');
    });
    const cluster = await openMock(after, { server: url });
    const read = async (options: object) => {
      const chunks: string[] = [];
      for await (const chunk of cluster.logs(web, options)) {
        chunks.push(Buffer.from(chunk).toString());
        stop.abort(new Error('enough'));
      }
      return chunks;
    };
    const stop = new AbortController();
    expect(await failureOf(read({ previous: true }))).toEqual({
      failure: 'status',
      message: 'get pods/log `web` in `shop` (context `mock`): previous terminated container "c" not found',
    });
    await expect(read({ follow: true, signal: stop.signal })).rejects.toThrow('enough');
  });

  test('a cut connection is an error with the way out', async () => {
    const { url } = await mockServer(after, (_request, response) => {
      response.writeHead(200).write('first\n', () => response.socket?.destroy());
    });
    const cluster = await openMock(after, { server: url });
    const read = async () => {
      for await (const _chunk of cluster.logs(web, { follow: true }));
    };
    expect(await failureOf(read())).toEqual({
      failure: 'unreachable',
      message: `get pods/log \`web\` in \`shop\` (context \`mock\`): ${url} broke the connection. Try again`,
    });
  });
});
