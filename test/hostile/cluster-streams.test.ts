import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { ClusterError } from '../../client/src/cluster/errors.ts';
import { systemClock } from '../../client/src/cluster/watch/clock.ts';
import { cleanup, type MockServer, mockServer, openMock } from '../contract/cluster/mock-server.ts';
import { hastyClock } from '../support/hasty-clock.ts';
import { until } from '../support/processes.ts';
import { pods } from '../unit/cluster/resources.ts';

const after = cleanup();
afterEach(() => after.run());

const web = { resource: pods, namespace: 'shop', name: 'web' };
const bound = 10_000;

/** What may pass is waited for, by this clock a second. */
const quick = () => hastyClock(10);

/** Writes what comes back on the socket, in place of an answer. */
type Reply = (socket: Socket, request: IncomingMessage) => void;

const text =
  (...lines: string[]): Reply =>
  (socket) =>
    void socket.write(`${lines.join('\r\n')}\r\n\r\n`);
const flood =
  (begin: string, piece: string | Buffer): Reply =>
  (socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', more).write(begin);
    more();
  };

const refusals: readonly { readonly name: string; readonly reply: Reply; readonly says: RegExp }[] = [
  {
    name: 'no HTTP',
    reply: text('SSH-2.0-OpenSSH_9.6'),
    says: /does not speak HTTP/,
  },
  {
    name: 'a header without an end',
    reply: flood('HTTP/1.1 200 OK\r\n', `x-more: ${'x'.repeat(4_096)}\r\n`),
    says: /the header of the answer of .* has no end/,
  },
  {
    name: 'a redirection',
    reply: text(
      'HTTP/1.1 302 Found',
      'Location: http://ada:s3cr3t@127.0.0.1:9/login?x=s3cr3t',
      'Content-Length: 0',
    ),
    says: /leads elsewhere to http:\/\/127\.0\.0\.1:9\/login, which is not followed/,
  },
  {
    name: 'a login page that refuses',
    reply: text('HTTP/1.1 403 Forbidden', 'Content-Type: text/html', 'Content-Length: 6', '', '<html>'),
    says: /answered 403 with a web page/,
  },
  {
    name: 'a refusal without an end',
    reply: flood('HTTP/1.1 500 Oops\r\ncontent-type: text/plain\r\n\r\n', 'no '.repeat(10_000)),
    says: /the server failed \(500\): no no/,
  },
  { name: 'an end', reply: (socket) => void socket.end(), says: /broke the connection/ },
  { name: 'a reset', reply: (socket) => void socket.resetAndDestroy(), says: /broke the connection/ },
];

/** A server that answers every request by this reply. */
async function replying(reply: Reply): Promise<MockServer> {
  const mock = await mockServer(after, (request) => reply(request.socket, request));
  mock.server.on('upgrade', (request: IncomingMessage, socket: Socket) => {
    reply(socket.on('end', () => socket.end()).resume(), request);
  });
  return mock;
}

async function noSocket({ sockets }: MockServer) {
  await until('no socket', () => sockets.size === 0);
}

describe('a log', () => {
  const hostile = [
    ...refusals,
    {
      name: '101 that is none',
      reply: text('HTTP/1.1 101 Switching Protocols', 'Connection: Upgrade', 'Upgrade: h2c'),
      says: /changed the protocol without being asked/,
    },
    {
      name: 'a body that is shorter than it says',
      reply: ((socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nline\n')) as Reply,
      says: /broke the connection|shorter than it says/,
    },
    {
      name: 'chunks that are none',
      reply: text('HTTP/1.1 200 OK', 'transfer-encoding: chunked', '', 'zz', 'line'),
      says: /does not speak HTTP/,
    },
  ];
  test.each(hostile)('of a server that sends $name', async ({ reply, says }) => {
    const mock = await replying(reply);
    const cluster = await openMock(after, { server: mock.url }, { token: 's3cr3t' });
    const begun = performance.now();
    const error = await readAll(cluster.logs(web)).catch((one: unknown) => one);
    expect((error as ClusterError).message).toMatch(says);
    expect((error as ClusterError).message).not.toContain('s3cr3t');
    expect(performance.now() - begun).toBeLessThan(bound);
    await cluster.dispose();
    await noSocket(mock);
  });

  test.each<[string, Reply]>([
    ['says nothing', () => undefined],
    ['begins and says nothing', text('HTTP/1.1 200 OK', 'transfer-encoding: chunked')],
    ['floods', flood('HTTP/1.1 200 OK\r\n\r\n', Buffer.alloc(64 * 1024, 'x'))],
  ])('of a server that %s is left', async (_name, reply) => {
    const mock = await replying(reply);
    const cluster = await openMock(after, { server: mock.url });
    const stop = new AbortController();
    const reason = new Error('enough');
    const reading = readAll(cluster.logs(web, { signal: stop.signal }));
    reading.catch(() => undefined);
    await until('it is asked', () => mock.requests.length > 0);
    stop.abort(reason);
    await expect(reading).rejects.toBe(reason);
    await noSocket(mock);
  });

  test('whose refusal has no end is refused all the same', async () => {
    const mock = await replying(text('HTTP/1.1 500 Oops', 'transfer-encoding: chunked', '', '3', 'no '));
    const after100 = {
      ...systemClock,
      after: (time: number, call: () => void) => systemClock.after(time / 100, call),
    };
    const cluster = await openMock(after, { server: mock.url }, {}, () => false, after100);
    await expect(readAll(cluster.logs(web))).rejects.toThrow('the server failed (500): no');
    await noSocket(mock);
  });

  test('that floods is read no faster than it is looked at', async () => {
    let written = 0;
    const mock = await replying((socket) => {
      const piece = Buffer.alloc(64 * 1024, 'x');
      const more = () => {
        while (!socket.destroyed && written < 1 << 30) {
          written += piece.length;
          if (!socket.write(piece)) return;
        }
      };
      socket.on('drain', more).write('HTTP/1.1 200 OK\r\n\r\n');
      more();
    });
    const cluster = await openMock(after, { server: mock.url });
    let seen = 0;
    for await (const chunk of cluster.logs(web)) {
      seen += chunk.length;
      if (seen > 1 << 20) break;
      await new Promise((done) => setTimeout(done, 5));
    }
    // The rest is in the buffers of the sockets.
    expect(written).toBeLessThan(64 << 20);
    await noSocket(mock);
  });
});

describe('a port-forward', () => {
  const accept = ({ headers }: IncomingMessage) =>
    createHash('sha1')
      .update(`${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64');
  const upgraded =
    (subprotocol: string | undefined, ...frames: Buffer[]): Reply =>
    (socket, request) => {
      const protocol = subprotocol === undefined ? '' : `Sec-WebSocket-Protocol: ${subprotocol}\r\n`;
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ${accept(request)}\r\n${protocol}\r\n`,
      );
      for (const frame of frames) socket.write(frame);
    };
  const v4 = 'v4.channel.k8s.io';
  const binary = (...bytes: number[]) => Buffer.from([0x82, bytes.length, ...bytes]);

  const hostile = [
    ...refusals,
    {
      name: '101 that is none',
      reply: text('HTTP/1.1 101 Switching Protocols', 'Connection: Upgrade', 'Upgrade: h2c'),
      says: /no WebSocket/,
    },
    {
      name: '101 for another key',
      reply: text(
        'HTTP/1.1 101 Switching Protocols',
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Accept: x',
      ),
      says: /no WebSocket/,
    },
    { name: 'a subprotocol that was not offered', reply: upgraded('v9.wolf'), says: /no WebSocket/ },
    { name: 'no subprotocol', reply: upgraded(undefined), says: /no WebSocket/ },
    { name: '200', reply: text('HTTP/1.1 200 OK', 'Content-Length: 0'), says: /answered 200/ },
    {
      name: 'an error of the port',
      reply: upgraded(v4, binary(1, 80, 0), binary(1, ...Buffer.from('connection refused'))),
      says: /connection refused/,
    },
  ];
  test.each(hostile)('to a server that sends $name', async ({ reply, says }) => {
    const mock = await replying(reply);
    const cluster = await openMock(after, { server: mock.url }, { token: 's3cr3t' }, () => false, quick());
    const forward = await cluster.portForward(web, 80);
    const failures: ClusterError[] = [];
    forward.onDidFail((error) => failures.push(error));
    const local = connect(forward.localPort, '127.0.0.1');
    local.on('error', () => undefined).resume();
    await until('it fails', () => failures.length > 0, bound);
    expect(failures[0]!.message).toMatch(says);
    expect(failures[0]!.message).not.toContain('s3cr3t');
    await until('the local end', () => local.destroyed);
    expect(forward.connections).toBe(0);
    await cluster.dispose();
    await noSocket(mock);
  });

  test.each<[string, Reply]>([
    ['frames of a channel that is none', upgraded(v4, binary(0, 80, 0), binary(9, 1), binary(255), binary())],
    ['a frame of 2^62 bytes', upgraded(v4, Buffer.from([0x82, 127, 0x40, 0, 0, 0, 0, 0, 0, 0]))],
    ['a frame with a reserved bit', upgraded(v4, Buffer.from([0xf2, 1, 0]))],
    [
      'pings without an end',
      (socket, request) => {
        upgraded(v4)(socket, request);
        flood('', Buffer.alloc(2 * 1024, Buffer.from([0x89, 0])))(socket, request);
      },
    ],
    ['nothing', () => undefined],
  ])('to a server that sends %s is closed with its cluster', async (_name, reply) => {
    const mock = await replying(reply);
    const cluster = await openMock(after, { server: mock.url });
    const forward = await cluster.portForward(web, 80);
    const local = connect(forward.localPort, '127.0.0.1');
    local.on('error', () => undefined).resume();
    await until('it is asked', () => mock.sockets.size > 0 || local.destroyed);
    await new Promise((done) => setTimeout(done, 200));
    await cluster.dispose();
    await until('the local end', () => local.destroyed);
    await noSocket(mock);
  });
});

test('clients without number: more than 1000 connections at once are refused, and told once', async () => {
  const mock = await replying(() => undefined);
  const cluster = await openMock(after, { server: mock.url });
  const forward = await cluster.portForward(web, 80);
  const told: string[] = [];
  forward.onDidFail(({ explanation: { fault } }) => told.push(fault));
  const clients: Socket[] = [];
  // More at once than the system keeps for a listener would try again after a second, and after ever longer.
  for (let wave = 0; wave < 11; wave++) {
    const dialled = Array.from({ length: 100 }, () =>
      connect(forward.localPort, '127.0.0.1').on('error', () => undefined),
    );
    await Promise.all(
      dialled.map((client) => new Promise((done) => client.once('connect', done).once('close', done))),
    );
    clients.push(...dialled);
  }
  const closed = () => clients.filter((client) => client.destroyed).length;
  await until('the rest are closed', () => closed() >= 100, 3 * bound);
  expect([clients.length - closed(), told]).toEqual([
    forward.connections,
    ['more than 1000 connections at once'],
  ]);
  const begun = performance.now();
  await forward.close();
  await until('all are', () => clients.every((client) => client.destroyed));
  expect(performance.now() - begun).toBeLessThan(1_000);
  await noSocket(mock);
});

describe('a port-forward over SPDY', () => {
  const tunnel: (...frames: Buffer[]) => Reply =
    (...frames) =>
    (socket, request) => {
      const accept = createHash('sha1')
        .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
        .digest('base64');
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ${accept}\r\nSec-WebSocket-Protocol: SPDY/3.1+portforward.k8s.io\r\n\r\n`,
      );
      for (const frame of frames) socket.write(frame);
    };
  const message = (hex: string) => {
    const bytes = Buffer.from(hex.replaceAll(' ', ''), 'hex');
    return Buffer.concat([Buffer.from([0x82, bytes.length]), bytes]);
  };
  const accepted = [message('80030002 00000004 00000001'), message('80030002 00000004 00000003')];

  test.each<[string, Reply, RegExp]>([
    ['a text', tunnel(Buffer.from([0x81, 1, 97])), /WebSocket: a text/],
    ['a masked frame', tunnel(Buffer.from([0x82, 0x81, 0, 0, 0, 0, 97])), /a masked frame of a server/],
    ['another protocol', tunnel(message('ff'.repeat(20))), /a control frame of version/],
    ['a frame of 16 MB', tunnel(message('80030001 00ffffff')), /a control frame of 16777215 bytes/],
    ['a type that there is not', tunnel(message('8003000b 00000000')), /a control frame of type 11/],
    [
      'a reset of the stream',
      tunnel(message('80030003 00000008 00000003 00000003')),
      /has reset the stream \(3\)/,
    ],
    [
      'a reset once it is accepted',
      tunnel(...accepted, message('80030003 00000008 00000003 00000005')),
      /has reset the stream \(5\)/,
    ],
    ['its end once it is accepted', tunnel(...accepted, Buffer.from([0x88, 0])), /the connection broke/],
    [
      'that it goes away',
      tunnel(...accepted, message('80030007 00000008 00000000 00000000'), Buffer.from([0x88, 0])),
      /the connection broke/,
    ],
    [
      'why it refuses',
      tunnel(...accepted, message('00000001 01000002 6e6f')),
      /: no\. Check that the container/,
    ],
  ])('to a server that sends %s', async (_name, reply, says) => {
    const mock = await replying(reply);
    const cluster = await openMock(after, { server: mock.url }, {}, () => false, quick());
    const forward = await cluster.portForward(web, 80);
    const failures: ClusterError[] = [];
    forward.onDidFail((error) => failures.push(error));
    const local = connect(forward.localPort, '127.0.0.1');
    local.on('error', () => undefined).resume();
    await until('it fails', () => failures.length > 0, bound);
    expect(failures[0]!.message).toMatch(says);
    await until('the local end', () => local.destroyed);
    expect(forward.connections).toBe(0);
    await cluster.dispose();
    await noSocket(mock);
  });

  /** Lets the pod's streams come about, then sends this frame without an end. */
  const floodOf =
    (frame: string): Reply =>
    (socket, request) => {
      tunnel(...accepted)(socket, request);
      flood('', Buffer.concat(Array.from({ length: 100 }, () => message(frame))))(socket, request);
    };

  test.each<[string, Reply]>([
    ['streams of its own without an end', floodOf('80030001 0000000a 00000002 00000000 0000')],
    ['pings without an end', floodOf('80030006 00000004 00000002')],
    ['data of streams that there are not', floodOf('000000ff 00000004 61616161')],
    ['data to a client that does not read', floodOf('00000003 00000004 61616161')],
    ['nothing', tunnel()],
  ])('to a server that sends %s is bounded, and closed with its cluster', async (_name, reply) => {
    const mock = await replying(reply);
    const cluster = await openMock(after, { server: mock.url });
    const forward = await cluster.portForward(web, 80);
    const local = connect(forward.localPort, '127.0.0.1');
    local.on('error', () => undefined).pause();
    await until('it is asked', () => mock.sockets.size > 0 || local.destroyed);
    const before = process.memoryUsage().rss;
    await new Promise((done) => setTimeout(done, 1_000));
    expect(process.memoryUsage().rss - before).toBeLessThan(200 << 20);
    await cluster.dispose();
    local.resume();
    await until('the local end', () => local.destroyed);
    await noSocket(mock);
  });
});

async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let length = 0;
  for await (const chunk of chunks) length += chunk.length;
  return length;
}
