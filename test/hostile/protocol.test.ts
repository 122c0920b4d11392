import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';

const server = `${import.meta.dirname}/../../dist/server.js`;
const running: ChildProcess[] = [];

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** A language server on stdio that is spoken to byte by byte. */
function start() {
  const child = spawn(process.execPath, [server, '--stdio'], { stdio: ['pipe', 'pipe', 'pipe'] });
  running.push(child);
  let output = '';
  let errors = '';
  const waiting: (() => void)[] = [];
  child.stdout.on('data', (data: Buffer) => {
    output += data.toString();
    for (const look of waiting) look();
  });
  child.stderr.on('data', (data: Buffer) => {
    errors += data.toString();
  });
  // Who writes to a process that has ended is told so.
  child.stdin.on('error', () => undefined);
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    child,
    ended,
    errors: () => errors,
    write: (text: string | Buffer) => child.stdin.write(text),
    send: (message: object) => child.stdin.write(framed(JSON.stringify({ jsonrpc: '2.0', ...message }))),
    /** The answer to the request of this id. */
    answer: (id: number) =>
      new Promise<{ result?: unknown; error?: { code: number } }>((done) => {
        const look = () => {
          for (const message of messagesIn(output)) if (message.id === id && !message.method) done(message);
        };
        waiting.push(look);
        look();
      }),
  };
}

function framed(body: string): string {
  return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

function messagesIn(output: string): { id?: number; method?: string; error?: { code: number } }[] {
  return output.split(/Content-Length: \d+\r\n\r\n/).flatMap((body) => {
    try {
      return [JSON.parse(body) as { id?: number }];
    } catch {
      return [];
    }
  });
}

const initialize = { method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } };
const hover = {
  method: 'textDocument/hover',
  params: { textDocument: { uri: 'file:///a.yaml' }, position: { line: 0, character: 0 } },
};

test('a request before initialize is refused, and the server is there afterwards', async () => {
  const { send, answer } = start();
  send({ id: 1, ...hover });
  send({ id: 2, method: 'kubewright/checkText', params: {} });
  send({ id: 3, ...initialize });
  send({ id: 4, ...hover });
  expect((await answer(1)).error?.code).toBe(-32002);
  expect((await answer(2)).error?.code).toBe(-32002);
  expect((await answer(3)).result).toMatchObject({ serverInfo: { name: 'kubewright' } });
  expect((await answer(4)).error).toBeUndefined();
});

test('a second initialize, and a request after shutdown, are refused', async () => {
  const { send, answer, ended } = start();
  send({ id: 1, ...initialize });
  send({ id: 2, ...initialize });
  send({ id: 3, method: 'shutdown' });
  send({ id: 4, ...hover });
  expect((await answer(2)).error?.code).toBe(-32600);
  expect((await answer(3)).error).toBeUndefined();
  expect((await answer(4)).error?.code).toBe(-32600);
  send({ method: 'exit' });
  expect(await ended).toBe(0);
});

test('exit ends a server that was told of nothing else', async () => {
  const { send, ended } = start();
  send({ method: 'exit' });
  expect(await ended).toBe(1);
});

test('a server whose input ends ends', async () => {
  const { child, send, answer, ended } = start();
  send({ id: 1, ...initialize });
  await answer(1);
  child.stdin.end();
  expect(await ended).toBe(1);
});

test.each([
  ['has no end', 'Content-Length'.padEnd(100_000, 'h'), /no end/],
  ['has lines without an end', 'X-A: b\r\n'.repeat(10_000), /no end/],
  ['has no length', 'X-A: b\r\n\r\n{}', /no Content-Length/],
  ['has a length that is no number', 'Content-Length: -5\r\n\r\n{}', /no number/],
  ['has a length in words', 'Content-Length: ten\r\n\r\n{}', /no number/],
  ['has a length beyond all room', 'Content-Length: 99999999999\r\n\r\n{}', /too large/],
])('a header that %s ends the server, which says so', async (_name, written, reason) => {
  const { write, ended, errors } = start();
  write(written);
  expect(await ended).toBe(1);
  expect(errors()).toMatch(reason);
});

test('a message that comes byte by byte is read', async () => {
  const { write, answer } = start();
  const bytes = Buffer.from(
    framed(
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        ...initialize,
        params: { ...initialize.params, clientInfo: { name: '😀' } },
      }),
    ),
  );
  for (const byte of bytes) write(Buffer.from([byte]));
  expect((await answer(1)).error).toBeUndefined();
});

test('a body that is no JSON is answered as that, and the next one is read', async () => {
  const { write, send, answer } = start();
  write(framed('{"jsonrpc": '));
  send({ id: 1, ...initialize });
  expect((await answer(1)).error).toBeUndefined();
});

test('a server ends when the process has gone that it was started for', async () => {
  const parent = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  running.push(parent);
  const { send, answer, ended } = start();
  send({ id: 1, ...initialize, params: { ...initialize.params, processId: parent.pid } });
  await answer(1);
  parent.kill('SIGKILL');
  expect(await ended).toBe(1);
});
