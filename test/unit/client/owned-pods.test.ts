import { describe, expect, it } from 'vitest';
import type { Cluster, Discovery, Freshness, ResourceStore } from '../../../client/src/cluster/cluster.ts';
import type { ObjectMeta, Resource, Row } from '../../../client/src/cluster/kube-object.ts';
import { createLog } from '../../../client/src/cluster/log.ts';
import { podSelectorOf } from '../../../client/src/cluster/objects/pod-selector.ts';
import { mayOwnPods, watchOwnedPods } from '../../../client/src/cluster/watch/owned-pods.ts';
import { failedRequest, refusal, resource } from './fake-cluster.ts';

const status = [{ name: 'status', kind: '', verbs: [] }];
const scale = [{ name: 'scale', kind: 'Scale', verbs: [] }];
const refuse = () => {
  throw refusal({ code: 403, reason: 'Forbidden', message: 'no' });
};
const pods = resource({ kind: 'Pod', plural: 'pods' });
const replicaSets = resource({ group: 'apps', kind: 'ReplicaSet', plural: 'replicasets' });
const deployments = resource({ group: 'apps', kind: 'Deployment', plural: 'deployments' });

const row = (name: string, ownerReferences: ObjectMeta['ownerReferences'] = []): Row => ({
  uid: name,
  name,
  namespace: 'shop',
  cells: [name],
  metadata: { name, ownerReferences },
});
const owned = (name: string, apiVersion: string, kind: string, uid: string) =>
  row(name, [{ apiVersion, kind, name: uid, uid }]);

/** A cluster with these rows of each plural, as fresh as is said of it. */
function clusterOf(
  rows: Readonly<Record<string, readonly Row[]>>,
  freshness: Readonly<Record<string, Freshness>> = {},
) {
  const open: string[] = [];
  const seen: string[] = [];
  const cluster: Pick<Cluster, 'watch'> = {
    watch({ plural }, namespace, { labelSelector } = {}) {
      const watched = [`${namespace}/${plural}`, labelSelector]
        .filter((part) => part !== undefined)
        .join('?');
      open.push(watched);
      return {
        columns: [],
        rows: new Map((rows[plural] ?? []).map((one) => [one.uid, one])),
        sorted: rows[plural] ?? [],
        freshness: freshness[plural] ?? { state: 'live' },
        onDidChange: () => ({ dispose() {} }),
        seen: () => void seen.push(plural),
        hidden() {},
        refresh() {},
        dispose: () => void open.splice(open.indexOf(watched), 1),
      } satisfies ResourceStore;
    },
  };
  return { cluster, open, seen };
}

const served = [pods, replicaSets, deployments];
const discovery: Discovery = {
  serverVersion: 'v1.35.4',
  resources: served,
  find: (apiVersion, kind) => served.find((one) => one.apiVersion === apiVersion && one.kind === kind),
};
const rows = {
  pods: [
    owned('web-1-a', 'apps/v1', 'ReplicaSet', 'web-1'),
    owned('other-1-a', 'apps/v1', 'ReplicaSet', 'other-1'),
    owned('strange', 'example.com/v1', 'Unknown', 'x'),
    row('lonely'),
  ],
  replicasets: [
    owned('web-1', 'apps/v1', 'Deployment', 'web'),
    owned('other-1', 'apps/v1', 'Deployment', 'other'),
  ],
};

describe('the Pods of a workload', () => {
  it.each([
    ['web', deployments, ['web-1-a'], ['shop/pods', 'shop/replicasets']],
    ['other-1', replicaSets, ['other-1-a'], ['shop/pods']],
    ['nobody', deployments, [], ['shop/pods', 'shop/replicasets']],
  ])('of %s', (uid, kind, names, watched) => {
    const { cluster, open } = clusterOf(rows);
    const watch = watchOwnedPods({ uid, resource: kind, namespace: 'shop' }, cluster, discovery, () => {})!;
    expect(watch.rows().map(({ name }) => name)).toEqual(names);
    expect(open).toEqual(watched);
    watch.dispose();
    expect(open).toEqual([]);
  });

  it('are all that the server is asked for, where their labels are known', () => {
    const { cluster, open } = clusterOf(rows);
    const owner = { uid: 'web', resource: deployments, namespace: 'shop', labelSelector: 'app=web' };
    const watch = watchOwnedPods(owner, cluster, discovery, () => {})!;
    expect(open).toEqual(['shop/pods?app=web', 'shop/replicasets']);
    expect(watch.rows().map(({ name }) => name)).toEqual(['web-1-a']);
  });

  const why = failedRequest('forbidden: User "ada" cannot list replicasets');
  const unknown = { ...why, fault: `which Pods belong to it may not be known: ${why.fault}` };
  const listing: Freshness = { state: 'listing', count: 0, of: undefined };
  const resyncing: Freshness = { state: 'resyncing', why: { fault: 'cut' } };
  it.each<[string, Readonly<Record<string, Freshness>>, Freshness]>([
    ['all is', {}, { state: 'live' }],
    [
      'what stands between is forbidden',
      { replicasets: { state: 'forbidden', why } },
      { state: 'forbidden', why: unknown },
    ],
    ['it is gone', { replicasets: { state: 'gone', why } }, { state: 'gone', why: unknown }],
    [
      'it is stale',
      { replicasets: { state: 'stale', since: 7, why } },
      { state: 'stale', since: 7, why: unknown },
    ],
    ['it is being read', { replicasets: listing }, listing],
    ['it is read again', { replicasets: resyncing }, resyncing],
    [
      'both are forbidden',
      { pods: { state: 'forbidden', why }, replicasets: { state: 'forbidden', why } },
      { state: 'forbidden', why },
    ],
    [
      'it is stale and they are read',
      { pods: listing, replicasets: { state: 'stale', since: 7, why } },
      { state: 'stale', since: 7, why: unknown },
    ],
    [
      'it is read and they are stale',
      { pods: { state: 'stale', since: 7, why }, replicasets: listing },
      { state: 'stale', since: 7, why },
    ],
    ['nothing on the way is forbidden', { deployments: { state: 'forbidden', why } }, { state: 'live' }],
  ])('are as fresh as all on the way to them: %s', (_name, freshness, expected) => {
    const { cluster } = clusterOf(rows, freshness);
    const owner = { uid: 'web', resource: deployments, namespace: 'shop' };
    const watch = watchOwnedPods(owner, cluster, discovery, () => {})!;
    expect(watch.freshness).toEqual(expected);
    // Who shows it tells by this whether it has changed.
    expect(watch.freshness).toBe(watch.freshness);
  });

  it('need nothing but themselves to be fresh, where all are its own', () => {
    const { cluster } = clusterOf(
      { pods: [owned('a', 'apps/v1', 'ReplicaSet', 'web-1'), row('lonely')] },
      { replicasets: { state: 'forbidden', why } },
    );
    const owner = { uid: 'web-1', resource: replicaSets, namespace: 'shop' };
    expect(watchOwnedPods(owner, cluster, discovery, () => {})!.freshness).toEqual({ state: 'live' });
  });

  it('are seen with all that stands between', () => {
    const { cluster, seen } = clusterOf(rows);
    const owner = { uid: 'web', resource: deployments, namespace: 'shop' };
    watchOwnedPods(owner, cluster, discovery, () => {})!.seen();
    expect(seen).toEqual(['pods', 'replicasets']);
  });

  it('are known by reading alone: looking at them watches nothing', () => {
    const { cluster, open } = clusterOf(rows);
    const owner = { uid: 'web', resource: deployments, namespace: 'shop' };
    const watch = watchOwnedPods(owner, cluster, discovery, () => {})!;
    const before = [...open];
    watch.rows();
    expect(open).toEqual(before);
  });

  it.each<{
    of: string;
    subresources: Resource['subresources'];
    /** What the scale or the object says; throws where neither may be read. */
    answer: () => object;
    selector: string | undefined;
    told?: string[];
  }>([
    {
      of: 'a kind that can be scaled',
      subresources: scale,
      answer: () => ({
        status: { selector: 'app=web' },
        spec: { selector: { matchLabels: { app: 'other' } } },
      }),
      selector: 'app=web',
    },
    {
      of: 'a kind whose scale has no selector',
      subresources: scale,
      answer: () => ({ status: { selector: '' } }),
      selector: undefined,
    },
    {
      of: 'a kind whose scale may not be read',
      subresources: scale,
      answer: refuse,
      selector: undefined,
      told: ['debug reading the scale of Deployment web: get /fake (context `fake`): no'],
    },
    {
      of: 'a kind that cannot be scaled, by its own selector',
      subresources: status,
      answer: () => ({ spec: { selector: { matchLabels: { app: 'web', tier: 'front' } } } }),
      selector: 'app=web,tier=front',
    },
    {
      of: 'a selector of every operator',
      subresources: status,
      answer: () => ({
        spec: {
          selector: {
            matchLabels: { app: 'web' },
            matchExpressions: [
              { key: 'tier', operator: 'In', values: ['front', 'back'] },
              { key: 'zone', operator: 'NotIn', values: ['a'] },
              { key: 'live', operator: 'Exists' },
              { key: 'old', operator: 'DoesNotExist' },
            ],
          },
        },
      }),
      selector: 'app=web,tier in (front,back),zone notin (a),live,!old',
    },
    {
      of: 'a selector with an operator that nobody knows',
      subresources: status,
      answer: () => ({
        spec: {
          selector: { matchLabels: { app: 'web' }, matchExpressions: [{ key: 'a', operator: 'Near' }] },
        },
      }),
      selector: undefined,
    },
    {
      of: 'a selector of everything',
      subresources: status,
      answer: () => ({ spec: { selector: {} } }),
      selector: undefined,
    },
    {
      of: 'a kind without a selector, such as CronJob',
      subresources: status,
      answer: () => ({ spec: {} }),
      selector: undefined,
    },
    { of: 'a kind without a spec', subresources: status, answer: () => ({}), selector: undefined },
    {
      of: 'an object that may not be read',
      subresources: status,
      answer: refuse,
      selector: undefined,
      told: ['debug reading the selector of Deployment web: get /fake (context `fake`): no'],
    },
  ])('have the labels of $of', async ({ subresources, answer, selector, told = [] }) => {
    const asked: (string | undefined)[] = [];
    const cluster: Pick<Cluster, 'get'> = {
      async get({ subresource }) {
        asked.push(subresource);
        return { apiVersion: 'any/v1', kind: 'Any', metadata: {}, ...answer() };
      },
    };
    const reference = { resource: { ...deployments, subresources }, namespace: 'shop', name: 'web' };
    const lines: string[] = [];
    const log = createLog((level, line) => lines.push(`${level} ${line}`));
    expect(await podSelectorOf(cluster, reference, log)).toBe(selector);
    expect(lines).toEqual(told);
    expect(asked).toEqual([subresources === scale ? 'scale' : undefined]);
  });

  it.each([
    { kind: 'Deployment', fields: { group: 'apps', subresources: [...status, ...scale] }, mayOwn: true },
    { kind: 'DaemonSet', fields: { group: 'apps', subresources: status }, mayOwn: true },
    { kind: 'CronJob', fields: { group: 'batch', subresources: status }, mayOwn: true },
    { kind: 'ControllerRevision', fields: { group: 'apps' }, mayOwn: false },
    { kind: 'Rollout', fields: { group: 'argoproj.io', subresources: scale }, mayOwn: true },
    {
      kind: 'HorizontalPodAutoscaler',
      fields: { group: 'autoscaling', subresources: status },
      mayOwn: false,
    },
    { kind: 'Pod', fields: { subresources: status }, mayOwn: false },
  ])('may be there under a $kind: $fields', ({ kind, fields, mayOwn }) => {
    expect(mayOwnPods(resource({ kind, plural: 'any', ...fields }))).toBe(mayOwn);
  });
});
