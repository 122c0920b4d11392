import { describe, expect, test } from 'vitest';
import type { KubeObject, Resource } from '../../../../client/src/cluster/kube-object.ts';
import {
  type FollowLogsOptions,
  followLogs,
} from '../../../../client/src/cluster/streams/logs/follow-logs.ts';
import type { LogRow } from '../../../../client/src/cluster/streams/logs/log-row.ts';
import type { LogSource } from '../../../../client/src/cluster/streams/logs/log-source.ts';
import { type NameFilter, readNameFilter } from '../../../../client/src/cluster/streams/logs/name-filter.ts';
import { fakeClock, settled } from '../fake-clock.ts';
import { fakeLogCluster, kindOf, podOf, refusal, unreachable } from './log-cluster.ts';

const deployments = kindOf('apps/v1', 'Deployment');
const services = kindOf('v1', 'Service');
const jobs = kindOf('batch/v1', 'Job');
const cronJobs = kindOf('batch/v1', 'CronJob');
const rollouts = kindOf('example.org/v1', 'Rollout');
const kinds = [deployments, services, jobs, cronJobs, rollouts];

const objectSource = (
  { apiVersion, kind }: Pick<Resource, 'apiVersion' | 'kind'>,
  name: string,
): LogSource => ({
  of: 'object',
  cluster: 'prod',
  apiVersion,
  kind,
  namespace: 'shop',
  name,
});
const web = objectSource(deployments, 'web');
const pod: LogSource = objectSource({ apiVersion: 'v1', kind: 'Pod' }, 'web-1');
const bySelector: LogSource = {
  of: 'selector',
  cluster: 'prod',
  namespace: 'shop',
  labelSelector: 'app=web',
};

const objectOf = ({ apiVersion, kind }: Resource, name: string, spec: object, uid = `uid-${name}`) =>
  ({ apiVersion, kind, metadata: { name, namespace: 'shop', uid }, spec }) as KubeObject;
const line = (second: number, text: string) =>
  `2026-01-02T03:04:${String(second).padStart(2, '0')}Z ${text}\n`;

/** Follows, and writes down in words what is given. */
function follow(
  sources: readonly LogSource[],
  options: Partial<FollowLogsOptions> = {},
  unknown: readonly string[] = [],
) {
  const clock = fakeClock(Date.UTC(2026, 5, 1));
  const cluster = fakeLogCluster(clock, kinds);
  const stop = new AbortController();
  const words: string[] = [];
  const open = async (id: string) => {
    if (unknown.includes(id)) throw new Error('no such context');
    return cluster.own;
  };
  const ended = (async () => {
    for await (const rows of followLogs(sources, { open, signal: stop.signal, ...options }, clock)) {
      words.push(...rows.flatMap(wordsOf));
    }
  })();
  ended.catch(() => {});
  return {
    clock,
    cluster,
    stop,
    ended,
    /** What was given since it was asked last. */
    async heard(milliseconds = 1_000): Promise<string[]> {
      await clock.pass(milliseconds);
      await settled();
      return words.splice(0);
    },
  };
}

function wordsOf(row: LogRow): string[] {
  switch (row.is) {
    case 'lines':
      return row.lines.map(
        ({ text }) =>
          `${row.place === 'late' ? 'late ' : ''}${row.origin.pod}/${row.origin.container}: ${text}`,
      );
    case 'unsure':
      return [`[unsure ${row.source.cluster} ${row.why.fault}]`];
    case 'empty':
      return [`[empty, ${row.waiting} waiting]`];
    case 'left out':
      return [
        `[left out ${row.count} of ${row.cluster} beyond ${row.most}: ${row.some.map(({ pod }) => pod)}]`,
      ];
    case 'gone':
      return [`[gone ${row.origin.pod}]`];
    case 'broken':
    case 'refused':
      return [`[${row.is} ${row.origin.pod}/${row.origin.container}: ${row.why.fault}]`];
    default:
      return [`[${row.is} ${row.origin.pod}/${row.origin.container}]`];
  }
}

const running = (name: string) => podOf(name, { main: 'running' });

function filterOf(include: readonly string[], exclude: readonly string[] = []): NameFilter {
  const filter = readNameFilter({ include, exclude });
  if (typeof filter !== 'function') throw new Error(filter.problem);
  return filter;
}

describe('the logs of a workload', () => {
  test('are those of its Pods by its selector, put in order; what is new joins whole, what is gone is said', async () => {
    const { cluster, heard } = follow([web], { tailLines: 10 });
    await heard();
    cluster.show(
      'deployments shop metadata.name=web',
      objectOf(deployments, 'web', { selector: { matchLabels: { app: 'web' } } }),
    );
    await heard();
    cluster.show('pods shop app=web', running('web-1'), running('web-2'));
    cluster.give('web-1/main', line(1, 'one') + line(3, 'three'));
    cluster.give('web-2/main', line(2, 'two') + line(4, 'four'));
    expect(await heard()).toEqual([
      '[begun web-1/main]',
      '[begun web-2/main]',
      'web-1/main: one',
      'web-2/main: two',
      'web-1/main: three',
      'web-2/main: four',
    ]);
    cluster.put('pods shop app=web', running('web-3'));
    cluster.give('web-3/main', line(5, 'five'));
    expect(await heard()).toEqual(['[begun web-3/main]', 'web-3/main: five']);
    expect(cluster.asked.map(({ of, options: { tailLines } }) => [of, tailLines])).toEqual([
      ['web-1/main', 10],
      ['web-2/main', 10],
      ['web-3/main', undefined],
    ]);
    cluster.give('web-1/main', line(6, 'last words'));
    cluster.give('web-1/main', 'end');
    cluster.remove('pods shop app=web', running('web-1'));
    expect(await heard(3_000)).toEqual(['web-1/main: last words', '[ended web-1/main]', '[gone web-1]']);
  });

  test.each<[string, Resource, object, string]>([
    ['a map', services, { selector: { app: 'web', tier: 'front' } }, 'pods shop app=web,tier=front'],
    [
      'a LabelSelector',
      jobs,
      { selector: { matchLabels: { 'controller-uid': 'u' } } },
      'pods shop controller-uid=u',
    ],
    [
      'expressions',
      rollouts,
      { selector: { matchLabels: { a: 'b' }, matchExpressions: [{ key: 'c', operator: 'Exists' }] } },
      'pods shop a=b,c',
    ],
  ])('are found by %s of any kind', async (_name, kind, spec, watch) => {
    const { cluster, heard } = follow([objectSource(kind, 'web')]);
    await heard();
    cluster.show(`${kind.plural} shop metadata.name=web`, objectOf(kind, 'web', spec));
    await heard();
    cluster.show(watch, running('web-1'));
    expect(await heard()).toEqual(['[begun web-1/main]']);
  });

  test('are those of others once it selects others', async () => {
    const { cluster, heard } = follow([objectSource(services, 'web')]);
    await heard();
    const service = (app: string) => objectOf(services, 'web', { selector: { app } });
    cluster.show('services shop metadata.name=web', service('blue'));
    await heard();
    cluster.show('pods shop app=blue', running('blue'));
    expect(await heard()).toEqual(['[begun blue/main]']);
    cluster.put('services shop metadata.name=web', service('green'));
    await heard();
    expect([...cluster.watches.keys()]).toEqual(['services shop metadata.name=web', 'pods shop app=green']);
    cluster.show('pods shop app=green', running('green'));
    expect(await heard(10_000)).toEqual(['[begun green/main]', '[gone blue]']);
    expect([...cluster.open]).toEqual(['green/main']);
  });

  test('are those of what it owns owns, where it selects nothing', async () => {
    const { cluster, heard } = follow([objectSource(cronJobs, 'night')]);
    await heard();
    cluster.show('cronjobs shop metadata.name=night', objectOf(cronJobs, 'night', {}));
    await heard();
    const ownedBy = (kind: string, name: string) => ({
      ownerReferences: [{ apiVersion: 'batch/v1', kind, name, uid: `uid-${name}` }],
    });
    const job = objectOf(jobs, 'night-1', {});
    Object.assign(job.metadata, ownedBy('CronJob', 'night'));
    cluster.show(
      'pods shop',
      podOf('night-1-x', { main: 'running' }, ownedBy('Job', 'night-1')),
      podOf('other', { main: 'running' }, ownedBy('Job', 'other')),
    );
    await heard();
    cluster.show('jobs shop', job, objectOf(jobs, 'other', {}));
    expect(await heard()).toEqual(['[begun night-1-x/main]']);
  });

  test('of none that is there say so, and come when it does', async () => {
    const { cluster, heard } = follow([web]);
    await heard();
    cluster.show('deployments shop metadata.name=web');
    expect(await heard()).toEqual(['[unsure prod not found: deployments "web" not found]']);
    cluster.put(
      'deployments shop metadata.name=web',
      objectOf(deployments, 'web', { selector: { matchLabels: { app: 'web' } } }),
    );
    await heard();
    cluster.show('pods shop app=web', podOf('web-1', { main: 'waiting', side: 'waiting' }));
    expect(await heard()).toEqual(['[empty, 2 waiting]']);
    cluster.put('pods shop app=web', running('web-1'));
    expect(await heard()).toEqual(['[begun web-1/main]']);
  });

  test('of a kind that the server has not say so', async () => {
    const { heard } = follow([objectSource(kindOf('example.org/v1', 'Nothing'), 'web')]);
    expect(await heard()).toEqual(['[unsure prod the server has no kind Nothing of example.org/v1]']);
  });
});

describe('the logs of a Pod', () => {
  const watch = 'pods shop metadata.name=web-1';

  test('are those of all its containers, each once it has begun', async () => {
    const { cluster, heard } = follow([pod]);
    await heard();
    cluster.show(watch, podOf('web-1', { setup: 'running init', main: 'waiting', side: 'waiting' }));
    expect(await heard()).toEqual(['[begun web-1/setup]']);
    cluster.give('web-1/setup', line(1, 'ready'));
    cluster.give('web-1/setup', 'end');
    cluster.put(
      watch,
      podOf('web-1', { setup: 'ended init', main: 'running', side: 'waiting', debug: 'running ephemeral' }),
    );
    expect(await heard(3_000)).toEqual([
      'web-1/setup: ready',
      '[ended web-1/setup]',
      '[begun web-1/main]',
      '[begun web-1/debug]',
    ]);
    expect(cluster.asked.map(({ of }) => of)).toEqual(['web-1/setup', 'web-1/main', 'web-1/debug']);
  });

  test('of one container are its own alone', async () => {
    const { cluster, heard } = follow([{ ...pod, container: 'side' }]);
    await heard();
    cluster.show(watch, podOf('web-1', { main: 'running', side: 'running' }));
    expect(await heard()).toEqual(['[begun web-1/side]']);
  });

  test.each<[string, KubeObject | Error]>([
    ['may be read and not watched', podOf('web-1', { main: 'running', side: 'running' })],
    ['may not even be read', refusal(403, 'pods "web-1" is forbidden')],
  ])('are read of one that %s', async (_name, answer) => {
    const { cluster, heard } = follow([{ ...pod, container: 'side' }]);
    await heard();
    cluster.objects.set('web-1', answer);
    cluster.fresh(watch, { state: 'forbidden', why: { fault: 'pods is forbidden' } });
    cluster.give('web-1/side', line(1, 'hello'));
    expect(await heard()).toEqual(['[begun web-1/side]', 'web-1/side: hello']);
  });

  test('go on with another Pod of its name, whose lines are another log', async () => {
    const { cluster, heard } = follow([pod]);
    await heard();
    cluster.show(watch, running('web-1'));
    cluster.give('web-1/main', line(1, 'old'));
    await heard();
    cluster.give('web-1/main', 'end');
    cluster.remove(watch, running('web-1'));
    expect(await heard(3_000)).toEqual(['[ended web-1/main]', '[gone web-1]']);
    cluster.put(watch, podOf('web-1', { main: 'running' }, { uid: 'another' }));
    cluster.give('web-1/main', line(9, 'new'));
    expect(await heard()).toEqual(['[begun web-1/main]', 'web-1/main: new']);
  });

  test('of a container that has ended are read once, and again when it runs again', async () => {
    const { cluster, heard } = follow([pod]);
    await heard();
    cluster.show(watch, podOf('web-1', { main: 'ended', side: 'running' }));
    cluster.give('web-1/main', line(1, 'done'));
    cluster.give('web-1/main', 'end');
    expect(await heard(3_000)).toEqual([
      '[begun web-1/side]',
      '[begun web-1/main]',
      'web-1/main: done',
      '[ended web-1/main]',
    ]);
    const again = running('web-1');
    Object.assign((again.status as { containerStatuses: object[] }).containerStatuses[0]!, {
      containerID: 'second',
    });
    cluster.put(watch, podOf('web-1', { main: 'ended', side: 'ended' }));
    await heard();
    cluster.put(watch, again);
    expect(await heard()).toContain('[begun web-1/main]');
  });
});

describe('several sources', () => {
  test('of several namespaces and clusters: what is forbidden in one ends no other', async () => {
    const sources: LogSource[] = [
      { ...bySelector, namespace: 'secret' },
      bySelector,
      { ...bySelector, cluster: 'lost' },
      { ...bySelector, namespace: undefined, labelSelector: 'app=other' },
    ];
    const { cluster, heard } = follow(sources, {}, ['lost']);
    expect(await heard()).toEqual(['[unsure lost no such context]']);
    cluster.fresh('pods secret app=web', { state: 'forbidden', why: { fault: 'pods is forbidden' } });
    cluster.show('pods shop app=web', running('web-1'));
    cluster.show('pods * app=other', podOf('other', { main: 'running' }, { namespace: 'elsewhere' }));
    expect(await heard()).toEqual([
      '[unsure prod pods is forbidden]',
      '[begun web-1/main]',
      '[begun other/main]',
    ]);
  });

  test('that have the same container give its lines once', async () => {
    const { cluster, heard } = follow([bySelector, pod]);
    await heard();
    cluster.show('pods shop app=web', running('web-1'));
    cluster.show('pods shop metadata.name=web-1', running('web-1'));
    cluster.give('web-1/main', line(1, 'once'));
    expect(await heard()).toEqual(['[begun web-1/main]', 'web-1/main: once']);
  });

  test('of a cluster that nobody answers for is asked again', async () => {
    const { cluster, heard } = follow([bySelector]);
    const { discover } = cluster.own;
    let isUp = false;
    cluster.own.discover = async () => {
      if (!isUp) throw unreachable('nothing listens');
      return await discover();
    };
    expect(await heard(20_000)).toEqual(['[unsure prod nothing listens]']);
    isUp = true;
    await heard(5_000);
    cluster.show('pods shop app=web', running('web-1'));
    expect(await heard()).toEqual(['[begun web-1/main]']);
  });

  test('a container whose log may not be read is said, and ends no other', async () => {
    const { cluster, heard } = follow([bySelector]);
    await heard();
    cluster.show('pods shop app=web', running('web-1'), running('web-2'));
    cluster.give('web-1/main', refusal(403, 'pods/log is forbidden'));
    cluster.give('web-2/main', line(1, 'open'));
    expect(await heard(30_000)).toEqual([
      '[begun web-1/main]',
      '[begun web-2/main]',
      '[refused web-1/main: pods/log is forbidden]',
      'web-2/main: open',
    ]);
  });

  test('a log that breaks is asked for again, and what may be missing is said at its place', async () => {
    const { cluster, heard } = follow([bySelector]);
    await heard();
    cluster.show('pods shop app=web', running('web-1'));
    cluster.give('web-1/main', line(1, 'one'));
    await heard();
    cluster.give('web-1/main', unreachable('the line broke'));
    cluster.give('web-1/main', line(9, 'nine'));
    expect(await heard(5_000)).toEqual([
      '[broken web-1/main: the line broke]',
      '[gap web-1/main]',
      'web-1/main: nine',
    ]);
  });

  test('cut at any byte, nothing is lost and nothing doubled', async () => {
    const logs = {
      'web-1': line(1, 'é one') + line(20, 'twenty') + line(19, '') + line(19, 'before') + line(30, '☸😀'),
      'web-2': line(1, 'same') + line(1, 'same') + line(1, 'same') + line(29, 'x'.repeat(40)),
    };
    const longest = Math.max(...Object.values(logs).map((log) => Buffer.byteLength(log)));
    for (let cut = 0; cut <= longest; cut++) {
      const { cluster, heard } = follow([bySelector]);
      const attempts = new Map<string, number>();
      cluster.own.logs = async function* ({ name }, { sinceTime, signal } = {}) {
        const since = Date.parse(sinceTime ?? '0001-01-01T00:00:00Z');
        const served = logs[name as keyof typeof logs]
          .split(/(?<=\n)/)
          .filter((text) => Date.parse(text.split(' ')[0]!) >= since);
        const bytes = Buffer.from(served.join(''));
        const attempt = (attempts.get(name) ?? 0) + 1;
        attempts.set(name, attempt);
        if (attempt === 1) {
          yield bytes.subarray(0, cut);
          throw unreachable('the line broke');
        }
        yield bytes;
        await new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason)));
      };
      await heard();
      cluster.show('pods shop app=web', running('web-1'), running('web-2'));
      const words = await heard(10_000);
      for (const [name, log] of Object.entries(logs)) {
        const own = words.filter((word) => word.replace('late ', '').startsWith(`${name}/main: `));
        const texts = own.map((word) => word.replace('late ', '').slice(`${name}/main: `.length));
        const expected = log
          .trimEnd()
          .split('\n')
          .map((text) => text.slice(text.indexOf(' ') + 1));
        expect(texts, `${name} cut at ${cut}`).toEqual(expected);
      }
      expect(words.filter((word) => word.startsWith('[gap'))).toEqual([]);
    }
  });

  test('names are included and excluded by patterns', async () => {
    const { cluster, heard } = follow([bySelector], {
      pods: filterOf(['^web-', '^api-\\d+$'], ['canary']),
      containers: filterOf([], ['^istio-']),
    });
    await heard();
    const both = { main: 'running', 'istio-proxy': 'running' };
    const names = ['web-1', 'web-canary-1', 'api-7', 'api-x', 'db'];
    cluster.show('pods shop app=web', ...names.map((name) => podOf(name, both)));
    expect(await heard()).toEqual(['[begun api-7/main]', '[begun web-1/main]']);
  });
});

describe('more containers than may be followed', () => {
  test('are said, those that run first, and join when others end', async () => {
    const { cluster, heard } = follow([bySelector], { mostStreams: 2 });
    await heard();
    const all = ['a', 'b', 'c', 'd'].map((name) => podOf(name, { main: name === 'a' ? 'ended' : 'running' }));
    cluster.show('pods shop app=web', ...all);
    expect(await heard()).toEqual(['[begun b/main]', '[begun c/main]', '[left out 2 of prod beyond 2: a,d]']);
    cluster.give('b/main', 'end');
    cluster.put('pods shop app=web', podOf('b', { main: 'ended' }));
    expect(await heard(5_000)).toEqual([
      '[ended b/main]',
      '[begun d/main]',
      '[left out 1 of prod beyond 2: a]',
    ]);
    cluster.give('c/main', 'end');
    cluster.remove('pods shop app=web', running('c'));
    expect(await heard(5_000)).toEqual([
      '[ended c/main]',
      '[gone c]',
      '[begun a/main]',
      '[left out 0 of prod beyond 2: ]',
    ]);
  });

  test('of each cluster are counted by themselves', async () => {
    const { cluster, heard } = follow(
      [bySelector, { ...bySelector, cluster: 'stage', labelSelector: 'app=db' }],
      { mostStreams: 1 },
    );
    await heard();
    cluster.show('pods shop app=web', running('web-1'));
    cluster.show('pods shop app=db', running('db-1'));
    expect(await heard()).toEqual(['[begun web-1/main]', '[begun db-1/main]']);
  });
});

test('a clock that is set back holds up neither Pods nor lines', async () => {
  const { cluster, clock, heard } = follow([bySelector]);
  await heard();
  cluster.show('pods shop app=web', running('web-1'));
  await heard();
  clock.sleep(-3_600_000);
  cluster.put('pods shop app=web', running('web-2'));
  cluster.give('web-1/main', line(1, 'one'));
  expect(await heard()).toEqual(expect.arrayContaining(['web-1/main: one', '[begun web-2/main]']));
});

test('an abort ends everything, whatever it waits for', async () => {
  const { cluster, clock, heard, stop, ended } = follow([bySelector, web, pod]);
  await heard();
  cluster.show('pods shop app=web', running('web-1'), running('web-2'));
  cluster.give('web-1/main', unreachable('the line broke'));
  cluster.give('web-2/main', line(1, 'x'));
  await heard(300);
  stop.abort(new Error('enough'));
  await expect(ended).rejects.toThrow('enough');
  await settled();
  expect({ timers: clock.waiting, watches: [...cluster.watches.keys()], open: [...cluster.open] }).toEqual({
    timers: [],
    watches: [],
    open: [],
  });
});

test('leaving the loop does, too', async () => {
  const clock = fakeClock();
  const cluster = fakeLogCluster(clock);
  const rows = followLogs([bySelector], { open: async () => cluster.own }, clock);
  const first = rows.next();
  await clock.pass(10);
  cluster.show('pods shop app=web', running('web-1'));
  await clock.pass(200);
  expect((await first).value).toEqual([{ is: 'begun', origin: expect.objectContaining({ pod: 'web-1' }) }]);
  await rows.return(undefined as never);
  await settled();
  expect([clock.waiting, [...cluster.watches], [...cluster.open]]).toEqual([[], [], []]);
});
