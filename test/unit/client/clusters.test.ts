import { describe, expect, it } from 'vitest';
import { containersOf } from '../../../client/src/cluster/objects/containers.ts';
import { healthOf } from '../../../client/src/cluster/objects/health.ts';
import { kindLabel } from '../../../client/src/connections/kind-label.ts';
import { age } from '../../../client/src/explorer/age.ts';
import { categorize } from '../../../client/src/explorer/categories.ts';
import { cellsOf, describeRow } from '../../../client/src/explorer/cells.ts';
import { freshnessProblem, freshnessWords } from '../../../client/src/explorer/freshness.ts';
import { resource } from './fake-cluster.ts';

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
      { Configuration: ['v1 Secret'] },
      { Cluster: ['v1 Node', 'v1 Event', 'coordination.k8s.io/v1 Lease'] },
      { 'Custom Resources': ['a.example: Widget', 'example.com: Backup'] },
    ]);
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
          { name: 'web', ready: true, restartCount: 2, state: { running: {} } },
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
      },
      {
        name: 'side',
        role: 'container',
        image: 'busybox',
        ports: [],
        state: 'waiting: ImagePullBackOff',
        health: 'failed',
        restarts: 0,
      },
      {
        name: 'setup',
        role: 'init',
        image: 'busybox',
        ports: [],
        state: 'ended: Error (exit code 7)',
        health: 'failed',
        restarts: 0,
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
    [{ state: 'forbidden', why: { fault: 'no' } }, 'forbidden', { fault: 'no' }],
    [{ state: 'gone', why: { fault: '404' } }, 'no longer served', { fault: '404' }],
  ] as const)('%j', (freshness, words, problem) => {
    expect(freshnessWords(freshness, String)).toBe(words);
    expect(freshnessProblem(freshness)).toEqual(problem);
  });
});
