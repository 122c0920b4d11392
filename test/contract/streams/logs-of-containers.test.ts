import { rename, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Cluster } from '../../../client/src/cluster/cluster.ts';
import type { KubeObject, ObjectReference } from '../../../client/src/cluster/kube-object.ts';
import { type FollowLogsOptions, followLogs } from '../../../client/src/cluster/streams/logs/follow-logs.ts';
import type { LogRow } from '../../../client/src/cluster/streams/logs/log-row.ts';
import type { LogSource } from '../../../client/src/cluster/streams/logs/log-source.ts';
import { openFaultyLine } from '../../support/faulty-line.ts';
import { until } from '../../support/processes.ts';
import { chosenServer } from '../api/chosen-server.ts';
import { openStreamScene, type StreamScene } from './stream-scene.ts';

// Logs of many containers, on the same servers as the suite.

const chosen = await chosenServer(process.env);

/** What takes files that say what containers write. */
const onReal: (name: string, run: () => Promise<void>, timeout?: number) => void =
  chosen.kind === 'real control plane' ? test : () => {};

describe.skipIf(chosen.kind === 'any cluster')(`logs of containers, on ${chosen.name}`, () => {
  let scene: StreamScene;

  beforeAll(async () => {
    scene = await openStreamScene(chosen);
  }, 120_000);
  afterAll(() => scene?.stop(), 60_000);

  const labelled = (app: string): LogSource => ({
    of: 'selector',
    cluster: 'tested',
    namespace: scene.namespace,
    labelSelector: `app=${app}`,
  });
  const made = new Map<string, ObjectReference>();
  const podOf = (name: string) => made.get(name)!;
  const runLabelled = async (name: string, app: string, containers = ['main']) => {
    const pod = await scene.run(name, { labels: { app }, containers });
    made.set(name, pod);
    return pod;
  };
  const create = async (
    apiVersion: string,
    kind: string,
    object: Pick<KubeObject, 'metadata'> & Record<string, unknown>,
  ) => {
    const { find } = await scene.admin.discover();
    return await scene.admin.create(find(apiVersion, kind)!, scene.namespace, {
      ...object,
      apiVersion,
      kind,
    });
  };
  const follow = (
    sources: readonly LogSource[],
    options: Partial<FollowLogsOptions> = {},
    cluster = scene.admin,
  ) => startFollowing(cluster, sources, options);

  test('all containers of a Pod, and another Pod that joins, until they are gone', async () => {
    const first = await runLabelled('first', 'joined', ['main', 'side']);
    const followed = follow([labelled('joined')]);
    await followed.until('both begin', () => followed.begun().length === 2);
    expect(followed.begun().sort()).toEqual(['first/main', 'first/side']);
    const second = await runLabelled('second', 'joined');
    await followed.until('the other joins', () => followed.begun().includes('second/main'));
    if (chosen.kind === 'sandbox') {
      await followed.until('each writes', () =>
        ['first/main', 'first/side', 'second/main'].every((one) => followed.lines(one).length > 1),
      );
    }
    for (const pod of [first, second]) await scene.admin.delete(pod, { gracePeriodSeconds: 0 });
    await followed.until('both are gone', () => followed.gone().length === 2);
    followed.expectOnce();
    await followed.stop();
  }, 60_000);

  test('the Pods of a Deployment, a Service and a CronJob', async () => {
    const template = (app: string, restartPolicy = 'Always') => ({
      metadata: { labels: { app } },
      spec: { restartPolicy, containers: [{ name: 'main', image: 'registry.k8s.io/pause:3.10' }] },
    });
    const selector = { matchLabels: { app: 'owned' } };
    const jobTemplate = { spec: { template: template('night', 'Never') } };
    const objects: [string, string, string, object][] = [
      ['apps/v1', 'Deployment', 'owner', { replicas: 2, selector, template: template('owned') }],
      ['v1', 'Service', 'front', { selector: { app: 'owned' }, ports: [{ port: 80 }] }],
      ['batch/v1', 'CronJob', 'nightly', { schedule: '0 0 1 1 *', jobTemplate }],
    ];
    for (const [apiVersion, kind, name, spec] of objects) {
      const { metadata } = await create(apiVersion, kind, { metadata: { name }, spec });
      if (kind !== 'CronJob') continue;
      const ownerReferences = [{ apiVersion, kind, name, uid: metadata.uid! }];
      await create(apiVersion, 'Job', { metadata: { name: 'nightly-1', ownerReferences }, ...jobTemplate });
    }
    for (const [apiVersion, kind, name] of objects) {
      const followed = follow([
        { of: 'object', cluster: 'tested', apiVersion, kind, namespace: scene.namespace, name },
      ]);
      const [count, start] = kind === 'CronJob' ? [1, 'nightly-1-'] : [2, 'owner-'];
      await followed.until(`the Pods of the ${kind}`, () => followed.begun().length === count);
      expect(
        followed.begun().every((one) => one.startsWith(start)),
        followed.begun().join(),
      ).toBe(true);
      await followed.stop();
    }
  }, 60_000);

  test('of a user who may read one of two namespaces, what is forbidden is said and ends nothing', async () => {
    await runLabelled('readable', 'rights');
    await scene.grant('reader', ['get'], 'log');
    const group = 'rbac.authorization.k8s.io';
    const metadata = { name: 'reader-of-pods' };
    await create(`${group}/v1`, 'Role', {
      metadata,
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch'] }],
    });
    await create(`${group}/v1`, 'RoleBinding', {
      metadata,
      roleRef: { apiGroup: group, kind: 'Role', name: 'reader-of-pods' },
      subjects: [{ apiGroup: group, kind: 'User', name: 'reader' }],
    });
    const reader = await scene.open({ user: 'reader' });
    const forbidden = { ...labelled('rights'), namespace: 'kube-system' };
    const followed = follow([forbidden, labelled('rights')], {}, reader);
    await followed.until(
      'one is refused, one is read',
      () => followed.begun().length === 1 && followed.rows.some(({ is }) => is === 'unsure'),
    );
    expect(followed.rows.find(({ is }) => is === 'unsure')).toMatchObject({
      source: forbidden,
      why: { fault: expect.stringContaining('cannot list resource "pods"') },
    });
    await followed.stop();
  });

  test('more than may be followed are said', async () => {
    await runLabelled('many', 'crowd', ['a', 'b', 'c', 'd', 'e']);
    const followed = follow([labelled('crowd')], { mostStreams: 3 });
    await followed.until('the rest is said', () =>
      followed.rows.some((row) => row.is === 'left out' && row.count === 2),
    );
    expect(followed.begun()).toEqual(['many/a', 'many/b', 'many/c']);
    await followed.stop();
  });

  test('a line to the server that breaks again and again loses nothing and doubles nothing', async () => {
    const isReal = chosen.kind === 'real control plane';
    const names = ['broken-1', 'broken-2'];
    let written = 0;
    const textOf = (name: string, turn: number) => `line ${turn} of ${name}`;
    const write = async () => {
      for (const name of names) await scene.log(podOf(name), 'main', at(written, textOf(name, written)));
      written++;
    };
    for (const name of names) await runLabelled(name, 'broken');
    // A log that is asked for before anything is written begins with a line of now, later than all of these.
    if (isReal) await write();
    const line = await openFaultyLine({ port: Number(new URL(scene.admin.context.server!).port) });
    const cluster = await scene.open({ port: line.port });
    const followed = follow([labelled('broken')], {}, cluster);
    try {
      await followed.until('both begin', () => followed.begun().length === 2);
      for (let cut = 0; cut < 4; cut++) {
        const before = followed.count();
        if (isReal) await write();
        await followed.until('more lines', () => followed.count() >= before + 2, 30_000);
        if (cut % 2 === 0) line.reset();
        else line.truncate(cut);
      }
      if (isReal) {
        const all = () => names.map((name) => followed.lines(`${name}/main`));
        await followed.until('all lines', () => all().flat().length >= names.length * written, 30_000);
        expect(all()).toEqual(
          names.map((name) => Array.from({ length: written }, (_, turn) => textOf(name, turn))),
        );
      }
      followed.expectOnce();
      expect(followed.rows.filter(({ is }) => is === 'gap')).toEqual([]);
    } finally {
      await followed.stop();
      await line.close();
    }
  }, 180_000);

  onReal(
    'times that are equal or in no order: what was written before is in order, each of its Pod as it was written',
    async () => {
      const names = ['times-1', 'times-2'];
      for (const name of names) await runLabelled(name, 'times');
      await scene.log(
        podOf('times-1'),
        'main',
        at(1, 'a1') + at(20, 'a20', 'stderr') + at(10, 'a10') + at(30, 'a30') + at(40, 'a40'),
      );
      await scene.log(
        podOf('times-2'),
        'main',
        at(5, 'b5') + at(20, 'b20') + at(25, 'b25') + at(40, 'b40') + at(41, 'b41'),
      );
      const followed = follow([labelled('times')]);
      await followed.until('all', () => followed.texts().length === 10);
      expect(followed.texts()).toEqual(['a1', 'b5', 'a20', 'a10', 'b20', 'b25', 'a30', 'a40', 'b40', 'b41']);
      expect(followed.rows.some((row) => row.is === 'lines' && row.place === 'late')).toBe(false);
      await followed.stop();
      const tailed = follow([labelled('times')], { tailLines: 2 });
      await tailed.until('the last of each', () => tailed.texts().length === 4);
      expect(tailed.texts()).toEqual(['a30', 'a40', 'b40', 'b41']);
      await tailed.stop();
    },
  );

  onReal(
    'a log that is rotated goes on, and parts of a line are one',
    async () => {
      const pod = await runLabelled('rotated', 'rotated');
      const file = await scene.file(pod, 'main.log');
      await scene.log(pod, 'main', at(1, 'before'));
      const followed = follow([labelled('rotated')]);
      await followed.until('the first line', () => followed.texts().length === 1);
      for (let turn = 0; turn < 3; turn++) {
        await rename(file, `${file}.${turn}`);
        await scene.log(pod, 'main', at(2 + turn, `after ${turn}`));
        await followed.until('the line behind it', () => followed.texts().includes(`after ${turn}`), 30_000);
      }
      const part = 'x'.repeat(16 * 1024);
      const partOf = (text: string, tag: string) =>
        `${new Date(Date.UTC(2026, 0, 1) + 9_000).toISOString()} stdout ${tag} ${text}\n`;
      await scene.log(pod, 'main', partOf(part, 'P').repeat(3) + partOf('end', 'F') + at(10, 'next'));
      await followed.until('the next line', () => followed.texts().includes('next'));
      expect(followed.texts().slice(0, 4)).toEqual(['before', 'after 0', 'after 1', 'after 2']);
      expect(followed.texts().slice(4, -1).join('')).toBe(`${part.repeat(3)}end`);
      await followed.stop();
    },
    90_000,
  );

  onReal(
    'a kill and restart of the API server loses nothing of any',
    async () => {
      const names = ['killed-1', 'killed-2', 'killed-3'];
      for (const name of names) await runLabelled(name, 'killed');
      const write = async (from: number) => {
        for (const name of names) {
          for (let line = from; line < from + 20; line++)
            await scene.log(podOf(name), 'main', at(line / 10, `${name} ${line}`));
        }
      };
      await write(0);
      const followed = follow([labelled('killed')]);
      await followed.until('the first lines', () => followed.texts().length === 60);
      const restarted = scene.started.faults!.restartServer(1_000);
      await write(20);
      await restarted;
      await write(40);
      await followed.until('all lines', () => followed.texts().length >= 180, 30_000);
      for (const name of names) {
        expect(followed.lines(`${name}/main`)).toEqual(
          Array.from({ length: 60 }, (_, line) => `${name} ${line}`),
        );
      }
      await followed.stop();
    },
    90_000,
  );

  onReal('a container that waits is not asked for its log before it runs', async () => {
    const pod = await runLabelled('patient', 'patient');
    await writeFile(await scene.file(pod, 'main.waiting'), 'ContainerCreating');
    const followed = follow([labelled('patient')]);
    await followed.until('it is said', () => followed.rows.some(({ is }) => is === 'broken'));
    expect(followed.rows.filter(({ is }) => is === 'broken')).toHaveLength(1);
    await followed.stop();
  });
});

/** A line as container runtimes write it, of so many seconds. */
function at(second: number, text: string, stream = 'stdout'): string {
  return `${new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString()} ${stream} F ${text}\n`;
}

function startFollowing(
  cluster: Cluster,
  sources: readonly LogSource[],
  options: Partial<FollowLogsOptions>,
) {
  const rows: LogRow[] = [];
  const stop = new AbortController();
  const ended = (async () => {
    const open = async () => cluster;
    for await (const batch of followLogs(sources, { open, signal: stop.signal, ...options }))
      rows.push(...batch);
  })();
  ended.catch(() => {});
  const lines = (of?: string) =>
    rows.flatMap((row) => {
      if (row.is !== 'lines' || (of !== undefined && nameOf(row) !== of)) return [];
      return row.lines.map(({ text }) => text);
    });
  return {
    rows,
    lines,
    texts: () => lines(),
    count: () => lines().length,
    begun: () => rows.flatMap((row) => (row.is === 'begun' ? [nameOf(row)] : [])),
    gone: () => rows.flatMap((row) => (row.is === 'gone' ? [row.origin.pod] : [])),
    /** No line has come twice. */
    expectOnce() {
      const all = rows.flatMap((row) =>
        row.is === 'lines'
          ? row.lines.map(({ timestamp, text }) => `${nameOf(row)} ${timestamp} ${text}`)
          : [],
      );
      expect(all.length).toBe(new Set(all).size);
    },
    async until(what: string, probe: () => boolean, limit?: number) {
      await until(what, probe, limit).catch((error: Error) => {
        throw new Error(`${error.message}; the last rows: ${JSON.stringify(rows.slice(-5))}`);
      });
    },
    async stop() {
      const begun = performance.now();
      stop.abort(new Error('read enough'));
      await expect(ended).rejects.toThrow('read enough');
      expect(performance.now() - begun).toBeLessThan(1_000);
    },
  };
}

function nameOf({ origin }: Extract<LogRow, { is: 'lines' | 'begun' }>): string {
  return `${origin.pod}/${origin.container}`;
}
