import { once } from 'node:events';
import { Duplex } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { ByteStream } from '../../../spdy/src/byte-stream.ts';
import { dataHead, goAwayFrame, pingFrame, synReplyFrame, synStreamFrame } from '../../../spdy/src/frames.ts';
import { writeHeaderBlock } from '../../../spdy/src/header-block.ts';
import { HeaderCompressor } from '../../../spdy/src/header-compression.ts';
import { SpdySession } from '../../../spdy/src/session.ts';

/** One end of a line within the process; what is written comes out at the other, in pieces of some length. */
class End extends Duplex {
  other: End | undefined;
  readonly #piece: number;
  sent: (() => void) | undefined;

  constructor(piece: number) {
    super();
    this.#piece = piece;
  }

  override _read(): void {
    const sent = this.other!.sent;
    this.other!.sent = undefined;
    sent?.();
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: () => void): void {
    let takesMore = true;
    for (let at = 0; at < bytes.length; at += this.#piece) {
      takesMore = this.other!.push(Buffer.from(bytes.subarray(at, at + this.#piece)));
    }
    if (takesMore) setImmediate(done);
    else this.sent = done;
  }

  override _final(done: () => void): void {
    this.other!.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.other?.push(null);
    done(error);
  }
}

function line(piece = 1 << 20): [End, End] {
  const [one, other] = [new End(piece), new End(piece)];
  one.other = other;
  other.other = one;
  return [one, other];
}

interface Opened {
  readonly headers: object;
  readonly bytes: ByteStream;
}

/** A client and a server that are joined, and what the server was asked to open. */
function joined(piece?: number, refuses: string[] = []) {
  const [near, far] = line(piece);
  const opened: Opened[] = [];
  const client = new SpdySession(near, { kind: 'client' });
  const server = new SpdySession(far, {
    kind: 'server',
    accept: (headers) =>
      refuses.includes(headers.get('name') ?? '')
        ? undefined
        : (bytes) => opened.push({ headers: Object.fromEntries(headers), bytes }),
  });
  return { client, server, opened, near, far };
}

const named = (name: string) => new Map([['name', name]]);

async function textOf(stream: Duplex): Promise<string> {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(stream, 'end');
  return Buffer.concat(chunks).toString();
}

/** Resolves when a stream is closed, with an error or without. */
function closing(stream: Duplex): Promise<void> {
  return new Promise((done) => stream.once('close', () => done()));
}

async function until(isSo: () => boolean): Promise<void> {
  for (let turns = 0; !isSo(); turns++) {
    if (turns > 10_000) throw new Error('it never came');
    await turn();
  }
}

describe('a connection of SPDY', () => {
  test.each([1, 2, 3, 7, 8, 9, 64, 1 << 20])(
    'carries streams both ways, each end by itself, in pieces of %i',
    async (piece) => {
      const { client, server, opened } = joined(piece);
      const one = client.open(named('one'));
      const two = client.open(named('two'));
      one.bytes.end('first');
      two.bytes.write('second');
      await Promise.all([one.accepted, two.accepted]);
      expect(opened.map(({ headers }) => headers)).toEqual([{ name: 'one' }, { name: 'two' }]);
      const [first, second] = opened.map(({ bytes }) => bytes);
      // The client has ended one, and is answered still.
      expect(await textOf(first!)).toBe('first');
      first!.end('answer');
      expect(await textOf(one.bytes)).toBe('answer');
      second!.end('ended first');
      expect(await textOf(two.bytes)).toBe('ended first');
      two.bytes.end(' and more');
      expect(await textOf(second!)).toBe('second and more');
      await until(() => client.streams === 0 && server.streams === 0);
      expect([client.isOpen, client.isHeld, client.unread]).toEqual([true, false, 0]);
    },
  );

  test('says with a stream that there is nothing to say on it', async () => {
    const { client, opened } = joined();
    const { stream, accepted } = client.openText(named('error'));
    await accepted;
    expect(await textOf(opened[0]!.bytes)).toBe('');
    opened[0]!.bytes.end('refused');
    expect(await stream.text).toBe('refused');
    expect(client.streams).toBe(0);
  });

  test('sends nothing on a stream before it is accepted', async () => {
    const [near, far] = line();
    const client = new SpdySession(near, { kind: 'client' });
    const chunks: Buffer[] = [];
    far.on('data', (chunk: Buffer) => chunks.push(chunk));
    const { bytes } = client.open(named('one'));
    bytes.end('text');
    await turn();
    expect(Buffer.concat(chunks).includes('text')).toBe(false);
    far.write(synReplyFrame(1, new HeaderCompressor().compress(writeHeaderBlock(new Map()))));
    await until(() => Buffer.concat(chunks).includes('text'));
    await until(() =>
      Buffer.concat(chunks)
        .subarray(-8)
        .equals(dataHead(1, 0, 'last')),
    );
  });

  test('tells that a stream is not wanted, or any more', async () => {
    const { client, server, opened } = joined(undefined, ['no']);
    const refused = client.open(named('no'));
    await expect(refused.accepted).rejects.toMatchObject({ fault: 'stream reset' });
    expect(refused.bytes.destroyed).toBe(true);
    const { bytes, accepted } = client.open(named('yes'));
    await accepted;
    const closed = closing(opened[0]!.bytes);
    bytes.destroy();
    await closed;
    await until(() => server.streams === 0 && client.streams === 0);
    opened[0]!.bytes.write('late');
  });

  test('counts what comes for streams that are given up', async () => {
    const { client, opened } = joined();
    const { bytes, accepted } = client.open(named('one'));
    await accepted;
    const { bytes: other } = opened[0]!;
    // It is given up while this is on its way.
    other.write(Buffer.alloc(10_000));
    bytes.destroy();
    await until(() => client.unread === 10_000);
  });

  test('a reader that is behind holds it, however others read, and nothing is lost', async () => {
    const { client, opened } = joined(64 * 1024);
    const slow = client.open(named('slow'));
    const quick = client.open(named('quick'));
    await Promise.all([slow.accepted, quick.accepted]);
    quick.bytes.resume();
    const piece = Buffer.alloc(16 * 1024, 'x');
    let sent = 0;
    const send = () => {
      while (sent < 200 && ++sent && opened[0]!.bytes.write(piece));
    };
    opened[0]!.bytes.on('drain', send);
    send();
    const others = setInterval(() => opened[1]!.bytes.writable && opened[1]!.bytes.write('x'), 1);
    await until(() => client.isHeld);
    for (let turns = 0; turns < 200; turns++) await turn();
    expect(slow.bytes.readableLength).toBeLessThan(256 * 1024);
    expect(sent).toBeLessThan(100);
    let read = 0;
    slow.bytes.on('data', (chunk: Buffer) => {
      read += chunk.length;
    });
    await until(() => sent === 200);
    await until(() => read >= 200 * piece.length);
    expect(client.isHeld).toBe(false);
    clearInterval(others);
  });

  test('a writer waits for who takes nothing', async () => {
    const [near, far] = line();
    const client = new SpdySession(near, { kind: 'client' });
    const { bytes } = client.open(named('one'));
    near.push(synReplyFrame(1, new HeaderCompressor().compress(writeHeaderBlock(new Map()))));
    let written = 0;
    const write = () => {
      while (written < 1000 && ++written && bytes.write(Buffer.alloc(64 * 1024)));
    };
    bytes.on('drain', write);
    write();
    for (let turns = 0; turns < 200; turns++) await turn();
    expect(client.isHeld).toBe(true);
    expect(written).toBeLessThan(20);
    far.resume();
    await until(() => written === 1000);
  });

  test('answers pings, but not its own', async () => {
    const { client, server } = joined();
    client.ping();
    client.ping();
    await until(() => client.received === 24);
    expect(server.received).toBe(24);
    for (let turns = 0; turns < 10; turns++) await turn();
    expect([client.received, server.received]).toEqual([24, 24]);
  });

  test.each<[string, (end: { client: SpdySession; server: SpdySession; near: End; far: End }) => void]>([
    ['the server ends', ({ server }) => server.end()],
    ['the server breaks off', ({ server }) => server.destroy()],
    ['the line breaks', ({ far }) => far.destroy(new Error('broken'))],
    ['the client ends', ({ client }) => client.end()],
    ['the client breaks off', ({ client }) => client.destroy()],
  ])('ends with its streams when %s', async (_name, end) => {
    const both = joined();
    const { bytes, accepted } = both.client.open(named('one'));
    await accepted;
    const closed = Promise.all([bytes, both.opened[0]!.bytes].map(closing));
    end(both);
    await closed;
    expect(await both.client.closed).toMatchObject({ name: 'SpdyError', fault: 'connection closed' });
    await both.server.closed;
    expect([both.near.destroyed, both.far.destroyed, both.client.isOpen]).toEqual([true, true, false]);
    expect(() => both.client.open(named('two'))).toThrow('SPDY: the connection has ended');
  });

  test('what has come whole is read, though the connection has ended since', async () => {
    const { client, server, opened } = joined();
    const { bytes, accepted } = client.open(named('one'));
    await accepted;
    opened[0]!.bytes.end('all of it');
    server.end();
    await client.closed;
    expect(await textOf(bytes)).toBe('all of it');
  });

  test.each<[string, (end: { server: SpdySession; bytes: ByteStream }) => void]>([
    ['the stream was reset', ({ bytes }) => bytes.destroy()],
    ['the connection has ended', ({ server }) => server.destroy()],
  ])('what has come is read before it is told that %s', async (_name, end) => {
    const { client, server, opened } = joined();
    const { bytes, accepted } = client.open(named('one'));
    await accepted;
    const part = Buffer.alloc(10_000, 'x');
    opened[0]!.bytes.write(part);
    await until(() => bytes.readableLength === part.length);
    end({ server, bytes: opened[0]!.bytes });
    await until(() => client.streams === 0);
    expect(bytes.destroyed).toBe(false);
    // What is written now goes nowhere, and takes nothing of what is still to be read.
    bytes.write('late');
    const chunks: Buffer[] = [];
    const reading = (async () => {
      for await (const chunk of bytes) chunks.push(chunk);
    })();
    await expect(reading).rejects.toMatchObject({ name: 'SpdyError' });
    expect(Buffer.concat(chunks).equals(part)).toBe(true);
    expect(bytes.destroyed).toBe(true);
  });

  test('opens no stream once the other side goes away', async () => {
    const [near, far] = line();
    const client = new SpdySession(near, { kind: 'client' });
    far.write(goAwayFrame(0));
    await until(() => !client.isOpen);
  });
});

describe('a server of SPDY', () => {
  const compressed = () => new HeaderCompressor().compress(writeHeaderBlock(named('x')));

  test('of a stream that is there says so, and of too many', async () => {
    const { server, near, far } = joined();
    near.resume();
    far.resume();
    const compressor = new HeaderCompressor();
    const syn = (id: number) => synStreamFrame(id, compressor.compress(writeHeaderBlock(named('x'))), 'open');
    for (let id = 1; id <= 2 * 2_001; id += 2) far.push(syn(id));
    far.push(syn(1));
    while (server.streams < 2_000) await new Promise((done) => setTimeout(done, 5));
    server.destroy();
  });

  test.each<[string, () => Buffer[], string]>([
    ['HTTP in its place', () => [Buffer.from('\x80HTTP/1.1 200 OK')], 'malformed frame'],
    [
      'headers that are not compressed',
      () => [synStreamFrame(1, Buffer.from('plain text'), 'open')],
      'malformed headers',
    ],
    [
      'headers that are none',
      () => [
        synStreamFrame(1, new HeaderCompressor().compress(Buffer.from('00000001000000ff61', 'hex')), 'open'),
      ],
      'malformed headers',
    ],
    ['a frame without an end', () => [Buffer.from('8003000100ffffff', 'hex')], 'frame too long'],
    [
      'pings without an end, whose answers it does not take',
      () => [Buffer.concat(Array.from({ length: 40_000 }, () => pingFrame(1)))],
      'too many frames',
    ],
  ])('that is sent %s ends by name', async (_name, make, fault) => {
    const [near, far] = line();
    const server = new SpdySession(far, { kind: 'server', accept: () => () => {} });
    for (const bytes of make()) far.push(bytes);
    expect(await server.closed).toMatchObject({ name: 'SpdyError', fault });
    expect([far.destroyed, near.destroyed]).toEqual([true, false]);
  });

  test('reads what is behind headers in its order', async () => {
    const [, far] = line();
    const seen: string[] = [];
    const server = new SpdySession(far, {
      kind: 'server',
      accept: () => (bytes) => void bytes.on('data', (chunk: Buffer) => seen.push(chunk.toString())),
    });
    far.push(
      Buffer.concat([synStreamFrame(1, compressed(), 'open'), dataHead(1, 3, 'open'), Buffer.from('abc')]),
    );
    await until(() => seen.length > 0);
    expect(seen).toEqual(['abc']);
    server.destroy();
  });
});
