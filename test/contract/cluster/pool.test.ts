import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect as connectTcp, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { type PlainRequest, UnaskedUpgrade } from '../../../client/src/cluster/http/exchange.ts';
import { openPool, type Pool, PoolClosed } from '../../../client/src/cluster/http/pool.ts';
import { systemClock } from '../../../client/src/cluster/watch/clock.ts';
import { until } from '../../support/processes.ts';
import { cleanup, listen, mockServer } from './mock-server.ts';

const after = cleanup();
afterEach(() => after.run());

const never = new AbortController().signal;

/** A request to the root that nothing ends. */
const plain: PlainRequest = {
  method: 'GET',
  path: '/',
  headers: [],
  headTimeout: 60_000,
  longestSilence: 60_000,
  signal: never,
};

interface Opened {
  readonly pool: Pool;
  /** How often it was connected. */
  readonly connected: () => number;
  send(change?: Partial<PlainRequest>): ReturnType<Pool['send']>;
  /** Sends, and reads what is answered to its end. */
  read(change?: Partial<PlainRequest>): Promise<string>;
}

function open(port: number, connections = 256, keepAlive = 60_000): Opened {
  let connected = 0;
  const pool = openPool({
    host: `127.0.0.1:${port}`,
    connect: async () => {
      connected++;
      const socket = connectTcp({ port, host: '127.0.0.1' });
      await once(socket, 'connect');
      return socket;
    },
    connections,
    keepAlive,
    clock: systemClock,
  });
  after.add(() => pool.destroy());
  const send = (change: Partial<PlainRequest> = {}) => pool.send({ ...plain, ...change });
  return {
    pool,
    connected: () => connected,
    send,
    read: async (change) => await text((await send(change)).body),
  };
}

/** A server whose answers wait until they are given: the oldest first. */
async function patientServer() {
  const asked: { request: IncomingMessage; response: ServerResponse }[] = [];
  const mock = await mockServer(after, (request, response) => asked.push({ request, response }));
  return {
    ...mock,
    asked,
    async answer(body: string) {
      await until('a request', () => asked.length > 0);
      asked.shift()!.response.end(body);
    },
  };
}

/** A server that sends these bytes to whoever sends something. */
async function rawServer(bytes: string): Promise<{ port: number; sockets: Set<Socket> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.on('data', () => socket.write(bytes));
  });
  after.add(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return { port: await listen(server), sockets };
}

describe('connections', () => {
  test('are kept for the next request, and closed once nobody has used them for a while', async () => {
    const { port, sockets } = await mockServer(after, (_request, response) => response.end('yes'));
    const { read, connected } = open(port, 256, 1_000);
    expect([await read(), await read(), await read()]).toEqual(['yes', 'yes', 'yes']);
    expect(connected()).toBe(1);
    await until('a connection that is closed', () => sockets.size === 0);
    expect(await read()).toBe('yes');
    expect(connected()).toBe(2);
  });

  test('that the server says it will close at once are not kept', async () => {
    const { port } = await mockServer(after, (_request, response) =>
      response.writeHead(200, { 'keep-alive': 'timeout=1' }).end('yes'),
    );
    const { read, connected } = open(port);
    await read();
    await read();
    expect(connected()).toBe(2);
  });

  test('are no more than allowed, and requests that wait for one go in turn', async () => {
    const { port, asked, answer, sockets } = await patientServer();
    const { read } = open(port, 2);
    const told: string[] = [];
    const all = ['a', 'b', 'c', 'd', 'e'].map((name) =>
      read({ path: `/${name}` }).then((body) => told.push(`${name} ${body}`)),
    );
    await until('two requests', () => asked.length === 2);
    expect(asked.map(({ request }) => request.url)).toEqual(['/a', '/b']);
    for (const turn of [1, 2, 3, 4, 5]) {
      await answer(`${turn}`);
      await until('an answer', () => told.length === turn);
      expect(sockets.size).toBeLessThanOrEqual(2);
    }
    await Promise.all(all);
    expect(told).toEqual(['a 1', 'b 2', 'c 3', 'd 4', 'e 5']);
  });

  test('are free again where a request has ended otherwise', async () => {
    const { port, asked, answer } = await patientServer();
    const { read, send } = open(port, 1);
    const ended = new AbortController();
    const first = send({ signal: ended.signal });
    await until('a request', () => asked.length === 1);
    const waiting = new AbortController();
    const second = send({ signal: waiting.signal });
    const third = read();
    waiting.abort(new Error('not wanted'));
    await expect(second).rejects.toThrow('not wanted');
    ended.abort(new Error('not wanted, either'));
    await expect(first).rejects.toThrow('not wanted, either');
    await answer('to nobody');
    await answer('yes');
    expect(await third).toBe('yes');
    const other = open(port, 1);
    for (const wrong of [{ headers: [['x', 'two\nlines']] }, { path: '/a b' }] as const) {
      await expect(other.send(wrong)).rejects.toThrow(TypeError);
    }
    const last = other.read();
    await answer('yes, too');
    expect(await last).toBe('yes, too');
    const cut = await rawServer('nothing of HTTP\r\n\r\n');
    const broken = open(cut.port, 1);
    for (let time = 0; time < 3; time++) {
      await expect(broken.send()).rejects.toMatchObject({ code: expect.stringMatching(/^HPE_/) });
    }
  });

  test('that do not come about are an error of their own, each time', async () => {
    const { pool } = { pool: openPool({ ...refusing, host: 'nowhere' }) };
    for (let time = 0; time < 3; time++) await expect(pool.send(plain)).rejects.toThrow('no way');
    await pool.destroy();
  });

  const refusing = {
    connect: async (): Promise<Socket> => {
      throw new Error('no way');
    },
    connections: 1,
    keepAlive: 1_000,
    clock: systemClock,
  };
});

describe('an abort', () => {
  const reason = new Error('enough');

  test('before anything is sent', async () => {
    const { port } = await patientServer();
    const { send, connected } = open(port);
    await expect(send({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(connected()).toBe(0);
  });

  test('while it connects, at once', async () => {
    const connecting = new AbortController();
    const pool = openPool({
      host: 'nowhere',
      connect: () => new Promise((_resolve, reject) => connecting.signal.addEventListener('abort', reject)),
      connections: 1,
      keepAlive: 1_000,
      clock: systemClock,
    });
    const ended = new AbortController();
    const sent = pool.send({ ...plain, signal: ended.signal });
    ended.abort(reason);
    await expect(sent).rejects.toBe(reason);
    connecting.abort();
    await pool.destroy();
  });

  test('before the answer, and within it: its connection is closed', async () => {
    const { port, asked, sockets } = await patientServer();
    const { send } = open(port);
    const ended = new AbortController();
    const sent = send({ signal: ended.signal });
    await until('a request', () => asked.length === 1);
    asked.shift();
    ended.abort(reason);
    await expect(sent).rejects.toBe(reason);
    await until('a closed connection', () => sockets.size === 0);

    const reading = new AbortController();
    const answered = send({ signal: reading.signal });
    await until('a request', () => asked.length === 1);
    asked[0]!.response.write('half of');
    const { body } = await answered;
    const chunks = body[Symbol.asyncIterator]();
    expect(String((await chunks.next()).value)).toBe('half of');
    reading.abort(reason);
    await expect(chunks.next()).rejects.toBe(reason);
    await until('a closed connection', () => sockets.size === 0);
  });

  test('once the answer is read is nobody’s business', async () => {
    const { port } = await mockServer(after, (_request, response) => response.end('yes'));
    const { read, connected } = open(port);
    const ended = new AbortController();
    expect(await read({ signal: ended.signal })).toBe('yes');
    ended.abort(reason);
    expect(await read()).toBe('yes');
    expect(connected()).toBe(1);
  });
});

describe('a server that', () => {
  test('does not answer', async () => {
    const { port, sockets } = await patientServer();
    const { send } = open(port);
    await expect(send({ headTimeout: 20 })).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    await until('a closed connection', () => sockets.size === 0);
  });

  test('falls silent within its answer', async () => {
    const { port, asked } = await patientServer();
    const { send } = open(port);
    const sent = send({ longestSilence: 50 });
    await until('a request', () => asked.length === 1);
    asked[0]!.response.write('half of');
    await expect(text((await sent).body)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  });

  test('is not read for a while, and goes on', async () => {
    const { port, asked } = await patientServer();
    const { send } = open(port);
    const sent = send({ longestSilence: 50 });
    await until('a request', () => asked.length === 1);
    const { response } = asked[0]!;
    response.write('half of');
    const { body } = await sent;
    await once(body, 'readable');
    await new Promise((resolve) => setTimeout(resolve, 200));
    response.end(' it');
    expect(await text(body)).toBe('half of it');
  });

  test('may be silent for as long as it likes', async () => {
    const { port, asked } = await patientServer();
    // The connection was kept for less than the answer takes.
    const { send, read } = open(port, 256, 50);
    const first = read();
    await until('a request', () => asked.length === 1);
    asked.shift()!.response.end('first');
    await first;
    const sent = send({ longestSilence: 0 });
    await until('a request', () => asked.length === 1);
    const { response } = asked[0]!;
    await new Promise((resolve) => setTimeout(resolve, 150));
    response.write('half of');
    const { body } = await sent;
    const whole = text(body);
    await new Promise((resolve) => setTimeout(resolve, 150));
    response.end(' it');
    expect(await whole).toBe('half of it');
  });

  test.each([
    ['by name', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: other\r\nconnection: upgrade\r\n\r\n'],
    ['without a name', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
  ])('goes over to another protocol unasked, %s', async (_how, answer) => {
    const { port, sockets } = await rawServer(answer);
    await expect(open(port).send()).rejects.toBeInstanceOf(UnaskedUpgrade);
    await until('a closed connection', () => sockets.size === 0);
  });

  test.each([
    ['ends within its answer', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'],
    ['ends within a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n64\r\nhalf'],
    ['ends within its head', 'HTTP/1.1 200 OK\r\ncontent-'],
    ['ends', ''],
  ])('%s breaks the connection', async (_how, bytes) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(bytes));
    });
    after.add(() => new Promise((resolve) => server.close(resolve)));
    const { read } = open(await listen(server));
    await expect(read()).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  test('has a head without an end', async () => {
    const { port } = await rawServer(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(1024 * 1024)}`);
    await expect(open(port).send()).rejects.toMatchObject({ code: 'HPE_HEADER_OVERFLOW' });
  });

  test('has one more answer than it was asked for: the next request has its own', async () => {
    const { port } = await rawServer(
      'HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nyesHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nno',
    );
    const { read } = open(port);
    await read().catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await read().catch(() => 'broken')).not.toBe('no');
  });
});

test('what is sent and answered is as it was said', async () => {
  const { port } = await mockServer(after, async (request, response) => {
    const body = await text(request);
    response.writeHead(201, [
      ...['x-once', 'a', 'Warning', '299 - "one"', 'warning', '299 - "two"', 'content-type', 'text/plain'],
    ]);
    response.end(JSON.stringify([request.method, request.url, request.rawHeaders, body]));
  });
  const { send } = open(port);
  const groups = [
    ['Impersonate-Group', 'a'],
    ['Impersonate-Group', 'b'],
  ] as const;
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    const { code, headers, body } = await send({ method, path: '/a?b=c', headers: groups, body: 'Grüße' });
    expect(code).toBe(201);
    expect(headers).toMatchObject({ 'x-once': 'a', warning: ['299 - "one"', '299 - "two"'] });
    const [sentMethod, path, raw, sentBody] = JSON.parse(await text(body)) as [
      string,
      string,
      string[],
      string,
    ];
    expect([sentMethod, path, sentBody]).toEqual([method, '/a?b=c', 'Grüße']);
    const sent = raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1]]] : []));
    expect(sent).toEqual(
      expect.arrayContaining([...groups, ['host', `127.0.0.1:${port}`], ['content-length', '7']]),
    );
  }
});

describe('a pool', () => {
  test('that is closed ends what is under way, and sends no more', async () => {
    const { port, asked, answer, sockets } = await patientServer();
    const { pool, read, send } = open(port, 1);
    const underWay = read();
    const waiting = send();
    await until('a request', () => asked.length === 1);
    const closed = pool.close();
    await expect(waiting).rejects.toBeInstanceOf(PoolClosed);
    await expect(send()).rejects.toBeInstanceOf(PoolClosed);
    await answer('yes');
    expect(await underWay).toBe('yes');
    await closed;
    await until('a closed connection', () => sockets.size === 0);
  });

  test('that is closed keeps no connection that nobody uses', async () => {
    const { port, sockets } = await mockServer(after, (_request, response) => response.end('yes'));
    const { pool, read } = open(port);
    await Promise.all([read(), read(), read()]);
    await pool.close();
    await until('closed connections', () => sockets.size === 0);
  });

  test('that is destroyed ends all at once', async () => {
    const { port, asked, sockets } = await patientServer();
    const { pool, send, read } = open(port, 2);
    const streaming = send();
    await until('a request', () => asked.length === 1);
    asked[0]!.response.write('half of');
    const { body } = await streaming;
    const unanswered = read();
    const waiting = read();
    await until('another request', () => asked.length === 2);
    const outcomes = Promise.allSettled([text(body), unanswered, waiting]);
    await pool.destroy();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await until('closed connections', () => sockets.size === 0);
  });
});
