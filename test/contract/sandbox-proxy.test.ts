import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { until } from '../support/processes.ts';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { ask } from '../support/sandbox-client.ts';

let sandbox: Sandbox;
const base = '/api/v1/namespaces/default';
let address = '';

beforeAll(async () => {
  sandbox = await startSandbox({ kubernetesVersion: '1.35' });
  const ports = [
    { name: 'web', containerPort: 8080 },
    { name: 'more', containerPort: 8081 },
  ];
  await create('pods', {
    metadata: { name: 'web', labels: { app: 'web' } },
    spec: { containers: [{ name: 'web', image: 'shop/web:1', ports }] },
  });
  await create('pods', {
    metadata: { name: 'unbound' },
    spec: { schedulerName: 'other', containers: [{ name: 'web', image: 'shop/web:1' }] },
  });
  await create('services', {
    metadata: { name: 'web' },
    spec: {
      selector: { app: 'web' },
      ports: [
        { name: 'http', port: 80, targetPort: 'web' },
        { name: 'closed', port: 81, targetPort: 9999 },
      ],
    },
  });
  await create('services', {
    metadata: { name: 'one' },
    spec: { selector: { app: 'web' }, ports: [{ port: 8080 }] },
  });
  await create('services', {
    metadata: { name: 'alone' },
    spec: { selector: { app: 'none' }, ports: [{ port: 80 }] },
  });
  await create('services', { metadata: { name: 'bare' }, spec: { ports: [{ name: 'web', port: 80 }] } });
  await until('the pod is behind its service', async () =>
    (await call('GET', `${base}/endpoints/web`)).text.includes('"addresses"'),
  );
  address = (JSON.parse((await call('GET', `${base}/pods/web`)).text) as { status: { podIP: string } }).status
    .podIP;
});
afterAll(() => sandbox?.stop());

interface Answer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

async function call(
  method: string,
  path: string,
  body?: string,
  more: Record<string, string> = {},
): Promise<Answer> {
  const asked = { 'content-type': 'application/json', ...more };
  const { code: status, headers, text } = await ask(sandbox, method, path, body, asked);
  return { status, headers, text };
}

async function create(plural: string, object: object): Promise<void> {
  expect((await call('POST', `${base}/${plural}`, JSON.stringify(object))).status).toBe(201);
}

describe('what is reached', () => {
  test.each([
    [`${base}/pods/web/proxy/`, 'GET / answered by pod web on port 8080'],
    [`${base}/pods/web:8081/proxy/a/b/?c=%2F&d`, 'GET /a/b/?c=%2F&d answered by pod web on port 8081'],
    [`${base}/pods/http:web:8080/proxy/x`, 'GET /x answered by pod web on port 8080'],
    [`${base}/pods/https:web:8080/proxy/x`, 'GET /x answered by pod web on port 8080'],
    [`${base}/pods/web%3A8080/proxy/x`, 'GET /x answered by pod web on port 8080'],
    [`${base}/pods/web/proxy//a//b/../c`, 'GET /a/c answered by pod web on port 8080'],
    [`${base}/pods/web/proxy/a%20b/%C3%BC!`, 'GET /a%20b/%C3%BC%21 answered by pod web on port 8080'],
    [`${base}/services/web:http/proxy/x`, 'GET /x answered by pod web on port 8080'],
    [`${base}/services/web:80/proxy/x`, 'GET /x answered by pod web on port 8080'],
    [`${base}/services/https:web:http/proxy/x`, 'GET /x answered by pod web on port 8080'],
    [`${base}/services/one/proxy/x`, 'GET /x answered by pod web on port 8080'],
    ['/api/v1/nodes/sandbox/proxy/metrics', 'GET /metrics answered by node sandbox on port 10250'],
    ['/api/v1/nodes/sandbox:9100/proxy/', 'GET / answered by node sandbox on port 9100'],
  ])('%s', async (path, first) => {
    const { status, text } = await call('GET', path);
    expect([status, text.split('\n', 1)[0]]).toEqual([200, first]);
  });

  test.each(['DELETE', 'OPTIONS', 'PATCH', 'POST', 'PUT'])('%s, with its body', async (method) => {
    for (const rest of ['', '/some/path']) {
      const { status, text } = await call(method, `${base}/pods/web/proxy${rest}`, 'sent', {
        'content-length': '4',
      });
      const [first] = text.split('\n', 1);
      expect([status, first, text.slice(-6)]).toEqual([
        200,
        `${method} ${rest || '/'} answered by pod web on port 8080`,
        '\n\nsent',
      ]);
    }
  });

  test('the headers say who asked for what, and no secret', async () => {
    const { text } = await call('GET', `${base}/pods/web:8080/proxy/a/`, undefined, {
      'x-own': 'kept',
      connection: 'x-drop',
      'x-drop': 'dropped',
    });
    const lines = text.toLowerCase().split('\n');
    expect(lines).toContain('x-own: kept');
    expect(lines).toContain(`x-forwarded-uri: ${base}/pods/web:8080/proxy/a/`);
    expect(lines).toContain(`x-forwarded-host: ${new URL(sandbox.url).host}`);
    expect(lines).toContain('x-forwarded-proto: https');
    expect(lines).toContain('x-forwarded-for: 127.0.0.1');
    expect(text.toLowerCase()).not.toMatch(/bearer|authorization|x-drop/);
  });

  test('a WebSocket is passed on', async () => {
    const socket = new WebSocket(`${sandbox.url.replace('https', 'wss')}${base}/pods/web/proxy/socket`, {
      ca: sandbox.ca,
      headers: { authorization: `Bearer ${sandbox.token}` },
    });
    socket.on('open', () => socket.send('over and back'));
    const told = await new Promise((done, failed) => {
      socket.on('message', (data: Buffer) => done(data.toString()));
      socket.on('error', failed);
    });
    socket.terminate();
    expect(told).toBe('over and back');
  });
});

test.each([
  [`${base}/pods/web/proxy`, `${base}/pods/web/proxy/`],
  [`${base}/pods/web:8080/proxy?a=b&c=%2F`, `${base}/pods/web:8080/proxy/?a=b&c=%2F`],
  [`${base}/services/web:80/proxy`, `${base}/services/web:80/proxy/`],
  ['/api/v1/nodes/sandbox/proxy', '/api/v1/nodes/sandbox/proxy/'],
])('%s is sent to a path with a slash', async (path, location) => {
  for (const method of ['GET', 'HEAD']) {
    const { status, headers, text } = await call(method, path);
    expect([status, headers.location, headers['content-type'], text]).toEqual([301, location, undefined, '']);
  }
});

describe('what is refused, as by kube-apiserver 1.35.4', () => {
  test.each<[path: string, status: number, message: string, method?: string]>([
    ['pods/ftp:web:80/proxy', 400, 'invalid pod request "ftp:web:80"'],
    ['pods/a:b:c:d/proxy', 400, 'invalid pod request "a:b:c:d"'],
    ['pods/:80/proxy', 400, 'invalid pod request ":80"'],
    ['pods/unbound/proxy', 400, 'address not allowed'],
    ['pods/nope:80/proxy/', 404, 'pods "nope" not found'],
    ['pods/nope/proxy/?dryRun=All', 400, 'dryRun is not supported'],
    ['pods/web/proxy/', 405, 'the server does not allow this method on the requested resource', 'TRACE'],
    ['services/ftp:web:80/proxy', 400, 'invalid service request "ftp:web:80"'],
    ['services/web:80:/proxy/', 400, 'invalid service request "web:80:"'],
    ['services/nope/proxy', 404, 'services "nope" not found'],
    ['services/nope:80/proxy', 404, 'services "nope" not found'],
    ['services/bare:web/proxy', 404, 'services "bare" not found'],
    ['services/alone/proxy/', 503, 'no endpoints available for service "alone"'],
    ['services/alone:80/proxy/', 503, 'no endpoints available for service "alone"'],
    ['services/alone:81/proxy/', 503, 'no service port 81 found for service "alone"'],
    ['services/web/proxy/', 503, 'no endpoints available for service "web"'],
    ['services/https:web:x/proxy/', 503, 'no endpoints available for service "https:web:x"'],
    ['services/web:-1/proxy/', 503, 'no service port -1 found for service "web"'],
    ['../../nodes/nope/proxy/', 404, 'nodes "nope" not found'],
    ['../../nodes/ftp:nope:80/proxy/', 400, 'invalid node request "ftp:nope:80"'],
  ])('%s', async (path, status, message, method = 'GET') => {
    const answer = await call(
      method,
      new URL(`${sandbox.url}${base}/${path}`).href.slice(sandbox.url.length),
    );
    expect([answer.status, (JSON.parse(answer.text) as { message: string }).message]).toEqual([
      status,
      message,
    ]);
  });

  test('a port on which nothing listens', async () => {
    for (const [path, port] of [
      ['pods/web:1', 1],
      ['services/web:closed', 9999],
    ]) {
      const { status, text } = await call('POST', `${base}/${path}/proxy`);
      expect([status, JSON.parse(text)]).toMatchObject([
        503,
        {
          reason: 'ServiceUnavailable',
          message: `error trying to reach service: dial tcp ${address}:${port}: connect: connection refused`,
        },
      ]);
    }
  });

  test('a node without an address', async () => {
    const node = JSON.stringify({ metadata: { name: 'elsewhere' } });
    expect((await call('POST', '/api/v1/nodes', node)).status).toBe(201);
    // A node that is made gets one soon, and only once.
    await until('an address', async () =>
      (await call('GET', '/api/v1/nodes/elsewhere')).text.includes('"InternalIP"'),
    );
    const none = JSON.stringify([{ op: 'add', path: '/status/addresses', value: [] }]);
    const headers = { 'content-type': 'application/json-patch+json' };
    await call('PATCH', '/api/v1/nodes/elsewhere/status', none, headers);
    const { status, text } = await call('GET', '/api/v1/nodes/elsewhere/proxy/');
    expect([status, JSON.parse(text)]).toEqual([
      500,
      {
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        message: 'no preferred addresses found; known addresses: []',
        code: 500,
      },
    ]);
  });
});
