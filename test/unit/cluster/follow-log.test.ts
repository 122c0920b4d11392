import { describe, expect, test } from 'vitest';
import type { Cluster, LogOptions } from '../../../client/src/cluster/cluster.ts';
import { ClusterError } from '../../../client/src/cluster/errors.ts';
import { intentOfPath } from '../../../client/src/cluster/http/request-intents.ts';
import type { KubeObject } from '../../../client/src/cluster/kube-object.ts';
import type { Status } from '../../../client/src/cluster/status.ts';
import { followLog } from '../../../client/src/cluster/streams/follow-log.ts';
import { fakeClock, settled } from './fake-clock.ts';
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

function refused(code: number, message: string, details?: Status['details']): ClusterError {
  const status = { code, reason: '', message, ...(details ? { details } : {}) };
  return new ClusterError('status', { fault: `${code} ${message}`, request }, { status });
}

const gone = refused(404, 'pods "web" not found', { name: 'web', kind: 'pods' });
const broke = new ClusterError('unreachable', { fault: 'broke', request });
const waiting = refused(400, 'container "c" in pod "web" is waiting to start: ContainerCreating');
const ended: KubeObject = { ...running(), status: { phase: 'Succeeded' } };

describe('following a log', () => {
  test('goes on after the last line while the pod lives, none twice', async () => {
    const { asked, own } = cluster(
      [
        [stamp(1, 'a'), stamp(2, 'b')],
        [stamp(2, 'b') + stamp(2, 'b2'), stamp(3, 'c')],
        [broke],
        [stamp(3, 'c'), stamp(4, 'd')],
      ],
      [running(), running(), running(), running(), running(), running(), gone],
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
    ['the pod has ended', ended],
    ['the container will not run again', running({ exitCode: 1 }, 'Never')],
    ['the container is done', running({ exitCode: 0 }, 'OnFailure')],
    ['the pod is being deleted', being(running({ exitCode: 0 }), { deletionTimestamp: 'now' })],
    ['its own policy ends the container', withPolicy(running({ exitCode: 1 }), { restartPolicy: 'Never' })],
    [
      'no rule starts it again',
      withPolicy(running({ exitCode: 1 }), {
        restartPolicy: 'Never',
        restartPolicyRules: [onExit('In', 42)],
      }),
    ],
  ])('ends when %s', async (_name, state) => {
    const { own, asked } = cluster([[stamp(1, 'a')], [stamp(2, 'never')]], [state]);
    expect([await follow(own, { container: 'c' }), asked.length]).toEqual([['a'], 1]);
  });

  test.each<[string, KubeObject | ClusterError]>([
    ['the container will be started again', running({ exitCode: 0 })],
    ['the container has failed', running({ exitCode: 1 }, 'OnFailure')],
    [
      'its own policy starts it again',
      withPolicy(running({ exitCode: 1 }, 'Never'), { restartPolicy: 'Always' }),
    ],
    [
      'a rule starts it again',
      withPolicy(running({ exitCode: 42 }, 'Never'), {
        restartPolicy: 'Never',
        restartPolicyRules: [onExit('In', 42)],
      }),
    ],
    [
      'a rule of other codes starts it again',
      withPolicy(running({ exitCode: 1 }, 'Never'), {
        restartPolicy: 'Never',
        restartPolicyRules: [onExit('NotIn', 42)],
      }),
    ],
    ['the pod may not be read', refused(403, 'pods "web" is forbidden')],
    ['nobody knows the user for the moment', refused(401, 'Unauthorized')],
    ['the path of the pod is not served yet', refused(404, '404 page not found')],
    ['the server is overloaded', refused(429, 'too many')],
    ['the server fails', refused(500, 'etcdserver: leader changed')],
    ['the server is not ready', refused(503, 'apiserver not ready')],
    ['nobody answers', broke],
  ])('goes on when it ended and %s', async (_name, state) => {
    const { own } = cluster([[stamp(1, 'a')], [stamp(2, 'b')]], [state, state, state, gone]);
    expect(await follow(own, { container: 'c' })).toEqual(['a', 'b']);
  });

  const passing: [string, ClusterError][] = [
    ['the connection breaks', broke],
    ['a proxy answers with a page', new ClusterError('protocol', { fault: 'a page', request })],
    ['the server fails', refused(500, 'etcdserver: leader changed')],
    ['no server is behind the proxy', refused(502, 'bad gateway')],
    ['the server is not ready', refused(503, 'shutting down')],
    ['too much is asked', refused(429, 'too many')],
    ['the container waits', waiting],
    ['the container is not known yet', refused(400, 'container "c" in pod "web" is not available')],
    [
      'the image cannot be had',
      refused(400, 'container "c" in pod "web" is waiting to start: trying and failing to pull image'),
    ],
    [
      'the node has not heard of the pod',
      refused(404, 'the server could not find the requested resource ( pods/log web)', {
        name: 'web',
        kind: 'pods/log',
      }),
    ],
  ];

  test.each(passing)('is tried again before its first line when %s', async (_name, error) => {
    const { own, asked } = cluster(
      [[error], [error], [], [stamp(1, 'a')]],
      [running(), running(), running(), running(), running(), ended],
    );
    const told: ClusterError[] = [];
    const texts = await follow(own, { tailLines: 3, onDidBreak: (one) => told.push(one) });
    // The same reason is told once.
    expect([texts, told, asked.map(({ tailLines }) => tailLines)]).toEqual([['a'], [error], [3, 3, 3, 3]]);
  });

  test.each(passing)('is tried again after lines when %s', async (_name, error) => {
    const streams = [[stamp(1, 'a'), error], [error], [stamp(1, 'a') + stamp(2, 'b')]];
    const { own } = cluster(streams, [running(), running(), running(), ended]);
    expect(await follow(own)).toEqual(['a', 'b']);
  });

  const final: [string, ClusterError][] = [
    ['nobody knows the user', refused(401, 'Unauthorized')],
    ['it is forbidden', refused(403, 'pods "web" is forbidden')],
    ['the pod has no such container', refused(400, 'container c is not valid for pod web')],
    [
      'no container is named',
      refused(400, 'a container name must be specified for pod web, choose one of: [a b]'),
    ],
    ['the options are refused', refused(422, 'PodLogOptions is invalid')],
    ['a plugin gives no credentials', new ClusterError('credentials', { fault: 'no login', request })],
    ['the server is not trusted', new ClusterError('certificate', { fault: 'not trusted', request })],
  ];

  test.each(final)('stops with the reason when %s', async (_name, error) => {
    const never = cluster([[error], [stamp(9, 'never')]], [running()]);
    await expect(follow(never.own)).rejects.toBe(error);
    const later = cluster([[stamp(1, 'a')], [error], [stamp(9, 'never')]], [running()]);
    await expect(follow(later.own)).rejects.toBe(error);
  });

  test('a pod that never was there is an error, one that goes while it is waited for is the end', async () => {
    const never = cluster([[gone]], [gone]);
    await expect(follow(never.own)).rejects.toBe(gone);
    const waited = cluster([[waiting], [gone]], [running()]);
    expect(await follow(waited.own)).toEqual([]);
  });

  test('what was written between a break and the end is read', async () => {
    const { own } = cluster(
      [[stamp(1, 'a'), broke], [stamp(1, 'a') + stamp(2, 'last words')]],
      [running(), ended],
    );
    expect(await follow(own)).toEqual(['a', 'last words']);
  });

  test('ends when the name is another pod, without a line of it', async () => {
    const other = running(undefined, 'Always', 'v');
    for (const states of [
      [running(), other],
      [running(), running(), other],
    ]) {
      const { own } = cluster([[stamp(1, 'a')], [stamp(2, "another pod's")]], states);
      expect(await follow(own)).toEqual(['a']);
    }
  });

  test('waits 0.8 to 4 s, from the first again after a line, and as long as the server wants', async () => {
    const busy = refused(429, 'too many', { retryAfterSeconds: 7 });
    const { own } = cluster(
      [[broke], [broke], [broke], [broke], [stamp(1, 'a'), broke], [busy], [stamp(2, 'b')]],
      [...Array.from({ length: 7 }, () => running()), ended],
    );
    const clock = fakeClock();
    const delays: number[] = [];
    const reading = (async () => {
      for await (const _lines of followLog(own, pod, {}, clock));
    })();
    while (delays.length < 6) {
      await settled();
      const [delay] = clock.waiting;
      if (delay === undefined) continue;
      delays.push(delay);
      await clock.pass(delay);
    }
    await reading;
    expect(delays).toEqual([800, 1_600, 3_200, 4_000, 800, 7_000]);
  });

  test('leaving the loop closes the stream', async () => {
    let open = 0;
    const own: Pick<Cluster, 'get' | 'logs'> = {
      get: async () => running(),
      async *logs() {
        open++;
        try {
          for (;;) yield new TextEncoder().encode(stamp(1, 'a'));
        } finally {
          open--;
        }
      },
    };
    for await (const _lines of followLog(own, pod, {}, fakeClock())) break;
    expect(open).toBe(0);
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

function being(object: KubeObject, metadata: KubeObject['metadata']): KubeObject {
  return { ...object, metadata: { ...object.metadata, ...metadata } };
}

/** The Pod with fields of its container. */
function withPolicy(object: KubeObject, policy: object): KubeObject {
  return { ...object, spec: { ...(object.spec as object), containers: [{ name: 'c', ...policy }] } };
}

function onExit(operator: string, ...values: number[]) {
  return { action: 'Restart', exitCodes: { operator, values } };
}
