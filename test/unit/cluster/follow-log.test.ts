import { describe, expect, test } from 'vitest';
import type { Cluster, LogOptions } from '../../../client/src/cluster/cluster.ts';
import { ClusterError } from '../../../client/src/cluster/errors.ts';
import { intentOfPath } from '../../../client/src/cluster/http/request-intents.ts';
import type { KubeObject } from '../../../client/src/cluster/kube-object.ts';
import { followLog } from '../../../client/src/cluster/streams/follow-log.ts';
import { fakeClock } from './fake-clock.ts';
import { pods } from './resources.ts';

const pod = { resource: pods, namespace: 'shop', name: 'web' };
const stamp = (second: number, text: string) => `2026-01-02T03:04:0${second}.5Z ${text}\n`;

function running(terminated?: { exitCode: number }, restartPolicy = 'Always', uid = 'u'): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', uid },
    spec: { restartPolicy },
    status: {
      phase: 'Running',
      containerStatuses: [{ name: 'c', state: terminated ? { terminated } : { running: {} } }],
    },
  };
}

/** A pod whose log is given out in streams, one after the other; an Error breaks one off. */
function cluster(streams: (string | ClusterError)[][], states: (KubeObject | ClusterError)[]) {
  const asked: Omit<LogOptions, 'signal'>[] = [];
  const own: Pick<Cluster, 'get' | 'logs'> = {
    async get() {
      const state = states.length > 1 ? states.shift() : states[0];
      if (state instanceof ClusterError) throw state;
      return state!;
    },
    async *logs(_pod, { signal: _, ...options } = {}) {
      asked.push(options);
      for (const part of streams.shift() ?? []) {
        if (typeof part !== 'string') throw part;
        yield new TextEncoder().encode(part);
      }
    },
  };
  return { asked, own };
}

async function follow(own: Pick<Cluster, 'get' | 'logs'>, options: Parameters<typeof followLog>[2] = {}) {
  const clock = fakeClock();
  const texts: string[] = [];
  let over = false;
  const reading = (async () => {
    for await (const lines of followLog(own, pod, options, clock))
      texts.push(...lines.map(({ text }) => text));
  })().finally(() => {
    over = true;
  });
  reading.catch(() => {});
  while (!over) await clock.pass(1_000);
  await reading;
  return texts;
}

const request = { intent: intentOfPath('get', '/log'), context: 'prod' };
const gone = new ClusterError(
  'status',
  { fault: 'gone', request },
  { status: { code: 404, reason: 'NotFound', message: '' } },
);
const broke = new ClusterError('unreachable', { fault: 'broke', request });

describe('following a log', () => {
  test('goes on after the last line while the pod lives, none twice', async () => {
    const { asked, own } = cluster(
      [
        [stamp(1, 'a'), stamp(2, 'b')],
        [stamp(2, 'b') + stamp(2, 'b2'), stamp(3, 'c')],
        [broke],
        [stamp(3, 'c'), stamp(4, 'd')],
      ],
      [running(), running(), running(), gone],
    );
    const told: ClusterError[] = [];
    const options = { container: 'c', tailLines: 10, onDidBreak: (error: ClusterError) => told.push(error) };
    expect(await follow(own, options)).toEqual(['a', 'b', 'b2', 'c', 'd']);
    expect(told).toEqual([broke]);
    const again = { container: 'c', follow: true, timestamps: true };
    expect(asked).toEqual([
      { ...again, tailLines: 10 },
      { ...again, sinceTime: '2026-01-02T03:04:02.5Z' },
      { ...again, sinceTime: '2026-01-02T03:04:03.5Z' },
      { ...again, sinceTime: '2026-01-02T03:04:03.5Z' },
    ]);
  });

  test.each<[string, KubeObject | ClusterError]>([
    ['the pod is gone', gone],
    ['the pod has ended', { ...running(), status: { phase: 'Succeeded' } }],
    ['the container will not run again', running({ exitCode: 1 }, 'Never')],
    ['the container is done', running({ exitCode: 0 }, 'OnFailure')],
  ])('ends when %s', async (_name, state) => {
    const { own, asked } = cluster([[stamp(1, 'a')], [stamp(2, 'never')]], [state]);
    expect([await follow(own, { container: 'c' }), asked.length]).toEqual([['a'], 1]);
  });

  test('ends when the name is another pod', async () => {
    const { own } = cluster(
      [[stamp(1, 'a')], [stamp(2, 'b')], [stamp(3, 'c')]],
      [running(), running(undefined, 'Always', 'v')],
    );
    expect(await follow(own)).toEqual(['a', 'b']);
  });

  test('a log that cannot be read at all is an error', async () => {
    const { own } = cluster([[broke]], [running()]);
    await expect(follow(own)).rejects.toBe(broke);
  });

  test('stops at an abort, also while it waits', async () => {
    const { own } = cluster([[stamp(1, 'a')]], [running()]);
    const clock = fakeClock();
    const stop = new AbortController();
    const lines = followLog(own, pod, { signal: stop.signal }, clock);
    expect((await lines.next()).value).toEqual([{ timestamp: '2026-01-02T03:04:01.5Z', text: 'a' }]);
    const next = lines.next();
    await clock.pass(10);
    stop.abort(new Error('enough'));
    await expect(next).rejects.toThrow('enough');
  });
});
