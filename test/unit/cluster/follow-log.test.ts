import { describe, expect, test } from 'vitest';
import type { Cluster, LogOptions } from '../../../client/src/cluster/cluster.ts';
import { ClusterError } from '../../../client/src/cluster/errors.ts';
import { intentOfPath } from '../../../client/src/cluster/http/request-intents.ts';
import type { KubeObject } from '../../../client/src/cluster/kube-object.ts';
import type { Status } from '../../../client/src/cluster/status.ts';
import { followLog } from '../../../client/src/cluster/streams/logs/follow-log.ts';
import type { LogGap } from '../../../client/src/cluster/streams/logs/seen-lines.ts';
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
      { ...again, sinceTime: '2026-01-02T03:04:01Z' },
      { ...again, sinceTime: '2026-01-02T03:04:02Z' },
      { ...again, sinceTime: '2026-01-02T03:04:02Z' },
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

  describe('of a container that runs again', () => {
    const runs = (containerID: string, previous?: string): KubeObject => {
      const lastState = previous ? { terminated: { containerID: previous } } : {};
      const containerStatuses = [{ name: 'c', containerID, state: { running: {} }, lastState }];
      return { ...running(), status: { phase: 'Running', containerStatuses } };
    };
    const [first, second] = [runs('one'), runs('two', 'one')];

    test('reads the rest of the run before, then all of the new one', async () => {
      const { asked, own } = cluster(
        [[stamp(1, 'a'), broke], [stamp(1, 'a') + stamp(2, 'last words')], [stamp(1, 'a') + stamp(4, 'b')]],
        [first, second, ended],
      );
      const gaps: LogGap[] = [];
      const onDidMiss = (gap: LogGap) => gaps.push(gap);
      expect(await follow(own, { tailLines: 5, onDidMiss })).toEqual(['a', 'last words', 'a', 'b']);
      const sinceTime = '2026-01-02T03:04:00Z';
      expect(asked).toEqual([
        { follow: true, timestamps: true, tailLines: 5 },
        { previous: true, timestamps: true, sinceTime },
        { follow: true, timestamps: true },
      ]);
      expect(gaps).toEqual([]);
    });

    const notKept = refused(400, 'previous terminated container "c" in pod "web" not found');
    const soon = stamp(2, 'soon after');
    test.each([
      { log: 'is not kept', previous: [notKept], now: second, texts: 'a b', before: undefined },
      { log: 'is empty', previous: [], now: second, texts: 'a b', before: undefined },
      { log: 'begins later', previous: [soon], now: second, texts: 'a soon after b', before: soon },
      {
        log: 'begins much later',
        previous: [stamp(8, 'later')],
        now: second,
        texts: 'a later b',
        before: stamp(8, ''),
      },
      {
        log: 'has another behind it',
        previous: undefined,
        now: runs('three', 'two'),
        texts: 'a b',
        before: undefined,
      },
    ])(
      'says that lines may be missing where the log of the run before $log',
      async ({ previous, now, texts, before }) => {
        const streams = [[stamp(1, 'a'), broke], ...(previous ? [previous] : []), [stamp(4, 'b')]];
        const { own } = cluster(streams, [first, now, ended]);
        const gaps: LogGap[] = [];
        expect((await follow(own, { onDidMiss: (gap) => gaps.push(gap) })).join(' ')).toBe(texts);
        expect(gaps).toEqual([{ after: '2026-01-02T03:04:01.5Z', before: before?.split(' ')[0] }]);
      },
    );
  });

  test('an unfinished line is read again, and is one where the log ends with it', async () => {
    const half = stamp(2, 'half').trimEnd();
    const { own } = cluster(
      [[stamp(1, 'a'), half], [stamp(1, 'a') + stamp(2, 'half of it')]],
      [running(), running(), running(), ended],
    );
    expect(await follow(own)).toEqual(['a', 'half of it']);
    const last = cluster([[stamp(1, 'a'), half]], [running(), ended]);
    expect(await follow(last.own)).toEqual(['a', 'half']);
  });

  test('says between which lines others may be missing', async () => {
    const { own } = cluster([[stamp(1, 'a'), broke], [stamp(8, 'b')]], [running(), running(), ended]);
    const gaps: LogGap[] = [];
    expect(await follow(own, { onDidMiss: (gap) => gaps.push(gap) })).toEqual(['a', 'b']);
    expect(gaps).toEqual([{ after: '2026-01-02T03:04:01.5Z', before: '2026-01-02T03:04:08.5Z' }]);
  });

  test('a right that a server which has just come back does not know yet ends nothing', async () => {
    const forbidden = refused(403, 'RBAC: role not found');
    const { own } = cluster(
      [[stamp(1, 'a'), broke], [forbidden], [stamp(1, 'a') + stamp(2, 'b')]],
      [running(), running(), running(), ended],
    );
    expect(await follow(own)).toEqual(['a', 'b']);
    const never = cluster(
      [[stamp(1, 'a'), broke], ...Array.from({ length: 20 }, () => [forbidden])],
      [running()],
    );
    await expect(follow(never.own)).rejects.toBe(forbidden);
  });

  test.each([
    { what: 'nothing, for long', slow: [stamp(1, 'a'), stamp(2, 'b')], texts: 'a b', gap: false },
    {
      what: 'only what was seen',
      slow: [stamp(0, 'before'), stamp(1, 'a') + stamp(2, 'b')],
      texts: 'a b',
      gap: false,
    },
    { what: 'something later', slow: ['', stamp(3, 'c'), stamp(4, 'd')], texts: 'a c d', gap: true },
  ])('a stream that gives $what is looked through for the last line', async ({ slow, texts, gap }) => {
    const clock = fakeClock();
    const own: Pick<Cluster, 'get' | 'logs'> = {
      get: async () => running(),
      async *logs(_pod, { signal, sinceTime } = {}) {
        if (sinceTime === undefined) return yield new TextEncoder().encode(stamp(1, 'a'));
        for (const part of slow) {
          await new Promise<void>((resolve) => clock.after(5_000, resolve));
          yield new TextEncoder().encode(part);
        }
        await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      },
    };
    const stop = new AbortController();
    const given: string[] = [];
    const gaps: LogGap[] = [];
    const options = { signal: stop.signal, onDidMiss: (one: LogGap) => gaps.push(one) };
    const reading = (async () => {
      for await (const lines of followLog(own, pod, options, clock))
        given.push(...lines.map(({ text }) => text));
    })();
    reading.catch(() => undefined);
    await clock.pass(30_000);
    expect([given.join(' '), gaps.length > 0]).toEqual([texts, gap]);
    stop.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
  });

  test('a kubelet that has fallen silent is asked for its last line, ever less often, and read again for a newer one', async () => {
    const clock = fakeClock();
    const asked: [number, Omit<LogOptions, 'signal'>][] = [];
    let newest = stamp(1, 'a');
    const own: Pick<Cluster, 'get' | 'logs'> = {
      get: async () => running(),
      async *logs(_pod, { signal, ...options } = {}) {
        asked.push([clock.now() - 1_000_000, options]);
        if (options.tailLines === 1) return yield new TextEncoder().encode(newest);
        yield new TextEncoder().encode(
          options.sinceTime === undefined ? stamp(1, 'a') : stamp(1, 'a') + newest,
        );
        await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      },
    };
    const stop = new AbortController();
    const texts: string[] = [];
    const reading = (async () => {
      for await (const lines of followLog(own, pod, { signal: stop.signal }, clock)) {
        texts.push(...lines.map(({ text }) => text));
      }
    })();
    reading.catch(() => undefined);
    await clock.pass(1_200_000);
    expect(asked.filter(([, { tailLines }]) => tailLines === 1).map(([at]) => at / 60_000)).toEqual([
      1, 3, 6, 10, 15, 20,
    ]);
    newest = stamp(2, 'b');
    await clock.pass(302_000);
    expect(texts).toEqual(['a', 'b']);
    stop.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
    expect(clock.waiting).toEqual([]);
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
