import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { until } from '../support/processes.ts';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { askText, type TextAnswer } from '../support/sandbox-client.ts';

let sandbox: Sandbox;
const pods = '/api/v1/namespaces/default/pods';

beforeAll(async () => {
  sandbox = await startSandbox({ kubernetesVersion: '1.35' });
  await create('web', { containers: [{ name: 'web', image: 'shop/web:1' }] });
  await create('two', {
    containers: [
      { name: 'a', image: 'shop/a:1' },
      { name: 'b', image: 'shop/b-crash:1' },
    ],
    initContainers: [{ name: 'i', image: 'shop/i:1' }],
  });
  await create('unbound', { containers: [{ name: 'web', image: 'shop/web:1' }], schedulerName: 'other' });
  await create('waiting', { containers: [{ name: 'web', image: 'shop/doesnotexist:1' }] });
  for (const name of ['web', 'two']) {
    await until(`${name} runs`, async () =>
      (await call(`${pods}/${name}`)).text.includes('"phase":"Running"'),
    );
  }
  await until('the image cannot be pulled', async () =>
    (await call(`${pods}/waiting`)).text.includes('ErrImagePull'),
  );
});
afterAll(() => sandbox?.stop());

function call(path: string, method?: string, body?: unknown, headers?: Record<string, string>) {
  return askText(sandbox, path, method, body, headers);
}

async function create(name: string, spec: object): Promise<void> {
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec };
  expect(await call(pods, 'POST', pod)).toMatchObject({ status: 201 });
}

interface Session {
  socket: WebSocket;
  /** All frames by their channel, and the code with which the server closes; or how it refused. */
  end: Promise<{ protocol: string; channels: string[]; frames: number; code: number } | TextAnswer>;
}

function connect(path: string, protocols: string | string[]): Session {
  const socket = new WebSocket(`${sandbox.url.replace('https', 'wss')}${pods}/${path}`, protocols, {
    ca: sandbox.ca,
    headers: { authorization: `Bearer ${sandbox.token}` },
    perMessageDeflate: false,
  });
  const end: Session['end'] = new Promise((done, failed) => {
    const channels: string[] = [];
    let frames = 0;
    socket.on('message', (data: Buffer) => {
      frames++;
      const isText = socket.protocol.includes('base64');
      const channel = isText ? data[0]! - 48 : data[0]!;
      const content = isText ? Buffer.from(data.toString().slice(1), 'base64') : data.subarray(1);
      channels[channel] = (channels[channel] ?? '') + content.toString();
    });
    socket.on('close', (code) => done({ protocol: socket.protocol, channels: [...channels], frames, code }));
    socket.on('unexpected-response', (_request, response) => {
      let text = '';
      response.on('data', (part: Buffer) => {
        text += part;
      });
      response.on('end', () => done({ status: response.statusCode ?? 0, text }));
    });
    socket.on('error', failed);
  });
  return { socket, end };
}

const script = (text: string) => `command=sh&command=-c&command=${encodeURIComponent(text)}`;
const v5 = 'v5.channel.k8s.io';
const v4 = 'v4.channel.k8s.io';
const exited = (code: number, more: object = {}) =>
  JSON.stringify({
    ...more,
    status: 'Failure',
    message: `command terminated with non-zero exit code: command terminated with exit code ${code}`,
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: String(code) }] },
  });

describe('exec over a WebSocket', () => {
  const outAndErr = `web/exec?${script('echo out; echo err >&2; exit 7')}&stdout=1&stderr=1`;

  test.each([
    [[v5], v5, exited(7, { metadata: {} })],
    [[v4, v5], v5, exited(7, { metadata: {} })],
    [[v4], v4, exited(7)],
    [['v4.base64.channel.k8s.io'], 'v4.base64.channel.k8s.io', exited(7)],
    [
      ['channel.k8s.io'],
      'channel.k8s.io',
      'command terminated with non-zero exit code: command terminated with exit code 7',
    ],
    [
      ['base64.channel.k8s.io'],
      'base64.channel.k8s.io',
      'command terminated with non-zero exit code: command terminated with exit code 7',
    ],
  ])('%j: both outputs, the exit code, and 1000', async (offered, protocol, status) => {
    expect(await connect(outAndErr, offered).end).toEqual({
      protocol,
      channels: [undefined, 'out\n', 'err\n', status],
      // The first is empty.
      frames: 4,
      code: 1000,
    });
  });

  test.each([
    [v5, '{"metadata":{},"status":"Success"}'],
    [v4, '{"status":"Success"}'],
    ['channel.k8s.io', undefined],
  ])('success in %s', async (protocol, status) => {
    const { channels } = (await connect('web/exec?command=true&stderr=1', protocol).end) as {
      channels: string[];
    };
    expect([channels[2], channels[3]]).toEqual(['', status]);
  });

  test('v5 ends standard input by 255 and its channel; text frames are data too', async () => {
    const { socket, end } = connect('web/exec?command=cat&stdin=1&stdout=1', v5);
    socket.on('open', () => {
      socket.send(Buffer.from('\0one '));
      socket.send('\0two');
      socket.send(Buffer.from([255, 0]));
    });
    expect(await end).toMatchObject({
      channels: [undefined, 'one two', undefined, '{"metadata":{},"status":"Success"}'],
    });
  });

  test('v4 cannot end standard input: what it sends for that is ignored', async () => {
    const { socket, end } = connect('web/exec?command=cat&stdin=1&stdout=1', v4);
    const seen = new Promise<void>((done) => {
      socket.on('message', (data: Buffer) => {
        if (data.toString().endsWith('last')) done();
      });
    });
    socket.on('open', () => {
      socket.send(Buffer.from('\0one'));
      socket.send(Buffer.from([255, 0]));
      socket.send(Buffer.from('\0last'));
    });
    await seen;
    expect(socket.readyState).toBe(WebSocket.OPEN);
    socket.terminate();
    await end;
  });

  test('a terminal: what is typed shows, Control-C ends a line, the size is told', async () => {
    const { socket, end } = connect('web/exec?command=sh&stdin=1&stdout=1&stderr=1&tty=1', v5);
    let screen = '';
    const typed = ['stty size\r', 'slx\u007feep 1000\r', '\u0003', 'echo $?\r', 'exit 3\r'];
    const prompts = [/\/ # $/, /44 99\r\n\/ # $/, /eep 1000\r\n$/, /\^C\r\n\/ # $/, /130\r\n\/ # $/];
    socket.on('open', () => socket.send(Buffer.from('\x04{"Width":99,"Height":44}')));
    socket.on('message', (data: Buffer) => {
      if (data[0] !== 1) return;
      screen += data.subarray(1);
      if (prompts[0]?.test(screen)) {
        prompts.shift();
        socket.send(Buffer.from(`\0${typed.shift()}`));
      }
    });
    expect(await end).toMatchObject({
      channels: [undefined, screen, undefined, exited(3, { metadata: {} })],
    });
    expect(screen.replaceAll('\b \b', '<')).toBe(
      '/ # stty size\r\n44 99\r\n/ # slx<eep 1000\r\n^C\r\n/ # echo $?\r\n130\r\n/ # exit 3\r\n',
    );
  });

  test('a megabyte goes in and comes out as it was', async () => {
    const { socket, end } = connect(`web/exec?command=cat&stdin=1&stdout=1`, v5);
    const part = Buffer.concat([Buffer.of(0), Buffer.from('0123456789abcdef'.repeat(2048))]);
    socket.on('open', () => {
      for (let count = 0; count < 32; count++) socket.send(part);
      socket.send(Buffer.from([255, 0]));
    });
    const { channels } = (await end) as { channels: string[] };
    expect(channels[1]).toHaveLength(1 << 20);
  });

  test('a pod that goes kills what runs in it', async () => {
    await create('going', { containers: [{ name: 'web', image: 'shop/web:1' }] });
    await until('it runs', async () => (await call(`${pods}/going`)).text.includes('"phase":"Running"'));
    const { socket, end } = connect('going/exec?command=sleep&command=1000&stdout=1', v5);
    socket.on('open', () => void call(`${pods}/going?gracePeriodSeconds=0`, 'DELETE'));
    expect(await end).toMatchObject({ channels: [undefined, '', undefined, exited(137, { metadata: {} })] });
  });

  // As kube-apiserver 1.35.4 and a kubelet answered.
  test.each([
    {
      path: 'web/exec?stdout=1',
      protocol: v5,
      status:
        '{"metadata":{},"status":"Failure","message":"Internal error occurred: Internal error occurred: error executing command in container: failed to exec in container: process args must not be empty","reason":"InternalError","details":{"causes":[{"message":"Internal error occurred: error executing command in container: failed to exec in container: process args must not be empty"}]},"code":500}',
    },
    {
      path: 'web/exec?stdout=1',
      protocol: v4,
      status:
        '{"status":"Failure","message":"Internal error occurred: error executing command in container: failed to exec in container: process args must not be empty","reason":"InternalError","code":500}',
    },
    {
      path: 'web/exec?command=ls',
      protocol: v5,
      status:
        '{"metadata":{},"status":"Failure","message":"Internal error occurred: unable to upgrade connection: you must specify at least 1 of stdin, stdout, stderr","reason":"InternalError","details":{"causes":[{"message":"unable to upgrade connection: you must specify at least 1 of stdin, stdout, stderr"}]},"code":500}',
    },
    {
      path: 'waiting/exec?command=ls&stdout=1',
      protocol: v5,
      status:
        '{"metadata":{},"status":"Failure","message":"Internal error occurred: unable to upgrade connection: container not found (\\"web\\")","reason":"InternalError","details":{"causes":[{"message":"unable to upgrade connection: container not found (\\"web\\")"}]},"code":500}',
    },
  ])('$path in $protocol fails on the stream', async ({ path, protocol, status }) => {
    const { channels, code } = (await connect(path, protocol).end) as { channels: string[]; code: number };
    expect([channels[3], code]).toEqual([status, 1000]);
  });

  test.each([
    {
      path: 'web/exec?command=ls',
      protocol: v4,
      told: 'you must specify at least 1 of stdin, stdout, stderr\n',
    },
    {
      path: 'waiting/exec?command=ls&stdout=1',
      protocol: v4,
      status: 500,
      told: 'container not found ("web")',
    },
    { path: 'web/exec?command=ls&stdout=1', protocol: 'v3.channel.k8s.io', status: 403, told: '' },
    { path: 'nope/exec?command=ls&stdout=1', protocol: v5, status: 404, told: 'pods "nope" not found' },
    {
      path: 'web/exec?container=nope&command=ls&stdout=1',
      protocol: v4,
      told: 'container nope is not valid for pod web',
    },
    {
      path: 'two/attach?stdout=1',
      protocol: v5,
      told: 'a container name must be specified for pod two, choose one of: [i a b]',
    },
    {
      path: 'unbound/exec?command=ls&stdout=1',
      protocol: v5,
      told: 'pod unbound does not have a host assigned',
    },
    { path: 'web/exec?command=ls&stdout=1&dryRun=All', protocol: v5, told: 'dryRun is not supported' },
  ])('$path in $protocol: $status $told', async ({ path, protocol, status = 400, told }) => {
    const answer = (await connect(path, protocol).end) as TextAnswer;
    const text = answer.text.startsWith('{')
      ? (JSON.parse(answer.text) as { message: string }).message
      : answer.text;
    expect({ status: answer.status, told: text }).toEqual({ status, told });
  });
});

describe('attach', () => {
  const success = '{"metadata":{},"status":"Success"}';

  test('writes what the container says from now on, and ends with the input of who attached', async () => {
    const { socket, end } = connect('web/attach?stdin=1&stdout=1', v5);
    let lines = '';
    socket.on('message', (data: Buffer) => {
      lines += data.subarray(1);
      if (data[0] === 1 && lines.includes('\n')) socket.send(Buffer.from([255, 0]));
    });
    const { channels } = (await end) as { channels: string[] };
    expect(channels[1]).toMatch(/^worked on item \d+, \d+ so far\n$/);
    expect(channels[3]).toBe(success);
  });

  test.each([
    ['Never', 3, 'Failed', { terminated: { exitCode: 3, reason: 'Error' } }],
    ['OnFailure', 0, 'Succeeded', { terminated: { exitCode: 0, reason: 'Completed' } }],
    ['OnFailure', 3, 'Running', { waiting: { reason: 'CrashLoopBackOff' } }],
    ['Always', 0, 'Running', { waiting: { reason: 'CrashLoopBackOff' } }],
  ])('what a container with an input runs ends it: %s, %i', async (restartPolicy, code, phase, state) => {
    const name = `one-${restartPolicy.toLowerCase()}-${code}`;
    const args = ['sh', '-c', `cat; exit ${code}`];
    const container = { name: 'one', image: 'shop/one:1', stdin: true, stdinOnce: true, args };
    await create(name, { restartPolicy, containers: [container] });
    await until('it runs', async () => (await call(`${pods}/${name}`)).text.includes('"phase":"Running"'));
    const { socket, end } = connect(`${name}/attach?stdin=1&stdout=1&stderr=1`, v5);
    socket.on('open', () => {
      socket.send(Buffer.from('\0in and out'));
      socket.send(Buffer.from([255, 0]));
    });
    expect(await end).toMatchObject({ channels: [undefined, 'in and out', undefined, success], code: 1000 });
    const { status } = JSON.parse((await call(`${pods}/${name}`)).text) as { status: unknown };
    expect(status).toMatchObject({ phase, containerStatuses: [{ ready: false, state }] });
  });

  test('a container that waits has nothing to join', async () => {
    const { channels } = (await connect('waiting/attach?stdout=1', v5).end) as { channels: string[] };
    expect(JSON.parse(channels[3] ?? '')).toMatchObject({
      message:
        'Internal error occurred: unable to upgrade connection: container web not found in pod waiting_default',
    });
  });
});

test.each(['/api/v1/namespaces/default/pods/web', '/healthz', '/apis'])(
  'an upgrade is passed over where there is none: %s',
  async (path) => {
    const { status, text } = await call(path);
    const asked = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
    expect(await call(path, 'GET', undefined, asked)).toEqual({ status, text });
  },
);

test('an upgrade is refused with the head of any other refusal', async () => {
  const refused = connect('none/exec?command=ls&stdout=1', v5).socket;
  const [, response] = (await once(refused, 'unexpected-response')) as [unknown, IncomingMessage];
  expect([response.statusCode, response.statusMessage, response.headers]).toEqual([
    404,
    'Not Found',
    expect.objectContaining({ 'cache-control': 'no-cache, private', 'content-type': 'application/json' }),
  ]);
  response.resume();
});

describe('exec without a WebSocket', () => {
  const spdy = { connection: 'Upgrade', upgrade: 'SPDY/3.1' };
  const webSocket = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-protocol': v5,
  };
  const { 'sec-websocket-key': _, ...withoutKey } = webSocket;

  test.each<[method: string, path: string, headers: Record<string, string>, status: number, told: string]>([
    ['GET', 'web/exec?command=ls&stdout=1', {}, 400, 'Upgrade request required'],
    ['POST', 'web/exec', {}, 400, 'Upgrade request required'],
    ['GET', 'web/exec', { accept: 'text/csv' }, 400, 'Upgrade request required'],
    ['GET', 'web/attach', {}, 400, 'Upgrade request required'],
    ['POST', 'web/portforward', {}, 400, 'Upgrade request required'],
    ['GET', 'nope/exec?dryRun=All', {}, 400, 'dryRun is not supported'],
    [
      'GET',
      'web/portforward?ports=99999999999',
      {},
      400,
      'cannot convert to []int32: strconv.ParseUint: parsing "99999999999": value out of range',
    ],
    ['PUT', 'web/exec', {}, 405, 'the server does not allow this method on the requested resource'],
    ['POST', 'web/exec?command=ls&stdout=1', webSocket, 405, 'bad method'],
    ['GET', 'web/exec?command=ls&stdout=1', withoutKey, 400, 'mismatch challenge/response'],
    [
      'GET',
      'web/attach?stdout=1',
      { ...webSocket, 'sec-websocket-version': '8' },
      400,
      'missing or bad WebSocket Version',
    ],
    ['POST', 'web/exec?command=ls', spdy, 400, 'you must specify at least 1 of stdin, stdout, stderr\n'],
    [
      'GET',
      'web/exec?command=ls&stdout=1',
      spdy,
      400,
      'unable to upgrade: header X-Stream-Protocol-Version does not exist in request with 5 headers\n',
    ],
    [
      'POST',
      'web/exec?command=ls&stdout=1',
      { ...spdy, 'x-stream-protocol-version': 'v9.channel.k8s.io' },
      403,
      'unable to upgrade: unable to negotiate protocol: client supports [v9.channel.k8s.io], server accepts [v4.channel.k8s.io v3.channel.k8s.io v2.channel.k8s.io channel.k8s.io]\n',
    ],
    [
      'POST',
      'web/exec?command=ls&stdout=1',
      { ...spdy, 'x-stream-protocol-version': `${v5}, ${v4}` },
      101,
      '',
    ],
  ])('%s %s %j: %i', async (method, path, headers, status, told) => {
    const answer = await call(`${pods}/${path}`, method, undefined, headers);
    const text = answer.text.startsWith('{')
      ? (JSON.parse(answer.text) as { message: string }).message
      : answer.text;
    expect({ status: answer.status, told: text }).toEqual({ status, told });
  });
});
