import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { ServerForward } from '../../../client/src/cluster/cluster.ts';
import type { ObjectReference } from '../../../client/src/cluster/kube-object.ts';
import { until } from '../../support/processes.ts';
import { pods } from '../../unit/cluster/resources.ts';
import { cleanup, json, openMock, secureMockServer, status } from './mock-server.ts';

const after = cleanup();
afterEach(() => after.run());

const web: ObjectReference = {
  resource: {
    ...pods,
    plural: 'services',
    kind: 'Service',
    subresources: [{ name: 'proxy', kind: 'ServiceProxyOptions', verbs: ['get'] }],
  },
  namespace: 'shop',
  name: 'web',
};
const prefix = '/api/v1/namespaces/shop/services/web:80/proxy';
const encoded = prefix.replace(':', '%3A');

interface Answered {
  readonly code: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A server whose proxy is `serve`, and a forward through it for a user with a token. */
async function forwarded(serve: Parameters<typeof secureMockServer>[1]) {
  const mock = await secureMockServer(after, serve);
  const cluster = await openMock(after, mock.cluster, { token: 't0ken' });
  return { mock, cluster, forward: await cluster.forwardThroughServer(web, 80) };
}

function ask(
  { localPort }: ServerForward,
  path: string,
  headers: Record<string, string> = {},
  { method = 'GET', body }: { method?: string; body?: string } = {},
): Promise<Answered> {
  return new Promise((done, failed) => {
    const sent = request(
      { host: '127.0.0.1', port: localPort, path, method, headers, agent: false },
      (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => {
          text += chunk;
        });
        answer.on('end', () => done({ code: answer.statusCode!, headers: answer.headers, text }));
        answer.on('error', failed);
      },
    );
    sent.on('error', failed);
    sent.end(body);
  });
}

async function textOf(message: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of message) text += chunk;
  return text;
}

describe("what is served through the API server's proxy", () => {
  test('a browser is let in by its path, has a cookie then, and never sees the credentials', async () => {
    const { forward, mock } = await forwarded((request, response) => {
      const { authorization, cookie, 'user-agent': agent } = request.headers;
      json(response, 200, { authorization, cookie, agent });
    });
    const first = await ask(forward, forward.path, { accept: 'text/html' });
    expect([first.code, first.headers.location]).toEqual([303, '/']);
    const [set = ''] = first.headers['set-cookie'] ?? [];
    expect(set).toMatch(/^kubewright-\d+=[\w-]{32}; Path=\/; HttpOnly; SameSite=Strict$/);
    const cookie = `own=1; ${set.split(';')[0]}`;
    const page = await ask(forward, '/a/b%2Fc?d=e', { accept: 'text/html', cookie, 'user-agent': 'Browser' });
    expect([page.code, JSON.parse(page.text)]).toEqual([
      200,
      { authorization: 'Bearer t0ken', cookie: 'own=1', agent: 'Browser' },
    ]);
    expect(JSON.stringify(page.headers)).not.toContain('t0ken');
    expect(mock.requests).toEqual([`GET ${encoded}/a/b%2Fc?d=e`]);
  });

  test('a program is answered at the path itself', async () => {
    const { forward, mock } = await forwarded((_request, response) => response.end('hello'));
    expect(await ask(forward, `${forward.path}metrics`)).toMatchObject({ code: 200, text: 'hello' });
    expect(mock.requests).toEqual([`GET ${encoded}/metrics`]);
  });

  test.each<[string, string, Record<string, string>, number, RegExp]>([
    ['nobody without the secret', '/', {}, 403, /it holds a secret/],
    ['nobody by another name', 'PATH', { host: 'evil.example' }, 403, /by its address alone/],
    ['no other page', 'PATH', { origin: 'http://evil.example' }, 403, /Another page/],
    ['no name and password', 'PATH', { authorization: 'Basic x' }, 403, /take them for its own/],
    ['no path that leads out', 'PATH%2e%2e/%2e%2e/secrets', {}, 400, /leads out/],
  ])('lets in %s', async (_name, path, headers, code, says) => {
    const { forward, mock } = await forwarded((_request, response) => response.end());
    const answer = await ask(forward, path.replace('PATH', forward.path), headers);
    expect([answer.code, answer.text, mock.requests]).toEqual([code, expect.stringMatching(says), []]);
  });

  test('bodies pass both ways as they come, with the method and the code', async () => {
    const { forward } = await forwarded(async (request, response) => {
      response.writeHead(418, { 'content-type': 'text/plain', 'x-method': request.method });
      response.end(`heard ${await textOf(request)}`);
    });
    const body = 'x'.repeat(3_000_000);
    const answer = await ask(forward, `${forward.path}a`, {}, { method: 'PUT', body });
    expect([answer.code, answer.headers['x-method'], answer.text.length]).toEqual([
      418,
      'PUT',
      body.length + 6,
    ]);
  });

  test('a server that refuses without reading the body is heard, and the next request is answered', async () => {
    const { forward } = await forwarded((request, response) => {
      if (request.method === 'PUT') response.writeHead(413, { connection: 'close' }).end('too long');
      else response.end('well');
    });
    const body = 'x'.repeat(3_000_000);
    const put = await fetch(`http://127.0.0.1:${forward.localPort}${forward.path}a`, { method: 'PUT', body });
    expect([put.status, await put.text()]).toEqual([413, 'too long']);
    const get = await fetch(`http://127.0.0.1:${forward.localPort}${forward.path}a`);
    expect([get.status, await get.text()]).toEqual([200, 'well']);
  });

  test.each([
    [`${prefix}/login?a=b`, '/login?a=b'],
    ['login', '/login'],
    ['/api/v1/namespaces/shop/secrets', '/'],
    ['https://elsewhere.example/login', 'https://elsewhere.example/login'],
  ])('an answer that leads to %s leads to %s', async (location, expected) => {
    const { forward } = await forwarded((_request, response) => response.writeHead(302, { location }).end());
    expect((await ask(forward, `${forward.path}a`)).headers.location).toBe(expected);
  });

  test('a link that the API server has written into a page leads to what it means', async () => {
    const { forward, mock } = await forwarded((_request, response) => response.end());
    await ask(forward, `${forward.path.slice(0, -1)}${prefix}/style.css`);
    expect(mock.requests).toEqual([`GET ${encoded}/style.css`]);
  });

  test('what the API server refuses is answered in its words', async () => {
    const { forward } = await forwarded((_request, response) =>
      status(response, 403, 'Forbidden', 'services "web:80" is forbidden'),
    );
    expect(await ask(forward, forward.path)).toMatchObject({
      code: 403,
      text: expect.stringContaining('web:80'),
    });
  });

  test('a server that is gone is 502, with what is wrong', async () => {
    const { forward, mock } = await forwarded(() => {});
    await new Promise((done) => mock.server.close(done));
    expect(await ask(forward, forward.path)).toMatchObject({
      code: 502,
      text: expect.stringContaining('nothing listens'),
    });
  });

  test('a WebSocket is refused in words', async () => {
    const { forward } = await forwarded(() => {});
    const socket = connect(forward.localPort, '127.0.0.1');
    socket.write(
      `GET ${forward.path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n`,
    );
    let text = '';
    for await (const chunk of socket) text += chunk;
    expect(text).toMatch(
      /^HTTP\/1\.1 501 .*WebSockets do not pass the API server here: forward the port itself\.\n$/s,
    );
  });

  test('closing leaves no socket, whatever is under way', async () => {
    const { forward, mock } = await forwarded((_request, response) => void response.write('begun'));
    const answers = [1, 2, 3].map(() => ask(forward, `${forward.path}a`).catch(() => 'closed'));
    await until('they are asked', () => mock.requests.length === 3);
    const begun = Date.now();
    await forward.close();
    expect(await Promise.all(answers)).toEqual(['closed', 'closed', 'closed']);
    await until('no socket', () => mock.sockets.size === 0);
    expect(Date.now() - begun).toBeLessThan(1_000);
  });

  test('more than 256 requests at once are refused in words, and those that are under way go on', async () => {
    const { forward, mock, cluster } = await forwarded((_request, response) => void response.write('begun'));
    const answers = Array.from({ length: 256 }, () => ask(forward, `${forward.path}a`).catch(() => 'closed'));
    await until('they are asked', () => mock.requests.length === 256);
    expect(await ask(forward, `${forward.path}a`)).toMatchObject({
      code: 503,
      text: 'Too many requests at once.\n',
    });
    expect(mock.sockets.size).toBe(256);
    await cluster.dispose();
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['closed']));
  });

  test('a browser that leaves is not waited for', async () => {
    const { forward, mock } = await forwarded((_request, response) => void response.write('begun'));
    const socket = connect(forward.localPort, '127.0.0.1');
    socket.write(`GET ${forward.path}a HTTP/1.1\r\nhost: 127.0.0.1:${forward.localPort}\r\n\r\n`);
    await until('it is asked', () => mock.requests.length === 1);
    socket.destroy();
    await until('no socket', () => mock.sockets.size === 0);
  });
});
