import { connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import { type Certificates, makeCertificates } from '../../../sandbox/src/certificates/make-certificates.ts';
import { pods } from '../../unit/cluster/resources.ts';
import { cleanup, failureOf, json, listen, mockServer, openMock } from './mock-server.ts';

const after = cleanup();
afterEach(() => after.run());

const asked = 'list pods in `shop` (context `mock`): ';
const podList = { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '1' }, items: [] };
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Something that listens and is spoken to by `talk`, with TLS where it has certificates. */
async function proxyServer(talk: (socket: Socket) => void, certificates?: Certificates): Promise<number> {
  const listener = (socket: Socket) => {
    socket.on('error', () => {});
    talk(socket);
  };
  const server: Server = certificates
    ? createSecureServer({ cert: certificates.certificate, key: certificates.key }, listener)
    : createServer(listener);
  const port = await listen(server);
  after.add(() => server.close());
  return port;
}

/** Joins the two for as long as both are open. */
function join(socket: Socket, port: number, host: string, begin: () => void): void {
  const target = connect(port, host, () => {
    begin();
    socket.pipe(target).pipe(socket);
  });
  target.on('error', () => socket.destroy());
  socket.on('close', () => target.destroy());
}

/** By CONNECT; `lead` says where to, in the place of what was asked for. */
function httpProxy(heads: string[], { refusal, lead }: { refusal?: string; lead?: number } = {}) {
  return (socket: Socket) => {
    socket.once('data', (head: Buffer) => {
      const text = head.toString();
      heads.push(text);
      if (refusal !== undefined) return void socket.end(refusal);
      const [, host, port] = /^CONNECT (\S+):(\d+) /.exec(text) ?? [];
      join(socket, lead ?? Number(port), host!, () =>
        socket.write('HTTP/1.1 200 Connection established\r\nVia: test\r\n\r\n'),
      );
    });
  };
}

/** SOCKS 5, with a name and a password where they are wanted; `told` has what was asked for, byte by byte. */
function socksProxy(told: string[], options: { login?: string; answer?: number; method?: number } = {}) {
  const { login, answer = 0, method = login === undefined ? 0 : 2 } = options;
  return async (socket: Socket) => {
    const bytes = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    const next = async () => (await bytes.next()).value as Buffer | undefined;
    told.push((await next())?.toString('hex') ?? '');
    socket.write(Buffer.of(5, method));
    if (method === 0xff) return;
    if (method === 2) {
      const given = await next();
      if (!given) return;
      const name = given.subarray(2, 2 + given[1]!).toString();
      told.push(`${name}:${given.subarray(3 + given[1]!).toString()}`);
      socket.write(Buffer.of(1, told.at(-1) === login ? 0 : 1));
    }
    const request = await next();
    if (!request) return;
    const host =
      request[3] === 3
        ? request.subarray(5, -2).toString()
        : `${request.subarray(4, -2).join(request[3] === 1 ? '.' : ' ')}`;
    told.push(`${host} ${request.readUInt16BE(request.length - 2)}`);
    // In pieces, with a bound name in front of what comes next.
    socket.write(Buffer.of(5, answer));
    const rest = Buffer.concat([Buffer.of(0, 3, 4), Buffer.from('here'), Buffer.of(0, 7)]);
    if (answer !== 0) return void socket.end(rest);
    // The iterator would take what is the server's.
    const port = request.readUInt16BE(request.length - 2);
    const target = connect(port, '127.0.0.1', () => socket.write(rest));
    target.pipe(socket);
    socket.on('close', () => target.destroy());
    for (let chunk = await next(); chunk; chunk = await next()) target.write(chunk);
    target.end();
  };
}

async function secureApi() {
  const own = await makeCertificates(new Date());
  const headers: (string | undefined)[] = [];
  const server = await mockServer(
    after,
    (request, response) => {
      headers.push(request.headers.authorization);
      json(response, 200, podList);
    },
    own,
  );
  return { ...server, headers, ca: { 'certificate-authority-data': base64(own.authority) } };
}

describe('a proxy by CONNECT', () => {
  test('of the kubeconfig, with a name and a password, and TLS through it', async () => {
    const { url, port, ca } = await secureApi();
    const heads: string[] = [];
    const through = await proxyServer(httpProxy(heads));
    const proxy = { 'proxy-url': `http://ada:s%40crt@127.0.0.1:${through}` };
    const cluster = await openMock(after, { server: url, ...ca, ...proxy });
    expect(await cluster.list(pods, 'shop')).toEqual([]);
    const head = `CONNECT 127.0.0.1:${port} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nProxy-Authorization: Basic ${base64('ada:s@crt')}\r\n\r\n`;
    expect(heads).toEqual([head]);
    // A WebSocket goes the same way, and SPDY after it.
    const exec = { name: 'exec', kind: 'PodExecOptions', verbs: ['create', 'get'] };
    const of = { resource: { ...pods, subresources: [exec] }, namespace: 'shop', name: 'web' };
    await failureOf(cluster.connect({ verb: 'exec', of, command: ['ls'] }));
    expect(heads).toEqual([head, head, head]);
  });

  test('that speaks TLS, by the authority of the cluster', async () => {
    const own = await makeCertificates(new Date());
    const { url } = await mockServer(after, (_request, response) => json(response, 200, podList), own);
    const heads: string[] = [];
    const through = await proxyServer(httpProxy(heads), own);
    const cluster = await openMock(after, {
      server: url,
      'certificate-authority-data': base64(own.authority),
      'proxy-url': `https://127.0.0.1:${through}`,
    });
    expect(await cluster.list(pods, 'shop')).toEqual([]);
    expect(heads.length).toBe(1);
  });

  test('that speaks TLS and is not trusted hears nothing', async () => {
    const { url, ca, headers } = await secureApi();
    const heads: string[] = [];
    const through = await proxyServer(httpProxy(heads), await makeCertificates(new Date()));
    const proxy = { 'proxy-url': `https://ada:secret@127.0.0.1:${through}` };
    const cluster = await openMock(after, { server: url, ...ca, ...proxy }, { token: 't' });
    expect((await failureOf(cluster.list(pods, 'shop'))).failure).toBe('certificate');
    expect([heads, headers]).toEqual([[], []]);
  });

  test('that refuses is named', async () => {
    const through = await proxyServer(httpProxy([], { refusal: 'HTTP/1.1 403 Forbidden\r\n\r\n<html>' }));
    const proxy = { 'proxy-url': `http://ada:secret@127.0.0.1:${through}` };
    const cluster = await openMock(after, { server: 'https://api.example:6443', ...proxy });
    expect(await failureOf(cluster.list(pods, 'shop'))).toEqual({
      failure: 'unreachable',
      message: `${asked}the proxy 127.0.0.1:${through} answered 403. Check proxy-url, HTTPS_PROXY and NO_PROXY`,
    });
  });

  test('that wants to know who asks is told with the way out', async () => {
    const through = await proxyServer(httpProxy([], { refusal: 'HTTP/1.1 407 Who\r\n\r\n' }));
    const proxy = { 'proxy-url': `http://127.0.0.1:${through}` };
    const cluster = await openMock(after, { server: 'https://api.example:6443', ...proxy });
    expect((await failureOf(cluster.list(pods, 'shop'))).message).toContain(
      'answered 407, it wants to know who asks: put a name and a password into its URL. Check',
    );
  });

  test.each([
    ['an endless head', `HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(10_000)}`],
    ['no HTTP', 'SSH-2.0-OpenSSH_9.9\r\n\r\n'],
    ['a page of its own', 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>log in</html>'],
    ['a redirection', 'HTTP/1.1 302 Found\r\nLocation: https://elsewhere.example/\r\n\r\n'],
    ['nothing', ''],
  ])('that answers %s gets no token', async (_name, refusal) => {
    const heads: string[] = [];
    const through = await proxyServer(httpProxy(heads, { refusal }));
    const cluster = await openMock(
      after,
      { server: 'https://api.example:6443', 'proxy-url': `http://127.0.0.1:${through}` },
      { token: 's3cr3t-hunter2' },
    );
    const { failure, message } = await failureOf(cluster.list(pods, 'shop'));
    expect(['unreachable', 'certificate']).toContain(failure);
    expect(`${message} ${heads.join('')}`).not.toContain('s3cr3t');
    expect(message).not.toContain('log in</html>');
  });

  test('that leads to another server is found out, and that server hears nothing', async () => {
    const [right, wrong] = [await secureApi(), await secureApi()];
    const through = await proxyServer(httpProxy([], { lead: wrong.port }));
    const proxy = { 'proxy-url': `http://127.0.0.1:${through}` };
    const cluster = await openMock(after, { server: right.url, ...right.ca, ...proxy }, { token: 't' });
    expect((await failureOf(cluster.list(pods, 'shop'))).failure).toBe('certificate');
    expect([wrong.headers, right.headers]).toEqual([[], []]);
  });
});

describe('a SOCKS proxy', () => {
  test.each(['socks5', 'socks5h'])('as %s, with TLS through it', async (scheme) => {
    const { url, port, ca } = await secureApi();
    const told: string[] = [];
    const through = await proxyServer(socksProxy(told));
    const proxy = { 'proxy-url': `${scheme}://127.0.0.1:${through}` };
    const cluster = await openMock(after, { server: url, ...ca, ...proxy });
    expect(await cluster.list(pods, 'shop')).toEqual([]);
    expect(told).toEqual(['050100', `127.0.0.1 ${port}`]);
  });

  test('looks names up, and takes a name and a password', async () => {
    const { port, ca } = await secureApi();
    const told: string[] = [];
    const through = await proxyServer(socksProxy(told, { login: 'ada:s@crt' }));
    const cluster = await openMock(after, {
      server: `https://api.example:${port}`,
      'tls-server-name': 'localhost',
      ...ca,
      'proxy-url': `socks5://ada:s%40crt@127.0.0.1:${through}`,
    });
    expect(await cluster.list(pods, 'shop')).toEqual([]);
    expect(told).toEqual(['05020002', 'ada:s@crt', `api.example ${port}`]);
  });

  test('is told IPv6 addresses as such', async () => {
    const told: string[] = [];
    const through = await proxyServer(socksProxy(told, { answer: 3 }));
    const proxy = { 'proxy-url': `socks5://127.0.0.1:${through}` };
    const cluster = await openMock(after, { server: 'https://[2001:db8::1:0:7]:6443', ...proxy });
    await failureOf(cluster.list(pods, 'shop'));
    expect(told[1]).toBe('32 1 13 184 0 0 0 0 0 0 0 1 0 0 0 7 6443');
  });

  test.each([
    [
      'that wants a login',
      { method: 2 },
      'that it wants to know who asks: put a name and a password into its URL',
    ],
    [
      'that takes no method',
      { method: 0xff },
      'that it wants to know who asks: put a name and a password into its URL',
    ],
    ['that does not allow it', { answer: 2 }, 'that its rules do not allow this connection (SOCKS code 2)'],
    ['that finds nobody', { answer: 5 }, 'that nothing listens there (SOCKS code 5)'],
    ['with a code of its own', { answer: 99 }, 'the SOCKS code 99'],
  ])('%s', async (_name, options, answer) => {
    const through = await proxyServer(socksProxy([], options));
    const proxy = { 'proxy-url': `socks5://127.0.0.1:${through}` };
    const cluster = await openMock(after, { server: 'https://api.example:6443', ...proxy }, { token: 't' });
    expect(await failureOf(cluster.list(pods, 'shop'))).toEqual({
      failure: 'unreachable',
      message: `${asked}the proxy 127.0.0.1:${through} answered ${answer}. Check proxy-url, HTTPS_PROXY and NO_PROXY`,
    });
  });

  test.each([
    ['is none', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'something that is not SOCKS 5'],
    ['hangs up', '', 'nothing more in the middle of a SOCKS handshake'],
  ])('that %s', async (_name, text, answer) => {
    const through = await proxyServer((socket) => socket.once('data', () => socket.end(text)));
    const proxy = { 'proxy-url': `socks5://127.0.0.1:${through}` };
    const cluster = await openMock(after, { server: 'https://api.example:6443', ...proxy });
    expect((await failureOf(cluster.list(pods, 'shop'))).message).toContain(`answered ${answer}. Check`);
  });
});
