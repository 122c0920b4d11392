import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { followLogs } from '../../client/src/cluster/streams/logs/follow-logs.ts';
import { readNameFilter } from '../../client/src/cluster/streams/logs/name-filter.ts';
import { cleanup, mockServer, openMock, status, temporaryFolder } from '../contract/cluster/mock-server.ts';
import { until } from '../support/processes.ts';
import { bundledProgram } from './support/bundled-program.ts';
import { answerLogs, type LogAnswer } from './support/log-api.ts';
import { rounds } from './support/rounds.ts';

const after = cleanup();
afterEach(() => after.run());

let program: string;
const mebibyte = 1024 * 1024;
const stamp = '2026-01-02T03:04:05.000000006Z';

beforeAll(async () => {
  program = await bundledProgram('following-logs');
});

interface Scene {
  readonly what: string;
  readonly answer: LogAnswer;
  readonly pods?: number;
  /** The most memory beside that of a process that follows nothing, in MiB; the ring is 64 of them. */
  readonly most: number;
  /** What is true of what came. */
  readonly says: object;
}

interface Told {
  readonly lines: number;
  readonly notes: Readonly<Record<string, number>>;
  /** Milliseconds from the abort to the end. */
  readonly ended: number;
  readonly left: readonly string[];
  readonly taken: number;
  readonly dropped: number;
  readonly peak: number;
}

/** Writes a text again and again, no faster than it is taken. */
const flood =
  (piece: string): LogAnswer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    const bytes = Buffer.from(piece);
    const more = () => {
      while (!response.destroyed && response.write(bytes));
    };
    response.on('drain', more);
    more();
  };
const lines = (text: string, count = 1_000) => `${stamp} ${text}\n`.repeat(count);
const open = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/plain' });

const scenes: readonly Scene[] = [
  {
    what: 'lines without an end',
    answer: flood(lines('GET / 200')),
    most: 400,
    says: { lines: expect.any(Number) },
  },
  {
    what: 'lines of 10 MB',
    answer: flood(`${stamp} ${'x'.repeat(10_000_000)}\n`),
    most: 400,
    says: { lines: expect.any(Number) },
  },
  {
    what: 'one line without an end',
    answer: flood('x'.repeat(1_000_000)),
    most: 400,
    says: { lines: expect.any(Number) },
  },
  { what: 'NULs', answer: flood(lines('\0'.repeat(100))), most: 400, says: { lines: expect.any(Number) } },
  { what: 'empty lines', answer: flood(lines('')), most: 400, says: { lines: expect.any(Number) } },
  { what: 'nothing but ends of lines', answer: flood('\n'.repeat(100_000)), most: 500, says: {} },
  {
    what: 'characters beyond Latin, and none at all',
    answer: flood(`${lines('☸😀'.repeat(100))}${stamp} \ud800\n`),
    most: 400,
    says: { lines: expect.any(Number) },
  },
  {
    what: 'times that are none, and far away',
    answer: flood(
      ['9999-12-31T23:59:59.999999999Z', '2026-99-99T99:99:99Z', '0001-01-01T00:00:00Z', stamp]
        .map((time) => `${time} x\n`)
        .join('')
        .repeat(500),
    ),
    most: 400,
    says: { lines: expect.any(Number) },
  },
  {
    what: 'escape sequences, which are text',
    answer: (response) => void open(response).write(`${stamp} \x1b]52;c;eA==\x07\x1b[2J\x9b8m\n`),
    most: 60,
    says: { last: [expect.objectContaining({ text: '\x1b]52;c;eA==\x07\x1b[2J\x9b8m' })] },
  },
  { what: 'nothing', answer: () => undefined, most: 60, says: { lines: 0, notes: { begun: 2 } } },
  { what: 'an end each time', answer: (response) => void open(response).end(), most: 60, says: { lines: 0 } },
  {
    what: 'another break each time',
    answer: (response) => void open(response).write(lines('again', 1), () => response.destroy()),
    most: 60,
    says: { notes: expect.objectContaining({ broken: expect.any(Number) }) },
  },
  {
    what: 'a refusal of a megabyte',
    answer: (response) => status(response, 403, 'Forbidden', 'no '.repeat(300_000)),
    most: 100,
    says: { notes: { begun: 2, refused: 2 } },
  },
  {
    what: 'lines of 10,000 Pods',
    pods: 10_000,
    answer: flood(lines('GET / 200', 10)),
    most: 600,
    says: { notes: { begun: 50, 'left out': 1 } },
  },
];

describe('following logs', () => {
  let idle: number;

  beforeAll(async () => {
    const { peak } = await followed({ answer: () => undefined, pods: 0 });
    idle = peak;
  });

  test.each(scenes)(
    'of $what takes less than $most MiB, and ends at once with nothing left',
    async (scene) => {
      const told = await followed(scene);
      expect(told).toMatchObject(scene.says);
      expect(told.taken).toBeLessThanOrEqual(64 * mebibyte);
      expect((told.peak - idle) / mebibyte).toBeLessThan(scene.most);
      expect(told.ended).toBeLessThan(1_000);
      expect(told.left).toEqual([]);
    },
  );

  test.each<[string, LogAnswer]>([
    ['floods', flood(lines('GET / 200'))],
    ['says nothing', () => undefined],
    ['begins and says nothing', (response) => open(response).flushHeaders()],
    ['ends each time', (response) => void open(response).end()],
  ])('of a server that %s leaves no request open once it is ended', async (_name, answer) => {
    const asked = new Set<ServerResponse>();
    const answered = answerLogs(2, answer);
    const mock = await mockServer(after, (request, response) => {
      asked.add(response.on('close', () => asked.delete(response)));
      answered(request, response);
    });
    const cluster = await openMock(after, { server: mock.url });
    const stop = new AbortController();
    const source = { of: 'selector', cluster: 'c', namespace: 'shop', labelSelector: '' } as const;
    const following = (async () => {
      for await (const _rows of followLogs([source], { open: async () => cluster, signal: stop.signal }));
    })();
    following.catch(() => undefined);
    await until(
      'both logs are asked for',
      () => mock.requests.filter((one) => one.includes('/log?')).length > 1,
    );
    stop.abort(new Error('enough'));
    await expect(following).rejects.toThrow('enough');
    await until('no request is open', () => asked.size === 0, 1_000);
  });

  test('patterns that mean harm are tried on the names of 10,000 Pods within two seconds, or refused', () => {
    const names = Array.from({ length: 10_000 }, (_, place) => `${'a'.repeat(247)}-${place}`);
    const patterns = [
      '(a|aa|aaa)*b',
      '(.*a){20}$',
      '(?:a?){100}a{100}b',
      '^(a+)+$',
      '(?:a{1,100}){1,9}b',
      '(x+x+)+y',
    ];
    const begun = process.cpuUsage();
    for (const pattern of patterns) {
      const filter = readNameFilter({ exclude: [pattern] });
      if (typeof filter === 'function') names.filter(filter);
    }
    const { user, system } = process.cpuUsage(begun);
    expect((user + system) / 1_000).toBeLessThan(2_000 * patterns.length);
  });
});

async function followed({ answer, pods = 2 }: Pick<Scene, 'answer' | 'pods'>): Promise<Told> {
  const mock = await mockServer(after, answerLogs(pods, answer));
  const file = join(await temporaryFolder(after), 'kubeconfig');
  const cluster = { name: 'c', cluster: { server: mock.url } };
  const context = { name: 'c', context: { cluster: 'c', user: '' } };
  await writeFile(file, JSON.stringify({ clusters: [cluster], contexts: [context] }));
  const { stdout } = await promisify(execFile)(process.execPath, [program, file, `${2 * rounds}`], {
    maxBuffer: 16 * mebibyte,
  });
  await until('no socket is left', () => mock.sockets.size === 0);
  return JSON.parse(stdout) as Told;
}
