import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import type { RemoteCommand } from '../../../client/src/cluster/cluster.ts';
import type { ObjectReference } from '../../../client/src/cluster/kube-object.ts';
import type { ConnectOperation } from '../../../client/src/cluster/operation.ts';
import type { ByteStream } from '../../../spdy/src/byte-stream.ts';
import { until } from '../../support/processes.ts';
import { pods } from '../../unit/cluster/resources.ts';
import { type AskedCommand, type CommandService, commandServer, statusAnswer } from './command-server.ts';
import { cleanup, failureOf, openMock } from './mock-server.ts';

// Which way a command is reached, and that it never runs twice.

const after = cleanup();
afterEach(() => after.run());

const subresources = ['attach', 'exec'].map((name) => ({
  name,
  kind: `Pod${name}Options`,
  verbs: ['create'],
}));
const web: ObjectReference = { resource: { ...pods, subresources }, namespace: 'shop', name: 'web' };
const exec: ConnectOperation = { verb: 'exec', of: web, command: ['true'] };
const attach: ConnectOperation = { verb: 'attach', of: web };
const success = '{"metadata":{},"status":"Success"}';
const exited = { kind: 'exited', exitCode: 0, signal: undefined };

const served: Pick<CommandService, 'channels' | 'post'> = {
  channels(socket) {
    socket.send(Buffer.from('\x01by channels'));
    socket.send(Buffer.from(`\x03${success}`));
    socket.close();
  },
  post(streams) {
    streams.get('stdout')!.end('by SPDY');
    streams.get('stderr')!.end();
    streams.get('error')!.end(success);
  },
};

async function open(service: CommandService) {
  const server = await commandServer(after, service);
  return { server, cluster: await openMock(after, { server: server.url }, { token: 't' }) };
}

/** What a command has said, and how it ended. */
async function outcome(command: RemoteCommand) {
  const [out, , end] = await Promise.all([text(command.stdout), text(command.stderr), command.ended]);
  return { out, end };
}

const refusing = (way: AskedCommand, answer: string): CommandService => ({
  ...served,
  refuse: (asked) => (asked === way ? answer : undefined),
});

test('a WebSocket is asked for first, whatever verbs discovery tells of', async () => {
  const { server, cluster } = await open(served);
  expect(await outcome(await cluster.connect(exec))).toEqual({ out: 'by channels', end: exited });
  expect(server.asked).toEqual(['channels']);
});

test.each<[string, string]>([
  ['forbids it', statusAnswer(403, 'Forbidden', 'pods "web" is forbidden: ')],
  ['refuses it without a word', 'HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n'],
  ['has lost the upgrade on its way', statusAnswer(400, 'BadRequest', 'Upgrade request required')],
  ['does not take the method', statusAnswer(405, 'MethodNotAllowed', 'no GET')],
  ['is a login page', 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>'],
  ['leads elsewhere', 'HTTP/1.1 302 Found\r\nLocation: /login\r\nContent-Length: 0\r\n\r\n'],
])('where a server %s, SPDY leads there, and is asked for first from then on', async (_name, answer) => {
  const { server, cluster } = await open(refusing('channels', answer));
  expect(await outcome(await cluster.connect(exec))).toEqual({ out: 'by SPDY', end: exited });
  expect(await outcome(await cluster.connect(exec))).toEqual({ out: 'by SPDY', end: exited });
  expect(server.asked).toEqual(['channels', 'post', 'post']);
});

const unsure: [name: string, service: CommandService][] = [
  ['502 of a proxy', refusing('channels', 'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n')],
  ['504 of a proxy', refusing('channels', 'HTTP/1.1 504 Gateway Timeout\r\nContent-Length: 0\r\n\r\n')],
  [
    'a connection that is reset',
    {
      ...served,
      refuse(asked, _request, socket) {
        if (asked === 'post') return undefined;
        socket.resetAndDestroy();
        return 'nothing';
      },
    },
  ],
  [
    'a WebSocket that is none',
    refusing(
      'channels',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: x\r\n\r\n',
    ),
  ],
];

describe.each(unsure)('after %s', (_name, service) => {
  test('a command may run, and is not run again; the next goes by SPDY', async () => {
    const { server, cluster } = await open(service);
    await failureOf(cluster.connect(exec));
    expect(server.asked).toEqual(['channels']);
    expect(await outcome(await cluster.connect(exec))).toEqual({ out: 'by SPDY', end: exited });
    expect(server.asked).toEqual(['channels', 'post']);
  });

  test('what runs already is joined by SPDY', async () => {
    const { server, cluster } = await open(service);
    expect(await outcome(await cluster.connect(attach))).toEqual({ out: 'by SPDY', end: exited });
    expect(server.asked).toEqual(['channels', 'post']);
  });
});

test('SPDY that is refused begins nothing: a WebSocket is asked for', async () => {
  let refusal = statusAnswer(403, 'Forbidden', 'pods "web" is forbidden: ');
  let refused: AskedCommand = 'channels';
  const { server, cluster } = await open({
    ...served,
    refuse: (asked) => (asked === refused ? refusal : undefined),
  });
  await outcome(await cluster.connect(exec));
  [refused, refusal] = ['post', 'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n'];
  expect(await outcome(await cluster.connect(exec))).toEqual({ out: 'by channels', end: exited });
  expect(server.asked).toEqual(['channels', 'post', 'post', 'channels']);
});

test.each<[number, string, string, string]>([
  [404, 'NotFound', 'pods "web" not found', 'pod not found'],
  [400, 'BadRequest', 'container c is not valid for pod web', 'container not found'],
  [
    400,
    'BadRequest',
    'a container name must be specified for pod web, choose one of: [a b]',
    'container not named',
  ],
  [400, 'BadRequest', 'pod web does not have a host assigned', 'pod not scheduled'],
  [500, '', 'container not found ("a")', 'container not running'],
])('what %i %s %s refuses is asked for once', async (code, reason, message, refusal) => {
  const { server, cluster } = await open(refusing('channels', statusAnswer(code, reason, message)));
  expect(await outcome(await cluster.connect(exec))).toMatchObject({
    out: '',
    end: { kind: 'refused', refusal },
  });
  expect(server.asked).toEqual(['channels']);
});

test.each<[number, string]>([
  [401, 'Unauthorized'],
  [429, 'TooManyRequests'],
])('%i is of the line, and no end of a command', async (code, reason) => {
  const { server, cluster } = await open({ refuse: () => statusAnswer(code, reason, 'x') });
  expect((await failureOf(cluster.connect(exec))).failure).toBe('status');
  expect(new Set(server.asked)).toEqual(new Set(['channels']));
});

test('what SPDY has brought is read whole, though the node resets all of it behind that', async () => {
  const long = 'x'.repeat(1_000_000);
  const { cluster } = await open({
    post(streams) {
      const stdout = streams.get('stdout') as ByteStream;
      stdout.write(long, () => {
        streams.get('error')!.write(success, () => {
          for (const stream of streams.values()) stream.destroy();
        });
      });
    },
  });
  const command = await cluster.connect(exec);
  await until('it has come', () => command.stdout.readableLength > 0);
  expect(await outcome(command)).toEqual({ out: long, end: exited });
});

test.each(['channels', 'post'] as const)('who never closes behind the Status is left, by %s', async (way) => {
  const { server, cluster } = await open({
    channels(socket) {
      socket.send(Buffer.from('\x01out'));
      socket.send(Buffer.from(`\x03${success}`));
    },
    post(streams) {
      streams.get('stdout')!.write('out');
      streams.get('error')!.write(success);
    },
    refuse: (asked) => (asked === way ? undefined : statusAnswer(403, 'Forbidden', 'x')),
  });
  expect(await outcome(await cluster.connect(exec))).toEqual({ out: 'out', end: exited });
  await until('no socket', () => server.sockets.size === 0);
});
