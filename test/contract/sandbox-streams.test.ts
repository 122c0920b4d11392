import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { get, request } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { SpdySession } from '../../spdy/src/session.ts';
import { requireKubectl } from '../support/kubectl.ts';
import { until } from '../support/processes.ts';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { askText, type TextAnswer } from '../support/sandbox-client.ts';

let sandbox: Sandbox;
const pods = '/api/v1/namespaces/default/pods';

beforeAll(async () => {
  sandbox = await startSandbox();
  const ports = [{ containerPort: 8080 }];
  await create('web', [{ name: 'web', image: 'shop/web:1', ports }]);
  await create('two', [
    { name: 'a', image: 'shop/a:1' },
    { name: 'b', image: 'shop/b-crash:1' },
  ]);
  await create('waiting', [{ name: 'web', image: 'shop/doesnotexist:1' }]);
  await create('unbound', [{ name: 'web', image: 'shop/web:1' }], { schedulerName: 'other' });
  await create('bound', [{ name: 'web', image: 'shop/web:1' }], { nodeName: 'elsewhere' });
  await create('began', [{ name: 'web', image: 'shop/web:1' }], {
    initContainers: [{ name: 'first', image: 'shop/first:1' }],
  });
  await running('began');
  await running('web');
  await running('two');
});
afterAll(() => sandbox?.stop());

function call(path: string, method?: string, body?: unknown, headers?: Record<string, string>) {
  return askText(sandbox, path, method, body, headers);
}

async function create(name: string, containers: object[], more: object = {}): Promise<void> {
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec: { containers, ...more } };
  expect(await call(pods, 'POST', pod)).toMatchObject({ status: 201 });
}

async function running(name: string): Promise<void> {
  await until(`${name} runs`, async () => (await call(`${pods}/${name}`)).text.includes('"phase":"Running"'));
}

function webSocket(name: string, query: string, protocol: string): WebSocket {
  const address = `${sandbox.url.replace('https', 'wss')}${pods}/${name}/portforward${query}`;
  const headers = { authorization: `Bearer ${sandbox.token}` };
  return new WebSocket(address, protocol, { ca: sandbox.ca, headers, perMessageDeflate: false });
}

/** All that a stream says until it ends or is broken off. */
function saidBy(stream: Duplex): Promise<string> {
  let said = '';
  stream.on('data', (bytes: Buffer) => {
    said += bytes;
  });
  return new Promise((done) => stream.once('end', () => done(said)).once('close', () => done(said)));
}

/** A connection that forwards ports by SPDY. */
function spdy(name: string): Promise<Socket> {
  const headers = {
    authorization: `Bearer ${sandbox.token}`,
    connection: 'Upgrade',
    upgrade: 'SPDY/3.1',
    'x-stream-protocol-version': 'portforward.k8s.io',
  };
  return new Promise((done, failed) => {
    const url = `${sandbox.url}${pods}/${name}/portforward`;
    request(url, { method: 'POST', headers, ca: sandbox.ca, agent: false })
      .on('upgrade', (_answer, socket) => done(socket))
      .on('error', failed)
      .end();
  });
}

/** All that arrives on each channel until the server closes, and the code with which it does. */
function untilClosed(socket: WebSocket): Promise<{ channels: Buffer[]; code: number }> {
  return new Promise((done, failed) => {
    const channels: Buffer[] = [];
    socket.on('message', (data: Buffer) => {
      const channel = data[0] ?? 0;
      channels[channel] = Buffer.concat([channels[channel] ?? Buffer.alloc(0), data.subarray(1)]);
    });
    socket.on('close', (code) => done({ channels, code }));
    socket.on('error', failed);
  });
}

describe('logs', () => {
  test('a start, then a line a second, with times when asked', async () => {
    const { status, text } = await call(`${pods}/web/log?timestamps=true`);
    expect(status).toBe(200);
    expect(text.split('\n')[0]).toMatch(
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000000000Z starting web from image shop\/web:1$/,
    );
  });

  test('tailLines and limitBytes', async () => {
    expect((await call(`${pods}/web/log?tailLines=1`)).text.split('\n')).toHaveLength(2);
    expect((await call(`${pods}/web/log?limitBytes=5`)).text).toBe('start');
    expect((await call(`${pods}/web/log?tailLines=0`)).text).toBe('');
  });

  test.each([
    ['two', '', 400, 'a container name must be specified for pod two, choose one of: [a b]'],
    ['two', 'container=nope', 400, 'container nope is not valid for pod two'],
    ['web', 'previous=true', 400, 'previous terminated container "web" in pod "web" not found'],
    [
      'web',
      'tailLines=-1',
      422,
      'PodLogOptions "web" is invalid: tailLines: Invalid value: -1: must be greater than or equal to 0',
    ],
    [
      'web',
      'sinceSeconds=0',
      422,
      'PodLogOptions "web" is invalid: sinceSeconds: Invalid value: 0: must be greater than 0',
    ],
    ['web', 'tailLines=x', 400, 'strconv.ParseInt: parsing "x": invalid syntax'],
    ['nope', '', 404, 'pods "nope" not found'],
    // As kube-apiserver 1.35.4 answered.
    [
      'nope',
      'tailLines=-1',
      422,
      'PodLogOptions "nope" is invalid: tailLines: Invalid value: -1: must be greater than or equal to 0',
    ],
    [
      'web',
      'tailLines=-1&limitBytes=0&sinceSeconds=-5&stream=x',
      422,
      'PodLogOptions "web" is invalid: [tailLines: Invalid value: -1: must be greater than or equal to 0, limitBytes: Invalid value: 0: must be greater than 0, sinceSeconds: Invalid value: -5: must be greater than 0, stream: Forbidden: may not be specified]',
    ],
    ['web', 'tailLines=', 400, 'strconv.ParseInt: parsing "": invalid syntax'],
    [
      'web',
      'tailLines=99999999999999999999',
      400,
      'strconv.ParseInt: parsing "99999999999999999999": value out of range',
    ],
    [
      'web',
      'sinceTime=2026-01-01',
      400,
      'parsing time "2026-01-01" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "T"',
    ],
    ['web', 'sinceTime=2026-02-30T00:00:00Z', 400, 'parsing time "2026-02-30T00:00:00Z": day out of range'],
    [
      'web',
      'sinceTime=x&tailLines=y',
      400,
      'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
    ],
    [
      'web',
      'sinceSeconds=1&sinceTime=2026-01-01T00:00:00Z',
      422,
      'PodLogOptions "web" is invalid: []: Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified',
    ],
    ['bound', '', 404, 'pods "elsewhere" not found'],
    ['waiting', '', 400, /^container "web" in pod "waiting" is waiting to start: /],
  ])('%s?%s: %i', async (name, query, code, message) => {
    const { status, text } = await call(`${pods}/${name}/log?${query}`);
    expect({ status, message: (JSON.parse(text) as { message: string }).message }).toEqual({
      status: code,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });

  test('a pod with one container besides those that begin needs no name', async () => {
    expect((await call(`${pods}/began/log?tailLines=1`)).status).toBe(200);
  });

  test('a pod on no node has no log yet', async () => {
    expect(await call(`${pods}/unbound/log`)).toEqual({ status: 204, text: '' });
  });

  test.each([
    [
      'GET',
      'text/csv',
      406,
      '406: Not Acceptable\n\nAvailable representations: text/plain, application/json, application/yaml, application/vnd.kubernetes.protobuf',
    ],
    [
      'GET',
      'text/plain',
      406,
      'only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf',
    ],
    ['POST', '*/*', 405, 'the server does not allow this method on the requested resource'],
  ])('%s that accepts %s: %i', async (method, accept, code, message) => {
    const { status, text } = await call(`${pods}/web/log`, method, undefined, { accept });
    expect([status, (JSON.parse(text) as { message: string }).message]).toEqual([code, message]);
  });

  test('a followed log goes on, and ends with its pod', async () => {
    await create('short', [{ name: 'web', image: 'shop/web:1' }]);
    await running('short');
    const headers = { authorization: `Bearer ${sandbox.token}` };
    let deletion: Promise<TextAnswer> | undefined;
    const lines = await new Promise<string[]>((done, failed) => {
      let text = '';
      get(`${sandbox.url}${pods}/short/log?follow=true`, { headers, ca: sandbox.ca }, (response) => {
        response.on('data', (part: Buffer) => {
          text += part;
          if (text.split('\n').length >= 3) deletion ??= call(`${pods}/short?gracePeriodSeconds=0`, 'DELETE');
        });
        response.on('end', () => done(text.trimEnd().split('\n')));
      }).on('error', failed);
    });
    expect((await deletion)?.status).toBe(200);
    expect(lines.length).toBeGreaterThanOrEqual(2);
    expect(lines[0]).toBe('starting web from image shop/web:1');
  });
});

describe('port-forward', () => {
  test('v4.channel.k8s.io: both channels say the port, the echo answers, and 1000 ends it', async () => {
    const socket = webSocket('web', '?ports=8080', 'v4.channel.k8s.io');
    const body = randomBytes(3_000_000);
    socket.once('open', () => {
      const head = `PUT /x HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`;
      socket.send(Buffer.concat([Buffer.of(0), Buffer.from(head)]));
      for (let at = 0; at < body.length; at += 50_000) {
        socket.send(Buffer.concat([Buffer.of(0), body.subarray(at, at + 50_000)]));
      }
    });
    const { channels, code } = await untilClosed(socket);
    const port = Buffer.from([0x90, 0x1f]);
    expect(code).toBe(1000);
    expect(channels[1]).toEqual(port);
    expect(channels[0]?.subarray(0, 2)).toEqual(port);
    expect(channels[0]?.toString('latin1')).toContain('PUT /x answered by pod web on port 8080');
    expect(channels[0]?.length).toBeGreaterThan(body.length);
  });

  test('a port that no container declares is refused on the error channel', async () => {
    const socket = webSocket('web', '?ports=8080&ports=1', 'v4.channel.k8s.io');
    const text = await new Promise<string>((done) => {
      socket.on('message', (data: Buffer) => {
        if (data[0] === 3 && data.length > 3) done(data.subarray(1).toString());
      });
    });
    socket.terminate();
    expect(text).toBe(
      'error forwarding port 1 to pod default/web, uid : failed to connect to localhost:1 inside pod "default/web": dial tcp 127.0.0.1:1: connect: connection refused',
    );
  });

  test('a connection that began before its Pod ran carries to its ports once it does', async () => {
    await create('late', [{ name: 'web', image: 'shop/doesnotexist:1', ports: [{ containerPort: 8080 }] }]);
    await until('a pull that fails', async () => (await call(`${pods}/late`)).text.includes('ErrImagePull'));
    const session = new SpdySession(await spdy('late'), { kind: 'client' });
    const ask = async (id: string) => {
      const headers = (type: string) =>
        new Map(Object.entries({ streamtype: type, port: '8080', requestid: id }));
      const error = session.openText(headers('error'));
      const data = session.open(headers('data'));
      data.bytes.end('GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
      return await Promise.all([error.stream.text, saidBy(data.bytes)]);
    };
    expect(await ask('1')).toEqual([expect.stringContaining('connect: connection refused'), '']);
    const mended = { spec: { containers: [{ name: 'web', image: 'shop/web:1' }] } };
    const type = { 'content-type': 'application/strategic-merge-patch+json' };
    expect(await call(`${pods}/late`, 'PATCH', mended, type)).toMatchObject({ status: 200 });
    await running('late');
    expect(await ask('2')).toEqual(['', expect.stringContaining('GET / answered by pod late on port 8080')]);
    session.destroy();
  });

  test.each(['SPDY/3.1+x.k8s.io', 'SPDY/3.1+x.k8s.io, v4.channel.k8s.io'])(
    'a tunnel of %s: 403, as a kubelet says it',
    async (protocol) => {
      // As kube-apiserver 1.35.4 answered, with the kubelet behind it.
      expect(
        await call(`${pods}/web/portforward`, 'GET', undefined, {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
          'sec-websocket-protocol': protocol,
        }),
      ).toEqual({
        status: 403,
        text: 'unable to upgrade: unable to negotiate protocol: client supports [x.k8s.io], server accepts [portforward.k8s.io]\n',
      });
    },
  );

  test.each([
    { name: 'web', query: '?ports=80', protocol: 'v5.channel.k8s.io', status: 403, told: '' },
    {
      name: 'web',
      query: '',
      protocol: 'v4.channel.k8s.io',
      status: 400,
      told: 'query parameter "port" is required',
    },
    {
      name: 'web',
      query: '?ports=x',
      protocol: 'v4.channel.k8s.io',
      status: 400,
      told: 'cannot convert to []int32: strconv.ParseUint: parsing "x": invalid syntax',
    },
    {
      name: 'nope',
      query: '?ports=80',
      protocol: 'v4.channel.k8s.io',
      status: 404,
      told: 'pods "nope" not found',
    },
  ])('$name$query with $protocol: $status', async ({ name, query, protocol, status, told }) => {
    const socket = webSocket(name, query, protocol);
    const answer = await new Promise<TextAnswer>((done) => {
      socket.on('error', () => {});
      socket.on('unexpected-response', (_request, response) => {
        let text = '';
        response.on('data', (part: Buffer) => {
          text += part;
        });
        response.on('end', () => done({ status: response.statusCode ?? 0, text }));
      });
    });
    const text = answer.text.startsWith('{')
      ? (JSON.parse(answer.text) as { message: string }).message
      : answer.text;
    expect({ status: answer.status, told: text }).toEqual({ status, told });
  });

  test.for(['true', 'false'])('kubectl, with WebSockets %s', { timeout: 20_000 }, async (tunnel, context) => {
    const program = requireKubectl(context);
    const environment = {
      ...process.env,
      KUBECONFIG: sandbox.kubeconfig,
      KUBECTL_PORT_FORWARD_WEBSOCKETS: tunnel,
    };
    const kubectl = spawn(program, ['port-forward', '--address=127.0.0.1', 'pod/web', ':8080'], {
      env: environment,
    });
    try {
      const port = await new Promise<string>((done, failed) => {
        kubectl.once('error', failed);
        kubectl.stderr.once('data', (text: Buffer) => failed(new Error(text.toString())));
        kubectl.stdout.on('data', (text: Buffer) => {
          const found = /127\.0\.0\.1:(\d+)/.exec(text.toString());
          if (found?.[1]) done(found[1]);
        });
      });
      const body = randomBytes(500_000).toString('hex');
      for (const path of ['/one', '/two']) {
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body });
        const text = await answer.text();
        expect(text.slice(0, text.indexOf('\n'))).toBe(`POST ${path} answered by pod web on port 8080`);
        expect(text.endsWith(`\n\n${body}`)).toBe(true);
      }
    } finally {
      kubectl.kill();
    }
  });
});
