import { connect, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { ask } from '../support/sandbox-client.ts';
import { leastOf } from './support/least-time.ts';
import { cpuTime } from './support/measured-process.ts';

const namespace = '/api/v1/namespaces/default';
/** How long a client waits at most beside others that never read, in milliseconds. */
const mostDelay = 2_000;

describe('HTTP as the standards have it', () => {
  let sandbox: Sandbox;

  beforeAll(async () => {
    sandbox = await startSandbox();
  });

  afterAll(() => sandbox?.stop());

  const head = (line: string, more = '') =>
    `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${sandbox.token}\r\n${more}\r\n`;
  const get = (target: string) => head(`GET ${target}`);

  /** The bodies of each row are what a real API server of 1.35.4 answered, too, where they are not the sandbox's alone. */
  test.each<{ what: string; sent: () => string; codes: number[] }>([
    { what: 'one request', sent: () => get('/version'), codes: [200] },
    {
      what: 'pipelined requests',
      sent: () => get('/version') + get('/api') + get('/apis'),
      codes: [200, 200, 200],
    },
    {
      what: 'a request behind a watch that ends',
      sent: () => get(`${namespace}/configmaps?watch=1&timeoutSeconds=-1`) + get('/version'),
      codes: [200, 200],
    },
    { what: 'a whole URL as target', sent: () => get('http://other.example/version'), codes: [200] },
    { what: 'a whole URL of the API', sent: () => get('https://x/api/v1?a=b'), codes: [200] },
    { what: 'a target that is no path', sent: () => get('version'), codes: [400] },
    { what: 'no host', sent: () => 'GET /version HTTP/1.1\r\n\r\n', codes: [400] },
    { what: 'bytes', sent: () => '\0\x01\x02\r\n\r\n', codes: [400] },
    {
      what: 'a long header',
      sent: () => head('GET /version', `X: ${'a'.repeat(100_000)}\r\n`),
      codes: [200],
    },
    {
      what: 'a header beyond 1 MB',
      sent: () => head('GET /version', `X: ${'a'.repeat(2_000_000)}\r\n`),
      codes: [431],
    },
    { what: 'a long target', sent: () => get(`/api/v1/${'a'.repeat(20_000)}`), codes: [404] },
    {
      what: 'two lengths',
      sent: () => `${head(`POST ${namespace}/configmaps`, 'Content-Length: 2\r\nContent-Length: 3\r\n')}{}`,
      codes: [400],
    },
    {
      what: 'a negative length',
      sent: () => `${head(`POST ${namespace}/configmaps`, 'Content-Length: -1\r\n')}{}`,
      codes: [400],
    },
    {
      what: 'a length and chunks',
      sent: () =>
        `${head(`POST ${namespace}/configmaps`, 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n')}2\r\n{}\r\n0\r\n\r\n`,
      codes: [400],
    },
    {
      what: 'a chunk without a length',
      sent: () =>
        `${head(`POST ${namespace}/configmaps`, 'Transfer-Encoding: chunked\r\n')}zz\r\n{}\r\n0\r\n\r\n`,
      codes: [400],
    },
    {
      what: 'an upgrade to nothing known',
      sent: () => head(`GET ${namespace}/pods/x/exec`, 'Connection: Upgrade\r\nUpgrade: x\r\n'),
      codes: [404],
    },
    {
      what: 'a bad number of seconds',
      sent: () =>
        get(`${namespace}/configmaps?watch=1&timeoutSeconds=x`) +
        get(`${namespace}/configmaps?timeoutSeconds=1.5`),
      codes: [400, 400],
    },
    {
      what: 'what is no request behind one',
      sent: () => `${head(`DELETE ${namespace}/configmaps/none`)}[]`,
      codes: [404, 400],
    },
    {
      what: 'what is no request behind several, in many pieces',
      sent: () => `${get('/version')}${get('/none')}{}\r\n\r\n{}`,
      codes: [200, 404, 400],
    },
    {
      what: 'a header of impersonation that is escaped wrongly',
      sent: () =>
        head(
          `GET ${namespace}/configmaps`,
          'Impersonate-User: a\r\nImpersonate-Extra-%zz: b\r\nImpersonate-Extra-__proto__: c\r\n',
        ),
      codes: [403],
    },
    { what: 'a broken encoding', sent: () => get('/api/v1/%zz'), codes: [400] },
  ])('$what', async ({ sent, codes }) => {
    const socket = await opened(sandbox);
    let answer = '';
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1');
    });
    socket.write(sent());
    await expect.poll(() => codesIn(answer), { timeout: 5000 }).toEqual(codes);
    socket.destroy();
    expect((await ask(sandbox, 'GET', '/readyz')).text).toBe('ok');
  });

  const run = 900_000;
  test.each<[what: string, target: string]>([
    ['slashes', `/api/v1/${'/'.repeat(run)}x`],
    ['slashes of a collection', `${namespace}/pods${'/'.repeat(run)}x`],
    ['slashes behind watch', `/api/v1/watch/pods${'/'.repeat(run)}x`],
    ['slashes behind a proxy', `${namespace}/services/a:http/proxy${'/'.repeat(run)}x`],
    ['points', `/api/v1/${'../'.repeat(run / 3)}x`],
    ['encoded slashes', `/api/v1/${'%2f'.repeat(run / 3)}x`],
    ['segments of a group', `/apis/${'a/'.repeat(run / 2)}`],
    ['question marks', `/api/v1/pods${'?'.repeat(run)}`],
    ['parameters', `/api/v1/pods?${'a=b&'.repeat(run / 4)}`],
    ['parameters that count', `/api/v1/pods?${'limit=1&'.repeat(run / 8)}`],
    ['labels of a selector', `/api/v1/pods?labelSelector=${'a,'.repeat(run / 2)}a`],
    ['values of a selector', `/api/v1/pods?labelSelector=a+in+(${'b,'.repeat(run / 2)}b)`],
    ['brackets of a selector', `/api/v1/pods?labelSelector=a+in+${'('.repeat(run)}`],
    ['blanks of a selector', `/api/v1/pods?labelSelector=a${'+'.repeat(run)}b`],
    ['signs of a selector', `/api/v1/pods?labelSelector=${'!'.repeat(run)}a`],
    ['fields of a selector', `/api/v1/pods?fieldSelector=${'metadata.name=a,'.repeat(run / 16)}`],
    ['backslashes of a selector', `/api/v1/pods?fieldSelector=metadata.name=${'%5C'.repeat(run / 3)}`],
    ['a continue token', `/api/v1/pods?limit=1&continue=${'A'.repeat(run)}`],
    ['a number', `/api/v1/pods?limit=${'9'.repeat(run)}`],
    ['a resource version', `/api/v1/pods?resourceVersion=${'9'.repeat(run)}`],
    ['a time', `${namespace}/pods/a/log?sinceTime=${'0'.repeat(run)}`],
    ['commands', `${namespace}/pods/a/exec?${'command=a&'.repeat(run / 10)}`],
  ])('a target of nearly a megabyte of %s takes no time', async (_, target) => {
    const worked = await cpuTime(sandbox.pid, async () => {
      const socket = await opened(sandbox);
      let answer = '';
      socket.on('data', (chunk: Buffer) => {
        answer += chunk.toString('latin1');
      });
      socket.write(get(target));
      await expect.poll(() => codesIn(answer), { timeout: 20_000 }).toHaveLength(1);
      socket.destroy();
    });
    expect(worked).toBeLessThan(2_000);
    expect((await ask(sandbox, 'GET', '/readyz')).text).toBe('ok');
  });

  test('clients that never read delay nobody', async () => {
    const data = { a: 'x'.repeat(900_000) };
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'large' }, data };
    expect((await ask(sandbox, 'POST', `${namespace}/configmaps`, object)).code).toBe(201);
    const delay = await leastOf(mostDelay, async () => {
      const silent = await Promise.all(Array.from({ length: 20 }, () => opened(sandbox)));
      for (const socket of silent) {
        socket.pause();
        socket.write(get(`${namespace}/configmaps/large`).repeat(100));
      }
      const start = performance.now();
      expect((await ask(sandbox, 'GET', `${namespace}/configmaps/large`)).code).toBe(200);
      const taken = performance.now() - start;
      for (const socket of silent) socket.destroy();
      return taken;
    });
    expect(delay).toBeLessThan(mostDelay);
  });

  test('requests that never end keep nobody out', async () => {
    const begun = await Promise.all(Array.from({ length: 50 }, () => opened(sandbox)));
    for (const [index, socket] of begun.entries()) {
      const isHead = index % 2 === 0;
      socket.write(
        isHead
          ? 'GET /version HTTP/1.1\r\nX: a'
          : head(`POST ${namespace}/configmaps`, 'Content-Length: 100\r\n'),
      );
    }
    expect((await ask(sandbox, 'GET', '/readyz')).text).toBe('ok');
    for (const socket of begun) socket.destroy();
  });
});

function opened({ url, ca }: Sandbox): Promise<TLSSocket> {
  return new Promise((done, failed) => {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), ca }, () => done(socket));
    socket.once('error', failed);
    socket.on('error', () => {});
  });
}

function codesIn(answer: string): number[] {
  return [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, code]) => Number(code));
}
