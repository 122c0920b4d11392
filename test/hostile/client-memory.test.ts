import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { cleanup, json, mockServer, status, temporaryFolder } from '../contract/cluster/mock-server.ts';
import { bundledProgram } from './support/bundled-program.ts';
import { type Answer, body, endless, endlessObjects } from './support/hostile-answers.ts';
import { leastOf } from './support/least-time.ts';

const after = cleanup();
afterEach(() => after.run());

let program: string;
const mebibyte = 1024 * 1024;

beforeAll(async () => {
  program = await bundledProgram('asking-cluster');
});

interface Flood {
  readonly what: string;
  readonly answer: () => Answer;
  /** What is asked, and how much memory that may take at its worst beside what the process had, in MiB. */
  readonly most: Readonly<Record<string, number>>;
  /** How many times faster than time the client's clock goes. */
  readonly haste?: number;
}

const megabyte = Buffer.alloc(1 << 20, 'x');
const large = Buffer.alloc(100 << 20, 'x');
const bomb = gzipSync(Buffer.alloc(200 * mebibyte, 0x20));
const smallBomb = gzipSync(Buffer.alloc(16 * mebibyte, 'x'));

const floods: readonly Flood[] = [
  {
    what: '100 MB of a text',
    answer: () => body(large),
    most: { get: 100, apply: 100, openApi: 200, discovery: 300, rows: 250, list: 250, watch: 100 },
  },
  {
    what: 'a text without an end, of characters beyond Latin',
    answer: () => endless('{"kind":"', Buffer.from('☸'.repeat(100_000))),
    most: { get: 100, openApi: 200, discovery: 300, rows: 250, watch: 100 },
  },
  {
    what: 'maps without an end',
    answer: () => endless('[{}', Buffer.alloc(1 << 20, ',{}')),
    most: { get: 200, openApi: 250, rows: 250, watch: 200 },
  },
  {
    what: 'a bomb of 200 MB that is compressed',
    answer: () => body(bomb, { 'content-encoding': 'gzip' }),
    most: { get: 100, discovery: 200, rows: 250, watch: 250 },
  },
  {
    what: 'a bomb that is compressed, without an end',
    answer: () => endless('', smallBomb, { 'content-encoding': 'gzip' }),
    most: { get: 100, openApi: 200, rows: 250, watch: 250 },
  },
  {
    what: 'a refusal that is a bomb, without an end',
    answer: () => (_request, response) => {
      response.writeHead(500, { 'content-type': 'text/plain', 'content-encoding': 'gzip' });
      const more = () => {
        while (!response.destroyed && response.write(smallBomb));
      };
      response.on('drain', more);
      more();
    },
    most: { get: 60, rows: 60, watch: 60 },
  },
  {
    what: 'a depth of a million',
    answer: () => body('['.repeat(1_000_000)),
    most: { get: 60, rows: 60, watch: 60 },
  },
  {
    what: 'a refusal without an end',
    answer: () => (_request, response) => {
      response.writeHead(500, { 'content-type': 'text/plain' });
      const more = () => {
        while (!response.destroyed && response.write(megabyte));
      };
      response.on('drain', more);
      more();
    },
    most: { get: 60, rows: 60, watch: 60 },
  },
  {
    what: 'a byte every while',
    answer: () => (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 50);
      response.on('close', () => clearInterval(timer));
    },
    most: { get: 60, rows: 60, watch: 60 },
    haste: 100,
  },
  {
    what: 'full pages without an end',
    answer: () => {
      let turn = 0;
      return (request, response) => {
        if (/[?&]watch=true/.test(request.url ?? ''))
          return status(response, 422, 'Invalid', 'no streaming lists');
        turn++;
        const rows = Array.from({ length: 40_000 }, (_, place) => {
          const name = `${turn}-${place}`;
          return { cells: [name], object: { metadata: { name, uid: name } } };
        });
        json(response, 200, { kind: 'Table', metadata: { continue: `${turn}` }, rows });
      };
    },
    most: { rows: 700, watch: 700 },
  },
  {
    what: 'a stream of objects without an end',
    answer: endlessObjects,
    most: { watch: 700 },
  },
];

const cases = floods.flatMap(({ what, answer, most, haste = 1 }) =>
  Object.entries(most).map(([operation, mebibytes]) => ({ what, answer, operation, mebibytes, haste })),
);

interface Asked {
  /** The most resident memory that the process had, in bytes. */
  readonly peak: number;
  readonly fault: string;
}

test.each(cases)('$operation of a server that answers $what takes less than $mebibytes MiB', async (one) => {
  const most = await leastOf(one.mebibytes, async () => {
    const { peak, fault } = await asked(one.answer, one);
    expect(fault).not.toBe('');
    return (peak - (await peakOfNothing(one))) / mebibyte;
  });
  expect(most).toBeLessThan(one.mebibytes);
});

type AskedHow = Pick<(typeof cases)[number], 'operation' | 'haste'>;

const peaksOfNothing = new Map<string, number>();

/** The most memory that the process has where the server answers nothing, measured once for each way to ask. */
async function peakOfNothing(how: AskedHow): Promise<number> {
  const key = `${how.operation} ${how.haste}`;
  const known = peaksOfNothing.get(key);
  if (known !== undefined) return known;
  const { peak } = await asked(() => (_request, response) => response.writeHead(404).end(), how);
  peaksOfNothing.set(key, peak);
  return peak;
}

/** Asks a server that answers like this, in a process of its own. */
async function asked(answer: () => Answer, { operation, haste }: AskedHow): Promise<Asked> {
  const { url } = await mockServer(after, answer());
  const file = join(await temporaryFolder(after), 'kubeconfig');
  const cluster = { name: 'c', cluster: { server: url } };
  const context = { name: 'c', context: { cluster: 'c', user: '' } };
  await writeFile(file, JSON.stringify({ clusters: [cluster], contexts: [context] }));
  const { stdout } = await promisify(execFile)(process.execPath, [program, operation, file, `${haste}`]);
  return JSON.parse(stdout) as Asked;
}
