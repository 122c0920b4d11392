import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { RemoteCommand } from '../../client/src/cluster/cluster.ts';
import type { ObjectReference } from '../../client/src/cluster/kube-object.ts';
import type { ConnectOperation } from '../../client/src/cluster/operation.ts';
import { type Clock, systemClock } from '../../client/src/cluster/watch/clock.ts';
import { dataHead, pingFrame, rstStreamFrame, synReplyFrame } from '../../spdy/src/frames.ts';
import { cleanup, mockServer, openMock } from '../contract/cluster/mock-server.ts';
import { until } from '../support/processes.ts';
import { pods } from '../unit/cluster/resources.ts';

// What a server may do to a command: bounded, named, left within a second, and nothing left behind.

const after = cleanup();
afterEach(() => after.run());

const subresources = ['attach', 'exec'].map((name) => ({ name, kind: `Pod${name}Options`, verbs: ['get'] }));
const web: ObjectReference = { resource: { ...pods, subresources }, namespace: 'shop', name: 'web' };
const exec: ConnectOperation = { verb: 'exec', of: web, command: ['sh'], stdin: true };
const success = '{"metadata":{},"status":"Success"}';
const mebibyte = 1024 * 1024;

/** What a way puts on the line. */
interface Wire {
  readonly way: 'channels' | 'post';
  /** The answer to the request for the upgrade. */
  head(request: IncomingMessage): string;
  /** What comes before the command says anything. */
  readonly begin: Buffer[];
  output(channel: 'stdout' | 'stderr', bytes: string | Buffer): Buffer;
  status(text: string | Buffer): Buffer;
  readonly ping: Buffer;
  /** For nobody: a channel, or a stream, that there is not. */
  readonly astray: Buffer;
  readonly end: Buffer[];
}

const webSocketFrame = (payload: Buffer, opcode = 2) => {
  const { length } = payload;
  const head = Buffer.alloc(length < 126 ? 2 : length <= 0xffff ? 4 : 10);
  head[0] = 0x80 | opcode;
  head[1] = length < 126 ? length : length <= 0xffff ? 126 : 127;
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, payload]);
};
const message = (channel: number, bytes: string | Buffer) =>
  webSocketFrame(Buffer.concat([Buffer.of(channel), Buffer.from(bytes as string)]));

const channels: Wire = {
  way: 'channels',
  head({ headers }) {
    const accept = createHash('sha1')
      .update(`${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64');
    return `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ${accept}\r\nSec-WebSocket-Protocol: v5.channel.k8s.io\r\n\r\n`;
  },
  begin: [message(1, '')],
  output: (channel, bytes) => message(channel === 'stdout' ? 1 : 2, bytes),
  status: (text) => message(3, text),
  ping: webSocketFrame(Buffer.from('ping'), 9),
  astray: Buffer.concat([
    message(9, 'x'),
    message(0, 'x'),
    message(4, 'x'),
    message(255, 'x'),
    webSocketFrame(Buffer.alloc(0)),
  ]),
  end: [webSocketFrame(Buffer.from([3, 232]), 8)],
};

const ids = { error: 1, stdin: 3, stdout: 5, stderr: 7 } as const;
const spdyData = (id: number, bytes: string | Buffer, end: 'open' | 'last' = 'open') =>
  Buffer.concat([dataHead(id, Buffer.byteLength(bytes as string), end), Buffer.from(bytes as string)]);

const spdy: Wire = {
  way: 'post',
  head: () =>
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\nX-Stream-Protocol-Version: v4.channel.k8s.io\r\n\r\n',
  begin: Object.values(ids).map((id) => synReplyFrame(id, Buffer.alloc(0))),
  output: (channel, bytes) => spdyData(ids[channel], bytes),
  status: (text) => spdyData(ids.error, text),
  ping: pingFrame(2),
  astray: spdyData(99, 'x'),
  end: [ids.error, ids.stdout, ids.stderr].map((id) => spdyData(id, '', 'last')),
};

/** Timers that wait, by the client's clock. */
function countedClock() {
  const waiting = new Set<object>();
  const clock: Clock = {
    ...systemClock,
    after(milliseconds, call) {
      const timer = {};
      waiting.add(timer);
      const cancel = systemClock.after(milliseconds, () => {
        waiting.delete(timer);
        call();
      });
      return () => {
        waiting.delete(timer);
        cancel();
      };
    },
  };
  return { clock, waiting };
}

async function serving(wire: Wire, serve: (socket: Socket) => void) {
  const mock = await mockServer(after, (_request, response) => response.writeHead(404).end());
  mock.server.on('upgrade', (request: IncomingMessage, socket: Socket) => {
    const way = request.headers.upgrade === 'websocket' ? 'channels' : 'post';
    socket.on('error', () => socket.destroy()).on('end', () => socket.end());
    if (way !== wire.way) return void socket.end('HTTP/1.1 403 X\r\nContent-Length: 0\r\n\r\n');
    socket.resume().write(wire.head(request));
    // All streams are there, where the client opens some.
    setTimeout(() => serve(socket), wire.way === 'post' ? 20 : 0);
  });
  const { clock, waiting } = countedClock();
  const cluster = await openMock(after, { server: mock.url }, {}, () => true, clock);
  const nothingLeft = async () => {
    await until('no socket', () => mock.sockets.size === 0, 1_000);
    await until('no timer', () => waiting.size === 0, 1_000);
  };
  return { cluster, waiting, nothingLeft };
}

/** All that a command has said, and how it ended. */
async function outcome(command: RemoteCommand) {
  const said = { out: '', err: '' };
  command.stdout.on('data', (bytes: Buffer) => {
    said.out += bytes;
  });
  command.stderr.on('data', (bytes: Buffer) => {
    said.err += bytes;
  });
  const closed = [command.stdout, command.stderr].map(
    (stream) => new Promise((done) => stream.once('close', done)),
  );
  const end = await command.ended.catch((error: Error) => error.message);
  await Promise.all(closed);
  return { ...said, end };
}

describe.each([channels, spdy])('a command by $way', (wire) => {
  const whole = [
    ...wire.begin,
    wire.output('stdout', 'out'),
    wire.output('stderr', 'err'),
    wire.output('stdout', ' more'),
    wire.status(success),
    ...wire.end,
  ];
  const statusEnd = Buffer.concat(whole.slice(0, whole.length - wire.end.length)).length;

  test.each([
    ['ended', (socket: Socket) => void socket.end()],
    ['reset', (socket: Socket) => void socket.resetAndDestroy()],
  ])('whose connection is %s at any byte', async (how, cut) => {
    const bytes = Buffer.concat(whole);
    for (let at = 0; at <= bytes.length; at++) {
      const { cluster, nothingLeft } = await serving(wire, (socket) => {
        socket.write(bytes.subarray(0, at), () => cut(socket));
      });
      const { out, err, end } = await outcome(await cluster.connect(exec));
      expect(['out more', 'err'].map((text, index) => text.startsWith([out, err][index]!))).toEqual([
        true,
        true,
      ]);
      if (at >= statusEnd && how === 'ended') {
        expect([at, out, err, end]).toEqual([
          at,
          'out more',
          'err',
          { kind: 'exited', exitCode: 0, signal: undefined },
        ]);
      } else if (at < statusEnd) {
        expect([at, end]).toEqual([
          at,
          expect.stringMatching(/the connection ended before the command did|\{"meta|: \{/),
        ]);
      }
      await nothingLeft();
      await after.run();
    }
  });

  test('in pieces of one byte is whole', async () => {
    const { cluster, nothingLeft } = await serving(wire, async (socket) => {
      socket.setNoDelay(true);
      for (const byte of Buffer.concat(whole)) {
        socket.write(Buffer.of(byte));
        await wait(1);
      }
    });
    const end = { kind: 'exited', exitCode: 0, signal: undefined };
    expect(await outcome(await cluster.connect(exec))).toEqual({ out: 'out more', err: 'err', end });
    await nothingLeft();
  });

  test('among what is for nobody is whole', async () => {
    const { cluster, nothingLeft } = await serving(wire, (socket) => {
      socket.end(
        Buffer.concat(
          whole.flatMap((frame, index) =>
            index < wire.begin.length ? [frame] : [wire.astray, wire.ping, frame],
          ),
        ),
      );
    });
    const end = { kind: 'exited', exitCode: 0, signal: undefined };
    expect(await outcome(await cluster.connect(exec))).toEqual({ out: 'out more', err: 'err', end });
    await nothingLeft();
  });

  test.each<[string, Buffer]>([
    ['10 MB of letters', Buffer.alloc(10 * mebibyte, 'x')],
    [
      '10 MB of a message',
      Buffer.from(JSON.stringify({ status: 'Failure', message: 'y'.repeat(10 * mebibyte), code: 500 })),
    ],
    ['10 MB of brackets', Buffer.alloc(10 * mebibyte, '[')],
    ['NULs', Buffer.alloc(100)],
  ])('whose Status is %s fails by name', async (_name, status) => {
    const { cluster, nothingLeft } = await serving(wire, (socket) => {
      for (const frame of [...wire.begin, wire.output('stdout', 'out')]) socket.write(frame);
      for (let at = 0; at < status.length; at += mebibyte)
        socket.write(wire.status(status.subarray(at, at + mebibyte)));
      socket.end(Buffer.concat(wire.end));
    });
    const { out, end } = await outcome(await cluster.connect(exec));
    expect([out, typeof end]).toEqual(['out', 'string']);
    expect((end as string).length).toBeLessThan(4_000);
    expect(end).toContain('run a command in pods `web` in `shop`');
    await nothingLeft();
  });

  /** Sends this without an end, as quick as it is taken. */
  const flood = (piece: Buffer) => (socket: Socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    for (const frame of wire.begin) socket.write(frame);
    socket.on('drain', more);
    more();
  };
  const many = (frame: Buffer) => Buffer.concat(Array.from({ length: 200 }, () => frame));

  describe.each<[string, (socket: Socket) => void]>([
    ['says nothing', () => {}],
    ['begins and says nothing', (socket) => void socket.write(Buffer.concat(wire.begin))],
    [
      'stops within a frame',
      (socket) =>
        void socket.write(
          Buffer.concat([...wire.begin, wire.output('stdout', 'x'.repeat(100)).subarray(0, 50)]),
        ),
    ],
    ['floods standard output', flood(wire.output('stdout', Buffer.alloc(64 * 1024, 'x')))],
    ['floods standard error', flood(wire.output('stderr', Buffer.alloc(64 * 1024, 'x')))],
    ['floods with small frames', flood(many(wire.output('stdout', 'x')))],
    ['floods with empty ones', flood(many(wire.output('stdout', '')))],
    ['floods with a Status', flood(wire.status(Buffer.alloc(64 * 1024, ' ')))],
    ['floods nobody', flood(many(wire.astray))],
    ['floods with pings', flood(many(wire.ping))],
  ])('of a server that %s', (_name, serve) => {
    test.each(['reads', 'does not read'])('is bounded and left within a second by who %s', async (how) => {
      const { cluster, nothingLeft } = await serving(wire, serve);
      const enough = new AbortController();
      const command = await cluster.connect(exec, enough.signal);
      if (how === 'reads') for (const output of [command.stdout, command.stderr]) output.resume();
      command.stdin.write(Buffer.alloc(100));
      const before = process.memoryUsage().rss;
      await wait(700);
      expect(process.memoryUsage().rss - before).toBeLessThan(200 * mebibyte);
      expect(command.stdout.readableLength + command.stderr.readableLength).toBeLessThan(2 * mebibyte);
      const begun = performance.now();
      const reason = new Error('enough');
      enough.abort(reason);
      await expect(command.ended).rejects.toThrow();
      await nothingLeft();
      expect(performance.now() - begun).toBeLessThan(1_000);
      expect([command.stdin, command.stdout, command.stderr].map(({ destroyed }) => destroyed)).toEqual([
        true,
        true,
        true,
      ]);
    });
  });

  test('of a server that takes no standard input holds the writer', async () => {
    const { cluster, waiting } = await serving(wire, (socket) => {
      socket.write(Buffer.concat(wire.begin));
      socket.pause();
    });
    const enough = new AbortController();
    const command = await cluster.connect(exec, enough.signal);
    let written = 0;
    const write = () => {
      while (written < 500 && ++written && command.stdin.write(Buffer.alloc(mebibyte)));
    };
    command.stdin.on('drain', write);
    write();
    await wait(700);
    expect(written).toBeLessThan(100);
    enough.abort(new Error('enough'));
    await expect(command.ended).rejects.toThrow('enough');
    await until('no timer', () => waiting.size === 0, 1_000);
  });
});

test.each<[string, Buffer, RegExp]>([
  ['a frame of 2^62 bytes', Buffer.from([0x82, 127, 0x40, 0, 0, 0, 0, 0, 0, 0]), /a frame without an end/],
  ['a frame with a reserved bit', Buffer.from([0xf2, 1, 0]), /a frame with a reserved bit/],
  ['a masked frame', Buffer.from([0x82, 0x81, 0, 0, 0, 0, 97]), /a masked frame of a server/],
  ['a continuation of nothing', Buffer.from([0x80, 1, 0]), /a message within another/],
  ['a text', Buffer.from([0x81, 1, 97]), /WebSocket: a text/],
])('%s ends a command of channels by name', async (_name, frame, says) => {
  const { cluster, nothingLeft } = await serving(channels, (socket) => void socket.write(frame));
  const { end } = await outcome(await cluster.connect(exec));
  expect(end).toMatch(says);
  expect(end).toContain('the connection ended before the command did');
  await nothingLeft();
});

test.each<[string, Buffer, RegExp]>([
  ['no SPDY', Buffer.from('\xffHTTP/1.1 200 OK\r\n\r\n', 'latin1'), /a control frame of version/],
  ['a frame of 16 MB', Buffer.from('8003000100ffffff', 'hex'), /a control frame of 16777215 bytes/],
  [
    'a reset of every stream',
    Buffer.concat(Object.values(ids).map((id) => rstStreamFrame(id, 3))),
    /has reset the stream \(3\)/,
  ],
  [
    'a reset of the streams once they are accepted',
    Buffer.concat([...spdy.begin, ...Object.values(ids).map((id) => rstStreamFrame(id, 5))]),
    /has reset the stream \(5\)/,
  ],
])('%s ends a command of SPDY by name', async (_name, bytes, says) => {
  const { cluster, nothingLeft } = await serving(spdy, (socket) => void socket.write(bytes));
  const { end } = await outcome(await cluster.connect(exec));
  expect(end).toMatch(says);
  await nothingLeft();
});

test('an output that is reset alone does not end the command', async () => {
  const { cluster, nothingLeft } = await serving(spdy, (socket) => {
    socket.write(Buffer.concat([...spdy.begin, spdy.output('stdout', 'out'), rstStreamFrame(ids.stdout, 5)]));
    socket.write(Buffer.concat([spdy.output('stderr', 'err'), spdy.status(success), ...spdy.end]));
  });
  const end = { kind: 'exited', exitCode: 0, signal: undefined };
  expect(await outcome(await cluster.connect(exec))).toEqual({ out: 'out', err: 'err', end });
  await nothingLeft();
});

test('commands that are left, each at another moment, leave nothing', async () => {
  for (const wire of [channels, spdy]) {
    const { cluster, nothingLeft } = await serving(wire, (socket) => {
      socket.write(Buffer.concat([...wire.begin, wire.output('stdout', 'x'.repeat(10_000))]));
    });
    const leaving = Array.from({ length: 100 }, async (_, moment) => {
      const enough = new AbortController();
      setTimeout(() => enough.abort(new Error('enough')), moment * 3);
      const error = await cluster
        .connect(exec, enough.signal)
        .then((command) => command.ended)
        .catch((reason: Error) => reason);
      expect((error as Error).message).toBe('enough');
    });
    await Promise.all(leaving);
    await nothingLeft();
  }
});
