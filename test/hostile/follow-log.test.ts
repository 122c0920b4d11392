import { describe, expect, test } from 'vitest';
import type { Cluster } from '../../client/src/cluster/cluster.ts';
import { ClusterError } from '../../client/src/cluster/errors.ts';
import { intentOfPath } from '../../client/src/cluster/http/request-intents.ts';
import type { KubeObject } from '../../client/src/cluster/kube-object.ts';
import { followLog } from '../../client/src/cluster/streams/logs/follow-log.ts';
import { seededRandom } from '../support/random.ts';
import { fakeClock } from '../unit/cluster/fake-clock.ts';
import { pods } from '../unit/cluster/resources.ts';
import { leastTime } from './support/least-time.ts';
import { ownTime } from './support/measured-process.ts';
import { rounds } from './support/rounds.ts';

/** CPU time in milliseconds. */
const longest = 3_000;

const pod = { resource: pods, namespace: 'shop', name: 'web' };
const running: KubeObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', uid: 'u' },
  spec: { restartPolicy: 'Always' },
  status: { phase: 'Running', containerStatuses: [{ name: 'c', state: { running: {} } }] },
};
const request = { intent: intentOfPath('get', '/log'), context: 'prod' };

function refused(code: number, message: string): ClusterError {
  return new ClusterError('status', { fault: message, request }, { status: { code, reason: '', message } });
}

/** What a server gives each time that it is asked: pieces of a body, and perhaps a break. */
type Stream = (times: number) => Iterable<Buffer | string | Error>;

interface Followed {
  readonly asked: number;
  readonly lines: number;
  readonly texts: readonly string[];
  readonly error: unknown;
}

/** Follows a log for so many seconds of the client's time, or until it ends. */
async function followed(stream: Stream, seconds: number): Promise<Followed> {
  const clock = fakeClock();
  const stop = new AbortController();
  let asked = 0;
  let lines = 0;
  const texts: string[] = [];
  let error: unknown;
  let over = false;
  const cluster: Pick<Cluster, 'get' | 'logs'> = {
    get: async () => running,
    async *logs(_pod, { signal } = {}) {
      for (const piece of stream(asked++)) {
        signal?.throwIfAborted();
        if (piece instanceof Error) throw piece;
        yield Buffer.from(piece as string);
      }
    },
  };
  const reading = (async () => {
    const options = { container: 'c', signal: stop.signal };
    for await (const batch of followLog(cluster, pod, options, clock)) {
      lines += batch.length;
      for (const { text } of batch) if (texts.length < 10_000) texts.push(text);
    }
  })();
  reading
    .catch((one: unknown) => {
      error = one;
    })
    .finally(() => {
      over = true;
    });
  for (let passed = 0; passed < seconds && !over; passed++) await clock.pass(1_000);
  stop.abort(new Error('enough'));
  while (!over) await clock.pass(1_000);
  return { asked, lines, texts, error };
}

const stamp = (second: number, text: string) =>
  `${new Date(Date.UTC(2026, 0, 2, 3, 4, second)).toISOString().replace('.000Z', '.500000000Z')} ${text}\n`;

describe('who follows a log of a hostile server', () => {
  test.each<[what: string, stream: Stream]>([
    ['ends at once', () => []],
    ['ends after the same line', () => [stamp(1, 'a')]],
    ['ends after another line', (times) => [stamp(times, `${times}`)]],
    ['breaks at once', () => [refused(503, 'unavailable')]],
    ['fails for ever', () => [refused(500, 'failed')]],
    ['breaks after another line', (times) => [stamp(times, `${times}`), refused(500, 'failed')]],
    ['waits to start for ever', () => [refused(400, 'container "c" is waiting to start')]],
    ['has too many requests', () => [refused(429, 'busy')]],
  ])('asks one that %s no more than once in a second, for an hour', async (_, stream) => {
    const { asked, error } = await followed(stream, 3_600);
    expect((error as Error).message).toBe('enough');
    expect(asked).toBeGreaterThan(100);
    expect(asked).toBeLessThan(3_600);
  });

  test.each<[what: string, stream: Stream, says: string]>([
    ['400', () => [refused(400, 'bad')], 'bad'],
    ['401', () => [refused(401, 'who?')], 'who?'],
    ['403', () => [refused(403, 'no')], 'no'],
    ['422', () => [refused(422, 'invalid')], 'invalid'],
  ])('is told of one that answers %s, once', async (_, stream, says) => {
    const { asked, error } = await followed(stream, 1_000);
    expect(error).toBeInstanceOf(ClusterError);
    expect((error as Error).message).toContain(says);
    expect(asked).toBe(1);
  });

  test('sees each line once, however often it is repeated', async () => {
    const all = Array.from({ length: 50 }, (_, index) => stamp(index, `${index}`)).join('');
    const { texts } = await followed(() => [all], 200);
    expect(texts).toEqual(Array.from({ length: 50 }, (_, index) => `${index}`));
  });

  const times: readonly string[] = [
    '2026-01-02T03:04:05Z',
    '2026-01-02T03:04:05.123456789Z',
    '2026-01-02T03:04:05.1+23:59',
    '1970-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999999999Z',
    '0000-01-01T00:00:00Z',
    '2026-13-45T99:99:99Z',
    '2026-02-30T24:00:60Z',
    'abcd-ef-ghTij:kl:mnZ',
    '2026-01-02T03:04:05+99:99',
    '----------T-------------Z',
    '2026-01-02T03:04:05.Z',
    '',
    ' ',
    '2026',
    '\0',
    '[x](command:y)',
  ];

  test('goes on, or ends with an error that has a name, whatever the times of its lines are', async () => {
    const random = seededRandom(31);
    for (let round = 0; round < 150 * rounds; round++) {
      const line = () => `${times[random(times.length)]} ${random(5)}${random(6) === 0 ? '' : '\n'}`;
      const stream: Stream = () => {
        const pieces: (string | Error)[] = Array.from({ length: random(6) }, line);
        return random(3) === 0 ? [...pieces, refused(500, 'broke')] : pieces;
      };
      const { error } = await followed(stream, 30);
      if ((error as Error | undefined)?.message !== 'enough')
        expect(error, `round ${round}`).toBeInstanceOf(ClusterError);
    }
  });

  test.each<[what: string, body: () => Iterable<Buffer>]>([
    ['a time of 10 MB', () => [Buffer.from(`2026-01-02T03:04:05.${'1'.repeat(10_000_000)}Z a\n`)]],
    ['a line of 10 MB', () => [Buffer.from(`2026-01-02T03:04:05Z ${'x'.repeat(10_000_000)}\n`)]],
    ['a line of 10 MB without an end', () => [Buffer.alloc(10_000_000, 'x')]],
    ['2 million empty lines', () => [Buffer.alloc(2_000_000, '\n')]],
    ['5 million carriage returns', () => [Buffer.alloc(5_000_000, '\r')]],
    ['100,000 lines of one time', () => [Buffer.from('2026-01-02T03:04:05Z a\n'.repeat(100_000))]],
    ['bytes that are no text', () => [Buffer.alloc(5_000_000, 0xff)]],
  ])('%s, again and again, takes no time and no memory', async (_, body) => {
    const time = await leastTime(longest, () =>
      ownTime(() => {
        const given = [...body()];
        return followed((asked) => (asked < 3 ? given : []), 30);
      }),
    );
    expect(time).toBeLessThan(longest);
  });
});
