import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { ObjectReference } from '../../../client/src/cluster/kube-object.ts';
import { openFaultyLine } from '../../support/faulty-line.ts';
import { hastyClock } from '../../support/hasty-clock.ts';
import { until } from '../../support/processes.ts';
import { pods } from '../../unit/cluster/resources.ts';
import { cleanup, openMock } from './mock-server.ts';
import { type Asked, type PortConnection, spdyServer } from './spdy-server.ts';

const after = cleanup();
afterEach(() => after.run());

const web: ObjectReference = { resource: pods, namespace: 'shop', name: 'web' };

/** As a kubelet does when the pod's end has ended. */
const end = ({ data, error }: PortConnection) => {
  data.end();
  error.end();
};

/** Answers with what it was sent, and ends when it was ended. */
const echo = (connection: PortConnection) => {
  connection.error.resume();
  connection.data.pipe(connection.data, { end: false });
  connection.data.once('end', () => end(connection));
};

async function forwarded(
  serve: (connection: PortConnection) => void,
  refuse?: Parameters<typeof spdyServer>[2],
  haste = 1,
) {
  const mock = await spdyServer(after, serve, refuse);
  const line = await openFaultyLine({ port: mock.port });
  after.add(() => line.close());
  const cluster = await openMock(
    after,
    { server: `http://127.0.0.1:${line.port}` },
    {},
    () => true,
    hastyClock(haste),
  );
  const forward = await cluster.portForward(web, 8080);
  const told: string[] = [];
  forward.onDidFail(({ message }) => told.push(message));
  return { mock, line, cluster, forward, told };
}

function dial(port: number): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  return socket;
}

/** Resolves when it is closed, with an error or without. */
function closing(socket: Socket): Promise<void> {
  return new Promise((done) => socket.once('close', () => done()));
}

async function exchange(port: number, text: string): Promise<string> {
  const socket = dial(port);
  socket.end(text);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await closing(socket);
  return Buffer.concat(chunks).toString();
}

const ways: Asked[] = ['tunnel', 'post'];
const allBut = (way: Asked) => (asked: Asked) => (asked === way ? undefined : '403 Forbidden');

describe.each(ways)('a port forwarded over SPDY by %s', (way) => {
  test('carries 40 connections on three, each with its answer', async () => {
    const { mock, forward, told } = await forwarded(echo, allBut(way));
    const texts = Array.from({ length: 40 }, (_, place) => `question ${place}`);
    const answers = await Promise.all(texts.map((text) => exchange(forward.localPort, text)));
    expect([answers, told]).toEqual([texts, []]);
    expect(mock.asked.filter((asked) => asked === way)).toHaveLength(3);
    // The next ones go over what is there.
    expect(await exchange(forward.localPort, 'again')).toBe('again');
    expect(mock.asked.filter((asked) => asked === way)).toHaveLength(3);
    await until('no connection', () => forward.connections === 0);
  });

  test('a client that has said all is answered however late, and the pod hears of it at once', async () => {
    let heard = '';
    const { forward } = await forwarded((connection) => {
      connection.data.on('data', (bytes: Buffer) => {
        heard += bytes;
      });
      connection.data.once('end', () =>
        setTimeout(() => {
          connection.data.write(`heard ${heard}`);
          end(connection);
        }, 300),
      );
    }, allBut(way));
    expect(await exchange(forward.localPort, 'all of it')).toBe('heard all of it');
  });

  test('20 MB both ways, whole and in order, also to a slow reader', async () => {
    const { forward } = await forwarded(echo, allBut(way));
    const sent = Buffer.alloc(20 * 1024 * 1024);
    for (let place = 0; place < sent.length; place += 4) sent.writeUInt32LE(place, place);
    const socket = dial(forward.localPort);
    socket.end(sent);
    const received: Buffer[] = [];
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      received.push(chunk);
      if (received.length % 50 === 0) await new Promise((done) => setTimeout(done, 1));
    }
    expect(Buffer.concat(received).equals(sent)).toBe(true);
  });

  test('a client that does not read holds nobody up who comes after it', async () => {
    const { mock, forward } = await forwarded((connection) => {
      if (mock.asked.filter((asked) => asked === way).length > 1) return echo(connection);
      const flood = () => {
        while (connection.data.writable && connection.data.write(Buffer.alloc(64 * 1024)));
      };
      connection.data.on('drain', flood);
      flood();
    }, allBut(way));
    const slow = dial(forward.localPort);
    slow.pause();
    await once(slow, 'connect');
    await until('it is held up', async () => {
      const before = mock.asked.length;
      const socket = dial(forward.localPort);
      socket.end('quick');
      const [answer] = await Promise.race([
        once(socket, 'data'),
        new Promise<[]>((done) => setTimeout(() => done([]), 3_000)),
      ]);
      socket.destroy();
      return String(answer) === 'quick' && mock.asked.length >= before;
    });
  });

  test('what the pod refuses is told, closes that connection alone, and the listener goes on', async () => {
    const { mock, forward, told } = await forwarded((connection) => {
      connection.data.once('data', (bytes: Buffer) => {
        if (!String(bytes).startsWith('refuse')) {
          connection.data.write(bytes);
          return echo(connection);
        }
        connection.data.end();
        connection.error.write('dial tcp 127.0.0.1:8080:\n connection refused\n', () =>
          connection.error.destroy(),
        );
      });
    }, allBut(way));
    const other = dial(forward.localPort);
    other.write('hello');
    expect(String((await once(other, 'data'))[0])).toBe('hello');
    const refused = connect(forward.localPort, '127.0.0.1');
    refused.write('refuse me');
    const [error] = await once(refused, 'error').catch((reason) => [reason]);
    expect((error as NodeJS.ErrnoException).code).toBe('ECONNRESET');
    expect(told).toEqual([
      'port-forward to pods `web` in `shop` (context `mock`): dial tcp 127.0.0.1:8080: connection refused. Check that the container listens on this port',
    ]);
    other.write('still there');
    expect(String((await once(other, 'data'))[0])).toBe('still there');
    expect(await exchange(forward.localPort, 'well')).toBe('well');
    expect(mock.asked.filter((asked) => asked === way)).toHaveLength(1);
  });

  test.each<[string, (socket: Socket) => void]>([
    ['has closed both halves', (socket) => socket.destroy()],
    ['has broken off', (socket) => socket.resetAndDestroy()],
    [
      'has said all and then left',
      (socket) => socket.end('bye', () => setTimeout(() => socket.destroy(), 50)),
    ],
  ])('a client that %s is not waited for', async (_name, leave) => {
    const open = new Set<PortConnection>();
    const { forward } = await forwarded((connection) => {
      open.add(connection);
      connection.data.once('close', () => open.delete(connection));
      echo(connection);
    }, allBut(way));
    const socket = dial(forward.localPort);
    socket.write('hello');
    await once(socket, 'data');
    const left = Date.now();
    leave(socket);
    await until('no connection', () => forward.connections === 0 && open.size === 0);
    expect(Date.now() - left).toBeLessThan(2_000);
  });

  test('a line that breaks ends its connections by a reset, told once; the next client dials anew', async () => {
    const { mock, line, forward, told } = await forwarded(echo, allBut(way));
    const clients = Array.from({ length: 5 }, () => dial(forward.localPort));
    for (const client of clients) client.write('hello');
    await Promise.all(clients.map((client) => once(client, 'data')));
    const closed = Promise.all(clients.map(closing));
    line.reset();
    await closed;
    await until('it is told', () => told.length > 0);
    expect(told).toEqual([expect.stringMatching(/the connection broke .*Connect again/)]);
    expect(await exchange(forward.localPort, 'again')).toBe('again');
    expect(mock.asked.filter((asked) => asked === way)).toHaveLength(2);
  });

  test('a line that falls silent is found out', async () => {
    const { line, forward, told } = await forwarded(echo, allBut(way), 20);
    const client = dial(forward.localPort);
    client.write('hello');
    await once(client, 'data');
    line.state = 'silent';
    await closing(client);
    expect(told).toHaveLength(1);
    line.state = 'there';
    expect(await exchange(forward.localPort, 'again')).toBe('again');
  });

  test('closing leaves nothing behind', async () => {
    const { mock, line, forward, cluster } = await forwarded(echo, allBut(way));
    const clients = Array.from({ length: 20 }, () => dial(forward.localPort));
    for (const client of clients) client.write('hello');
    await Promise.all(clients.map((client) => once(client, 'data')));
    await forward.close();
    await until('no socket', () => mock.sockets.size === 0 && line.connections === 0);
    expect([
      forward.connections,
      clients.every((client) => client.readyState !== 'open' || client.destroyed),
    ]).toEqual([0, true]);
    await cluster.dispose();
  });

  test('what is about to connect ends with the forward', async () => {
    const { line, forward } = await forwarded(echo, allBut(way));
    line.state = 'silent';
    const client = connect(forward.localPort, '127.0.0.1')
      .on('error', () => {})
      .resume();
    await until('a connection', () => line.connections > 0);
    await forward.close();
    await until('no socket', () => line.connections === 0 && client.destroyed);
  });
});

describe('the ways to a pod', () => {
  test.each<[string, (asked: Asked) => string | undefined, Asked[]]>([
    ['the tunnel first', () => undefined, ['tunnel']],
    [
      'POST where a role has create alone',
      (asked) => (asked === 'tunnel' ? '403 Forbidden' : undefined),
      ['tunnel', 'post', 'post'],
    ],
    [
      'POST where a proxy knows no WebSocket',
      (asked) => (asked === 'tunnel' ? '502 Bad Gateway' : undefined),
      ['tunnel', 'post', 'post'],
    ],
    [
      'the tunnel where POST is forbidden',
      (asked) => (asked === 'post' ? '403 Forbidden' : undefined),
      ['tunnel'],
    ],
  ])('are tried in their order, and what has worked is remembered: %s', async (_name, refuse, asked) => {
    const { mock, line, forward, told } = await forwarded(echo, refuse);
    expect(await exchange(forward.localPort, 'one')).toBe('one');
    line.reset();
    await until('no socket', () => mock.sockets.size === 0);
    expect(await exchange(forward.localPort, 'two')).toBe('two');
    expect([mock.asked, told]).toEqual([asked.length === 1 ? [...asked, ...asked] : asked, []]);
  });

  test('each is tried again where what has worked does so no more', async () => {
    let refused: Asked = 'tunnel';
    const { mock, line, forward } = await forwarded(echo, (asked) =>
      asked === refused ? '403 Forbidden' : undefined,
    );
    expect(await exchange(forward.localPort, 'one')).toBe('one');
    refused = 'post';
    line.reset();
    await until('no socket', () => mock.sockets.size === 0);
    expect(await exchange(forward.localPort, 'two')).toBe('two');
    expect(mock.asked).toEqual(['tunnel', 'post', 'post', 'tunnel']);
  });

  test('a refusal of all is told once, with the right that is enough', async () => {
    const { mock, forward, told } = await forwarded(echo, () => '403 Forbidden');
    await exchange(forward.localPort, 'x');
    await until('it is told', () => told.length > 0);
    expect(told).toEqual([
      'port-forward to pods `web` in `shop` (context `mock`): forbidden: code 403. Ask for `create` on `pods/portforward`',
    ]);
    expect(mock.asked).toEqual(['tunnel', 'post', 'channels']);
  });
});
