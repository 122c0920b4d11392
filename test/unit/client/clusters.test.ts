import { readFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import type { Memento } from 'vscode';
import { ClusterError } from '../../../client/src/cluster/errors.ts';
import type { Resource } from '../../../client/src/cluster/kube-object.ts';
import { containersOf } from '../../../client/src/cluster/objects/containers.ts';
import { healthOf } from '../../../client/src/cluster/objects/health.ts';
import type { Reach } from '../../../client/src/cluster/watch/reach.ts';
import { kindLabel } from '../../../client/src/connections/kind-label.ts';
import { age } from '../../../client/src/explorer/age.ts';
import { categorize } from '../../../client/src/explorer/categories.ts';
import { cellsOf, describeRow } from '../../../client/src/explorer/cells.ts';
import { freshnessProblem, freshnessWords } from '../../../client/src/explorer/freshness.ts';
import { problemOf, problemWords, reachWords } from '../../../client/src/explorer/reach-words.ts';
import { kubernetesVersions } from '../../../server/src/catalog/catalog.ts';
import { failedRequest, resource } from './fake-cluster.ts';

vi.mock('vscode', () => ({
  EventEmitter: class {
    readonly event = () => ({ dispose: () => undefined });
    fire() {}
    dispose() {}
  },
}));

const { PinnedKinds } = await import('../../../client/src/explorer/pinned-kinds.ts');

const now = Date.parse('2026-03-01T12:00:00Z');
const columns = (...names: string[]) =>
  names.map((name, index) => ({ name, type: 'string', format: index === 0 ? 'name' : '', priority: 0 }));
const row = (...cells: unknown[]) => ({
  uid: 'u',
  name: String(cells[0]),
  namespace: 'shop',
  cells,
  metadata: { creationTimestamp: '2026-03-01T11:57:00Z' },
});

describe('age', () => {
  it.each([
    ['2026-03-01T12:00:05Z', '0s'],
    ['2026-03-01T11:58:01Z', '119s'],
    ['2026-03-01T11:57:00Z', '3m'],
    ['2026-03-01T11:56:40Z', '3m20s'],
    ['2026-03-01T11:15:00Z', '45m'],
    ['2026-03-01T08:30:00Z', '3h30m'],
    ['2026-02-28T00:00:00Z', '36h'],
    ['2026-02-26T08:00:00Z', '3d4h'],
    ['2026-01-01T12:00:00Z', '59d'],
    ['2024-01-01T12:00:00Z', '2y60d'],
    ['soon', undefined],
  ])('since %s is %s', (timestamp, text) => {
    expect(age(timestamp, now)).toBe(text);
  });
});

describe('the line of an object', () => {
  const pod = columns('Name', 'Ready', 'Status', 'Restarts', 'Age');

  it("has the server's cells, the state first, with an age counted now", () => {
    expect(describeRow(pod, row('web', '2/2', 'Running', '2 (5m ago)', '1s'), now, 'one')).toBe(
      'Running · 2/2 · 2 restarts (5m ago) · 3m',
    );
    expect(describeRow(pod, row('web', '2/2', 'Running', '0', '1s'), now, 'several')).toBe(
      'Running · 2/2 · shop · 3m',
    );
    expect(describeRow(pod, row('web', '', '<none>', null, '1s'), now, 'several')).toBe('shop · 3m');
  });

  it.each<[names: string[], cells: unknown[], line: string]>([
    [['Ready', 'Up-to-date', 'Available'], ['2/2', 2, 2], '2/2'],
    [['Ready', 'Up-to-date', 'Available'], ['2/2', 1, 2], '2/2 · 1 up-to-date'],
    [['Ready', 'Up-to-date', 'Available'], ['0/2', 2, 0], '0/2'],
    [['Ready', 'Up-to-date', 'Available'], ['2/3', 3, 1], '2/3 · 1 available'],
    [['Desired', 'Current', 'Ready'], [3, 3, 2], '2/3'],
    [['Desired', 'Current', 'Ready'], [3, 1, 0], '0/3 · 1 current'],
    [['Desired', 'Current', 'Ready', 'Up-to-date', 'Available'], [3, 3, 3, 3, 3], '3/3'],
    [['Desired', 'Current', 'Ready'], [0, 0, 0], '0/0'],
    [['Ready', 'Restarts'], ['2/2', 2], '2/2 · 2 restarts'],
    [['Ready', 'Restarts'], ['2/2', '1 (5m ago)'], '2/2 · 1 restart (5m ago)'],
    [['MinPods', 'MaxPods'], [2, 2], '2 min pods · 2 max pods'],
    [['Data'], [2], '2 keys'],
    [['Data'], ['1'], '1 key'],
    [['Webhooks'], [1], '1 webhook'],
    [['Policies'], [1], '1 policy'],
    [['Revision'], ['3'], 'revision 3'],
    [['Value', 'Global-Default'], [1000, 'false'], 'value 1000'],
    [['Port(s)'], ['80/TCP'], '80/TCP'],
    [['Ports'], ['80'], 'port 80'],
    [['Ports'], ['80, 443'], 'ports 80, 443'],
    [['Ports'], ['8080,9090'], 'ports 8080, 9090'],
    [['Suspend', 'Active'], ['False', 0], ''],
    [['Suspend', 'Active'], ['True', 2], 'suspended · 2 active'],
    [['Available'], ['False (MissingEndpoints)'], 'not available (MissingEndpoints)'],
    [['Available'], ['True'], 'available'],
    [['Ready', 'Reason'], ['False', 'Issuing'], 'not ready · Issuing'],
    [['Min Available', 'Max Unavailable', 'Allowed Disruptions'], ['N/A', '0', 0], '0 allowed disruptions'],
    [
      ['Min Available', 'Max Unavailable', 'Allowed Disruptions'],
      ['1', 'N/A', 7],
      '7 allowed disruptions · min available 1',
    ],
    [['Timezone', 'TokenRequests'], ['<none>', '<unset>'], ''],
    [['Targets'], ['<unknown>'], 'targets unknown'],
    [['External-IP'], ['<pending>'], 'external-ip pending'],
    [['Capacity', 'Status', 'Claim'], ['1Gi', 'Bound', 'shop/data'], 'Bound · 1Gi · shop/data'],
    [
      ['Age', 'SignerName', 'Condition'],
      ['1s', 'example.com/own', 'Pending'],
      'Pending · example.com/own · 3m',
    ],
    [['constructor', '__proto__'], [3, 'x'], 'constructor 3 · x'],
  ])('names what no heading names, and leaves out what says nothing: %j %j', (names, cells, line) => {
    expect(describeRow(columns('Name', ...names), row('web', ...cells), now, 'one')).toBe(line);
  });

  it.each([
    ['Restarts', 'string', '5 (0s ago)', 90_000, '5 (90s ago)'],
    ['Restarts', 'string', '5 (3m20s ago)', 100_000, '5 (5m ago)'],
    ['Last Seen', 'string', '12s', 180_000, '3m12s'],
    ['Last Schedule', 'string', '<none>', 60_000, '<none>'],
    ['Renewal', 'date', '2d3h', 3_600_000, '2d4h'],
    ['Message', 'string', 'seen 3 times, 1h ago', 3_600_000, 'seen 3 times, 120m ago'],
    ['Duration', 'string', '12s', 60_000, '12s'],
  ])('%s, a %s, was printed as %s, and is so %d ms later: %s', (name, type, cell, elapsed, text) => {
    const column = { name, type, format: '', priority: 0 };
    const printed = { ...row('web', cell), printedAt: now - elapsed };
    const [first] = cellsOf([...columns('Name'), column], { ...printed, cells: ['web', cell] }, now, 'all');
    expect(first!.text).toBe(text);
  });

  it('keeps one line, however long and broken a cell is', () => {
    const [cell] = cellsOf(columns('Name', 'Message'), row('a', `x\n${'y'.repeat(500)}`), now, 'all');
    expect(cell!.text).toBe(`x ${'y'.repeat(198)}…`);
  });

  it.each([
    [[], 'being deleted · 3m'],
    [['a/b'], 'being deleted, held by a/b · 3m'],
    [['a/b', 'c/d'], 'being deleted, held by a/b, c/d · 3m'],
  ])('says first that it is being deleted, and what holds it: %j', (finalizers, line) => {
    const going = row('web', '3m');
    const metadata = { ...going.metadata, deletionTimestamp: '2026-03-01T12:00:00Z', finalizers };
    expect(describeRow(columns('Name', 'Age'), { ...going, metadata }, now, 'one')).toBe(line);
  });

  it('leaves columns of the wide output to the tooltip', () => {
    const wide = columns('Name', 'IP').map((column) => ({ ...column, priority: 1 }));
    expect(cellsOf(wide, row('a', '10.0.0.1'), now, 'narrow')).toEqual([]);
    expect(cellsOf(wide, row('a', '10.0.0.1'), now, 'all')).toEqual([{ column: 'IP', text: '10.0.0.1' }]);
  });
});

describe('how a cluster is reached, in words', () => {
  it.each<[Reach | undefined, string]>([
    [undefined, ''],
    [{ state: 'unknown' }, ''],
    [{ state: 'live' }, 'live'],
    [{ state: 'resyncing' }, 'resyncing'],
    [
      { state: 'lost', since: now - 8_000, why: { fault: 'no answer' } },
      'stale since 8s, unreachable: no answer',
    ],
    [{ state: 'lost', since: now - 200_000, why: { fault: 'x' } }, 'stale since 3m20s, unreachable: x'],
  ])('%j', (reach, words) => {
    expect(reachWords(reach, now)).toBe(words);
  });

  it('says why nothing was ever heard, and whether anybody answers', () => {
    const lost = new ClusterError('unreachable', failedRequest('nothing listens'));
    expect(problemWords(problemOf(lost))).toBe('unreachable: nothing listens');
    expect(problemWords(problemOf(new Error('no credentials')))).toBe('no credentials');
  });
});

describe('health', () => {
  it.each([
    [['Name', 'Ready', 'Status'], ['a', '1/1', 'Running'], 'good'],
    [['Name', 'Ready', 'Status'], ['a', '0/1', 'Running'], 'waiting'],
    [['Name', 'Ready', 'Status'], ['a', '0/1', 'Completed'], 'finished'],
    [['Name', 'Ready', 'Status'], ['a', '0/1', 'CrashLoopBackOff'], 'failed'],
    [['Name', 'Ready', 'Status'], ['a', '0/1', 'Init:ErrImagePull'], 'failed'],
    [['Name', 'Ready', 'Status'], ['a', '0/1', 'Init:0/1'], 'waiting'],
    [['Name', 'Ready', 'Available'], ['a', '2/2', 2], 'good'],
    [['Name', 'Desired', 'Ready'], ['a', 3, 2], 'waiting'],
    [['Name', 'Desired', 'Ready'], ['a', 3, 3], 'good'],
    [['Name', 'Status'], ['a', 'Ready,SchedulingDisabled'], 'waiting'],
    [['Name', 'Status', 'Roles'], ['a', 'NotReady,SchedulingDisabled', 'worker'], 'failed'],
    [['Name', 'Ready', 'Status'], ['a', '1/2', 'NotReady'], 'waiting'],
    [['Name', 'Status'], ['a', 'Unhealthy'], 'failed'],
    [['Name', 'Allowed Disruptions'], ['a', 0], 'unknown'],
    [['Name', 'Status'], ['a', 'Bound'], 'good'],
    [['Name', 'Sync Status'], ['a', 'OutOfSync'], 'waiting'],
    [['Name', 'Data'], ['a', 3], 'unknown'],
    [['Name', 'Ready'], ['a', 'False'], 'waiting'],
  ])('%j %j is %s', (names, cells, health) => {
    expect(healthOf(columns(...(names as string[])), row(...(cells as unknown[])))).toBe(health);
  });

  it('is waiting for what is being deleted', () => {
    const deleted = { ...row('a', 'Running'), metadata: { deletionTimestamp: '2026-03-01T11:59:00Z' } };
    expect(healthOf(columns('Name', 'Status'), deleted)).toBe('waiting');
  });
});

describe('categories', () => {
  it('come from groups and names; an unknown group stands under its name', () => {
    const resources = [
      resource({ kind: 'Secret', plural: 'secrets' }),
      resource({ kind: 'Pod', plural: 'pods' }),
      resource({ kind: 'CronJob', plural: 'cronjobs', group: 'batch' }),
      resource({ kind: 'Deployment', plural: 'deployments', group: 'apps' }),
      resource({ kind: 'Deployment', plural: 'deployments', group: 'apps', version: 'v1beta1' }),
      resource({ kind: 'Node', plural: 'nodes', scope: 'Cluster' }),
      resource({ kind: 'Event', plural: 'events' }),
      resource({ kind: 'Event', plural: 'events', group: 'events.k8s.io' }),
      resource({
        kind: 'TokenReview',
        plural: 'tokenreviews',
        group: 'authentication.k8s.io',
        verbs: ['create'],
      }),
      resource({ kind: 'Lease', plural: 'leases', group: 'coordination.k8s.io' }),
      resource({ kind: 'Backup', plural: 'backups', group: 'example.com' }),
      resource({ kind: 'Widget', plural: 'widgets', group: 'a.example' }),
    ];
    const shown = categorize(resources).map(({ name, resources: kinds, groups }) => ({
      [name]: [
        ...kinds.map(({ kind, apiVersion }) => `${apiVersion} ${kind}`),
        ...groups.map(({ group, resources: inGroup }) => `${group}: ${inGroup.map(({ kind }) => kind)}`),
      ],
    }));
    expect(shown).toEqual([
      { Workloads: ['v1 Pod', 'apps/v1 Deployment', 'batch/v1 CronJob'] },
      { Config: ['v1 Secret'] },
      { Cluster: ['v1 Node', 'v1 Event', 'coordination.k8s.io/v1 Lease'] },
      { 'Custom Resources': ['a.example: Widget', 'example.com: Backup'] },
    ]);
  });

  it.each(kubernetesVersions)(
    'have every kind of Kubernetes %s that can be listed, once',
    async (version) => {
      const file = new URL(`../../../server/facts/kubernetes-${version}.json`, import.meta.url);
      const { resources } = JSON.parse(await readFile(file, 'utf8')) as { resources: Resource[] };
      const names = (kinds: readonly Resource[]) => kinds.map(({ plural, group }) => `${plural}.${group}`);
      const headings = categorize(resources);
      const shown = names(
        headings.flatMap(({ resources: kinds, groups }) => [
          ...kinds,
          ...groups.flatMap(({ resources: inGroup }) => inGroup),
        ]),
      );
      const listable = new Set(names(resources.filter(({ verbs }) => verbs.includes('list'))));
      // The same objects as the core group's.
      listable.delete('events.events.k8s.io');
      expect(shown.toSorted()).toEqual([...listable].sort());
      expect(shown).toContain('componentstatuses.');
      expect(headings.map(({ name }) => name)).toEqual([
        'Workloads',
        'Network',
        'Config',
        'Storage',
        'Access',
        'Cluster',
        'Policy',
        'Scheduling & Devices',
      ]);
    },
  );
});

describe('pinned kinds', () => {
  const memento = () => {
    const state = new Map<string, unknown>();
    return {
      get: (key: string, otherwise: unknown) => state.get(key) ?? otherwise,
      update: async (key: string, value: unknown) => void state.set(key, value),
    } as unknown as Memento;
  };
  const pods = resource({ kind: 'Pod', plural: 'pods' });
  const deployments = resource({ kind: 'Deployment', plural: 'deployments', group: 'apps' });

  it('are none at first, then those that were pinned and are served, in that order', async () => {
    const state = memento();
    const pinned = new PinnedKinds(state);
    expect(pinned.among([pods, deployments])).toEqual([]);
    await pinned.pin(deployments);
    await pinned.pin(pods);
    await pinned.pin(resource({ kind: 'Backup', plural: 'backups', group: 'example.com' }));
    expect(new PinnedKinds(state).among([pods, deployments])).toEqual([deployments, pods]);
    await pinned.unpin(deployments);
    expect([pinned.has(deployments), pinned.has(pods)]).toEqual([false, true]);
    expect(pinned.among([pods, deployments])).toEqual([pods]);
  });
});

describe('the label of a kind', () => {
  it.each([
    ['Pod', 'pods', 'Pods'],
    ['ReplicaSet', 'replicasets', 'ReplicaSets'],
    ['Ingress', 'ingresses', 'Ingresses'],
    ['NetworkPolicy', 'networkpolicies', 'NetworkPolicies'],
    ['Endpoints', 'endpoints', 'Endpoints'],
    ['CSIDriver', 'csidrivers', 'CSIDrivers'],
    ['Person', 'people', 'People'],
    ['Mouse', 'mice', 'Mice'],
    ['Ox', 'wild', 'Wild'],
    ['Sheep', 'sheep', 'Sheep'],
  ])('%s, %s: %s', (kind, plural, label) => {
    expect(kindLabel({ kind, plural })).toBe(label);
  });
});

describe('containers', () => {
  it('are read from spec and status', () => {
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {},
      spec: {
        containers: [
          {
            name: 'web',
            image: 'nginx',
            ports: [
              { containerPort: 80, name: 'http' },
              { containerPort: 53, protocol: 'UDP' },
            ],
          },
          { name: 'side', image: 'busybox' },
        ],
        initContainers: [{ name: 'setup', image: 'busybox' }],
      },
      status: {
        containerStatuses: [
          {
            name: 'web',
            ready: true,
            restartCount: 2,
            state: { running: {} },
            lastState: {
              terminated: { reason: 'OOMKilled', exitCode: 137, finishedAt: '2026-01-01T00:00:00Z' },
            },
          },
          { name: 'side', state: { waiting: { reason: 'ImagePullBackOff' } } },
        ],
        initContainerStatuses: [{ name: 'setup', state: { terminated: { reason: 'Error', exitCode: 7 } } }],
      },
    };
    expect(containersOf(pod)).toEqual([
      {
        name: 'web',
        role: 'container',
        image: 'nginx',
        ports: [{ number: 80, name: 'http' }],
        state: 'running',
        health: 'good',
        restarts: 2,
        exit: { run: 'before', code: 137, reason: 'OOMKilled', finishedAt: '2026-01-01T00:00:00Z' },
      },
      {
        name: 'side',
        role: 'container',
        image: 'busybox',
        ports: [],
        state: 'waiting: ImagePullBackOff',
        health: 'failed',
        restarts: 0,
        exit: undefined,
      },
      {
        name: 'setup',
        role: 'init',
        image: 'busybox',
        ports: [],
        state: 'ended: Error (exit code 7)',
        health: 'failed',
        restarts: 0,
        exit: { run: 'this', code: 7, reason: 'Error', finishedAt: undefined },
      },
    ]);
  });

  it('are none where the object is of any other shape', () => {
    expect(containersOf({ apiVersion: 'v1', kind: 'X', metadata: {}, spec: 'text', status: null })).toEqual(
      [],
    );
  });
});

describe('freshness', () => {
  it.each([
    [{ state: 'live' }, '', undefined],
    [{ state: 'empty' }, '', undefined],
    [{ state: 'listing', count: 0, of: undefined }, 'loading', undefined],
    [{ state: 'listing', count: 500, of: 1_200 }, 'loading, 500 of about 1200', undefined],
    [{ state: 'resyncing', why: { fault: 'cut' } }, 'reading again', undefined],
    [{ state: 'paused', since: 5, why: { fault: 'nobody looks' } }, 'paused', { fault: 'nobody looks' }],
    [{ state: 'stale', since: 5, why: { fault: 'reset' } }, 'stale since 5', { fault: 'reset' }],
    [{ state: 'forbidden', why: { fault: 'no' } }, 'you may not list', { fault: 'no' }],
    [
      { state: 'polled', every: 30_000, because: 'forbidden', why: { fault: 'no' } },
      'polled every 30 s: you may not watch',
      undefined,
    ],
    [{ state: 'gone', why: { fault: '404' } }, 'no longer served', { fault: '404' }],
  ] as const)('%j', (freshness, words, problem) => {
    expect(freshnessWords(freshness, String)).toBe(words);
    expect(freshnessProblem(freshness)).toEqual(problem);
  });
});
