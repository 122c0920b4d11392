import { createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { connect } from '../../client/src/cluster/http/connect.ts';
import { cleanup, listen } from '../contract/cluster/mock-server.ts';

const after = cleanup();
afterEach(() => after.run());

/** A proxy that answers what it is sent, piece after piece, and then ends the line, or says nothing more. */
async function lyingProxy(pieces: readonly Buffer[], then: 'ends' | 'waits' | 'resets'): Promise<number> {
  const server = createServer((socket) => {
    const left = [...pieces];
    socket.on('error', () => undefined);
    socket.on('data', () => {
      const piece = left.shift();
      if (piece) socket.write(piece);
      if (left.length > 0) return;
      if (then === 'ends') socket.end();
      if (then === 'resets') socket.resetAndDestroy();
    });
    after.add(() => void socket.destroy());
  });
  after.add(() => server.close());
  return await listen(server);
}

async function answerBy(proxy: string): Promise<Socket | Error> {
  const target = { server: new URL('http://cluster.example:80'), proxy: new URL(proxy), tls: undefined };
  const socket = await connect(target, AbortSignal.timeout(2_000)).catch((error: Error) => error);
  if (!(socket instanceof Error)) after.add(() => void socket.destroy());
  return socket;
}

const head = 'HTTP/1.1 200 Connection established\r\nVia: a\r\n\r\n';

test.each<[what: string, answer: string]>([
  ['nothing', ''],
  ['half a status', 'HTTP/1.1 2'],
  ['a status without its end', 'HTTP/1.1 200 OK'],
  ['a head without its end', head.slice(0, -2)],
  ['a head that does not end', `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(10_000)}`],
  ['407', 'HTTP/1.1 407 Who asks?\r\nProxy-Authenticate: Basic\r\n\r\n'],
  ['a status of four digits', 'HTTP/1.1 2000 OK\r\n\r\n'],
  ['another protocol', `SSH-2.0-x\r\n\r\n`],
  ['HTTP of the future', 'HTTP/3 200\r\n\r\n'],
  ['a link', 'HTTP/1.1 [run](command:x)\r\n\r\n'],
])('a proxy that answers CONNECT with %s is named', async (_, answer) => {
  for (const then of ['ends', 'waits'] as const) {
    const port = await lyingProxy([Buffer.from(answer)], then);
    const error = await answerBy(`http://127.0.0.1:${port}`);
    expect(error).toBeInstanceOf(Error);
    const { name, message } = error as Error;
    if (name === 'TimeoutError') expect(then).toBe('waits');
    else expect(message).toMatch(/^the proxy 127\.0\.0\.1:\d+ answered [^[]+$/);
  }
});

test('what comes behind the head of a proxy is what the server says', async () => {
  const port = await lyingProxy([Buffer.from(`${head}body`)], 'waits');
  const socket = await answerBy(`http://127.0.0.1:${port}`);
  expect(socket).not.toBeInstanceOf(Error);
  expect(String((socket as Socket).read())).toBe('body');
});

test('a user of a proxy that is escaped wrongly is sent as it is written', async () => {
  for (const scheme of ['http', 'socks5']) {
    const port = await lyingProxy([Buffer.from('no')], 'ends');
    const error = await answerBy(`${scheme}://us%er:pass%zz@127.0.0.1:${port}`);
    expect((error as Error).message).toMatch(/^the proxy 127\.0\.0\.1:\d+ answered something that is not /);
  }
});

const socks = Buffer.from('050005000003046865726500073a', 'hex').subarray(0, 13);

test.each(Array.from(socks.keys()))('a SOCKS answer that ends after %i bytes is named', async (length) => {
  const pieces = [socks.subarray(0, Math.min(length, 2)), socks.subarray(2, length)].filter(
    (piece, index) => index === 0 || piece.length > 0,
  );
  const port = await lyingProxy(pieces, 'ends');
  const error = await answerBy(`socks5://127.0.0.1:${port}`);
  expect(error).toBeInstanceOf(Error);
  expect((error as Error).message).toMatch(/^the proxy 127\.0\.0\.1:\d+ answered nothing more/);
});

test.each(['ends', 'resets'] as const)(
  'a SOCKS answer of any bytes is one or is named: it %s',
  async (then) => {
    for (let byte = 0; byte < 256; byte += 5) {
      const pieces = [Buffer.of(5, 0), Buffer.from([5, 0, 0, byte, byte, ...Array(300).fill(byte)])];
      const port = await lyingProxy(pieces, then);
      const answered = await answerBy(`socks5://127.0.0.1:${port}`);
      if (answered instanceof Error) expect(answered.message).toMatch(/^the proxy |ECONNRESET/);
    }
  },
);
