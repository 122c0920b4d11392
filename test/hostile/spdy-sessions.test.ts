import { Duplex } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { deflateSync, constants as zlib } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { ByteStream } from '../../spdy/src/byte-stream.ts';
import { SpdySession } from '../../spdy/src/session.ts';
import { until } from '../support/processes.ts';
import { seededRandom } from '../support/random.ts';
import { rounds } from './support/rounds.ts';

/** One end of a line whose other end is the test: what is sent is counted, and read or not. */
class Line extends Duplex {
  sent = 0;
  readonly #reads: 'reads' | 'reads nothing';

  constructor(reads: 'reads' | 'reads nothing' = 'reads') {
    super();
    this.#reads = reads;
  }

  override _read(): void {}

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.sent += bytes.length;
    if (this.#reads === 'reads') setImmediate(done);
  }
}

type Kind = 'client' | 'server';

interface Tried {
  readonly line: Line;
  readonly session: SpdySession;
  readonly streams: ByteStream[];
}

/** A session of this side; a client has opened two streams, a server takes all that are opened. */
function begun(kind: Kind, line = new Line()): Tried {
  const streams: ByteStream[] = [];
  const session = new SpdySession(
    line,
    kind === 'client' ? { kind } : { kind, accept: () => (bytes) => void streams.push(bytes.resume()) },
  );
  if (kind === 'client') {
    for (const streamtype of ['error', 'data'])
      streams.push(session.open(new Map([['streamtype', streamtype]])).bytes.resume());
  }
  return { line, session, streams };
}

const uint = (bits: 16 | 24 | 32, value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes.subarray(4 - bits / 8);
};
const control = (type: number, body: Buffer, flags = 0, length = body.length) =>
  Buffer.concat([uint(16, 0x8003), uint(16, type), Buffer.from([flags]), uint(24, length), body]);
const data = (id: number, body: Buffer, flags = 0, length = body.length) =>
  Buffer.concat([uint(32, id), Buffer.from([flags]), uint(24, length), body]);
const deflated = (block: Buffer) => deflateSync(block, { finishFlush: zlib.Z_SYNC_FLUSH });
const syn = (id: number, block: Buffer, flags = 0) =>
  control(1, Buffer.concat([uint(32, id), uint(32, 0), Buffer.alloc(2), block]), flags);
const reply = (id: number) => control(2, uint(32, id));
const reset = (id: number, status: number) => control(3, Buffer.concat([uint(32, id), uint(32, status)]));
const ping = (id: number) => control(6, uint(32, id));
const goAway = (last: number, status: number) =>
  control(7, Buffer.concat([uint(32, last), uint(32, status)]));
const noHeaders = uint(32, 0);

const sides: readonly Kind[] = ['client', 'server'];
const mebibyte = 1 << 20;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** What the process holds once what nobody has any more is gone, in bytes. */
function held(): number {
  collect();
  // What buffers had is let go of beside the first one, and is counted as gone once the second begins.
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

describe.each(sides)('as a %s', (kind) => {
  test('frames of any bytes end the connection or are none, and nobody waits', async () => {
    const random = seededRandom(21);
    const ids = [0, 1, 2, 3, 4, 5, 255, 0x7fffffff, 0xffffffff];
    const id = () => ids[random(ids.length)]!;
    const bytes = (length: number) => Buffer.from(Array.from({ length }, () => random(256)));
    const frames = [
      () => syn(id(), deflated(noHeaders), random(4)),
      () => syn(id(), bytes(random(40)), random(256)),
      () => reply(id()),
      () => reset(id(), random(12)),
      () => ping(id()),
      () => goAway(id(), random(4)),
      () => data(id(), bytes(random(40)), random(3)),
      () => data(id(), bytes(4), 0, random(100_000)),
      () => control(random(12), bytes(random(30)), random(4)),
      () => control(random(12), bytes(random(8)), 0, random(0xffffff)),
      () => bytes(random(20)),
    ];
    for (let round = 0; round < 400 * rounds; round++) {
      const { line, session, streams } = begun(kind);
      const all = Buffer.concat(
        Array.from({ length: 1 + random(12) }, () => frames[random(frames.length)]!()),
      );
      for (let at = 0; at < all.length; ) {
        const next = at + 1 + random(all.length);
        line.push(all.subarray(at, next));
        at = next;
        if (random(4) === 0) await turn();
      }
      line.push(null);
      await session.closed;
      for (const stream of streams) stream.destroy();
      expect(session.streams).toBe(0);
      line.destroy();
    }
  });

  test.each<[what: string, frame: Buffer]>([
    ['pings', ping(2)],
    ['resets of streams that there are not', reset(99, 5)],
    ['replies to streams that there are not', reply(99)],
    ['data of streams that there are not', data(99, Buffer.alloc(64))],
    ['empty data', data(1, Buffer.alloc(0))],
    ['farewells', goAway(0, 0)],
    ['settings', control(4, uint(32, 0))],
    ['windows', control(9, Buffer.concat([uint(32, 1), uint(32, 0x7fffffff)]))],
  ])('%s without an end, of which no answer is read, leave memory bounded', async (_, frame) => {
    const { line, session, streams } = begun(kind, new Line('reads nothing'));
    const many = Buffer.concat(Array.from({ length: Math.ceil(mebibyte / frame.length) }, () => frame));
    const before = held();
    for (let round = 0; round < 12 * rounds && session.isOpen && line.readableLength < mebibyte; round++) {
      line.push(many);
      await turn();
    }
    expect(held() - before).toBeLessThan(8 * mebibyte);
    for (const stream of streams) stream.destroy();
    line.destroy();
    await session.closed;
  });

  test('a frame that says it is longer than it is waits for the rest, and holds nothing for it', async () => {
    const { line, session } = begun(kind);
    const before = held();
    line.push(data(1, Buffer.alloc(10), 0, 0xffffff));
    await turn();
    expect(held() - before).toBeLessThan(mebibyte);
    line.push(null);
    await session.closed;
  });
});

describe('of a server', () => {
  test('headers that inflate without an end end the connection', async () => {
    const { line, session } = begun('server');
    line.push(
      syn(1, deflated(Buffer.concat([uint(32, 1), uint(32, 60 * mebibyte), Buffer.alloc(60 * mebibyte)]))),
    );
    expect((await session.closed).message).toContain('headers of more than 262144 bytes');
  });

  test('streams without an end are refused beyond so many, and the connection goes on', async () => {
    const { line, session, streams } = begun('server');
    // The headers of a connection are one stream of zlib: what comes behind the first are stored blocks of nothing.
    const stored = Buffer.concat([
      Buffer.from([0, 4, 0, 0xfb, 0xff]),
      noHeaders,
      Buffer.from([0, 0, 0, 0xff, 0xff]),
    ]);
    line.push(syn(1, Buffer.concat([Buffer.from([0x78, 0x9c]), stored])));
    for (let id = 3; id < 10_000; id += 2) line.push(syn(id, stored));
    await until('all are read', () => session.streams === 2_000 && streams.length === 2_000);
    const { sent } = line;
    line.push(syn(20_001, stored));
    await until('it is refused', () => line.sent > sent);
    expect([session.streams, session.isOpen]).toEqual([2_000, true]);
    line.push(null);
    await session.closed;
    expect(session.streams).toBe(0);
  });

  test('a stream that is opened twice, or with an id that goes back, ends the connection or that stream', async () => {
    for (const ids of [[1, 1], [5, 3], [2], [0]]) {
      const { line, session } = begun('server');
      for (const id of ids) line.push(syn(id, deflated(noHeaders)));
      await turn();
      line.push(null);
      await session.closed;
      expect(session.streams).toBe(0);
    }
  });
});

describe('of a client', () => {
  const states: readonly (readonly [state: string, frames: readonly Buffer[]])[] = [
    ['before it is accepted', []],
    ['once it is accepted', [reply(3)]],
    ['with data on its way', [reply(3), data(3, Buffer.from('data'))]],
    ['once it has said all', [reply(3), data(3, Buffer.from('data'), 1)]],
    ['when it has been reset already', [reply(3), reset(3, 5)]],
    ['when all go away', [reply(3), goAway(3, 0)]],
  ];
  test.each(states)('a stream that is reset %s ends, and no other does', async (_, frames) => {
    const { line, session, streams } = begun('client');
    line.push(Buffer.concat([...frames, reset(3, 3), reset(3, 3)]));
    await until('it has ended', () => streams[1]!.destroyed);
    expect([streams[0]!.destroyed, session.streams]).toEqual([false, 1]);
    line.push(null);
    await session.closed;
    await until('the other has ended', () => streams[0]!.destroyed);
  });

  test('a stream that nobody reads holds no more than it may, whatever comes', async () => {
    const line = new Line();
    const session = new SpdySession(line, { kind: 'client' });
    const { bytes } = session.open(new Map([['streamtype', 'data']]));
    line.push(reply(1));
    const piece = data(1, Buffer.alloc(64 * 1024));
    let taken = 0;
    for (; taken < 1_000 && !session.isHeld; taken++) {
      line.push(piece);
      await turn();
    }
    expect(taken * piece.length).toBeLessThan(2 * mebibyte);
    expect(session.isHeld).toBe(true);
    bytes.destroy();
    line.destroy();
    await session.closed;
  });
});
