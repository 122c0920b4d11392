import { expect, test } from 'vitest';
import { startDisruptionBudgets } from '../../../../sandbox/src/controllers/disruption-budgets.ts';
import { resources } from '../../../../sandbox/src/controllers/objects.ts';
import type { KubeObject } from '../../../../sandbox/src/object-store.ts';
import { ManualClock, MemoryStore } from './memory-store.ts';

interface Cluster {
  clock: ManualClock;
  store: MemoryStore;
  /** The status of the one budget, less its conditions' times. */
  status(): Record<string, unknown> | undefined;
}

function cluster(spec: Record<string, unknown>): Cluster {
  const clock = new ManualClock();
  const store = new MemoryStore(clock);
  startDisruptionBudgets(store, clock);
  store.create(resources.podDisruptionBudgets, {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'front', namespace: 'shop' },
    spec: { selector: { matchLabels: { app: 'front' } }, ...spec },
  });
  const status = () =>
    store.get(resources.podDisruptionBudgets, 'shop', 'front')?.status as Record<string, unknown> | undefined;
  return { clock, store, status };
}

/** Controllers as they own Pods: a Deployment its ReplicaSet, that its Pods. */
function ownersOf({ store }: Cluster, replicas: number): KubeObject['metadata']['ownerReferences'] {
  const own = ({ apiVersion, kind, metadata }: KubeObject) => [
    { apiVersion, kind, name: metadata.name!, uid: metadata.uid!, controller: true },
  ];
  const workload = (
    kind: string,
    name: string,
    ownerReferences?: KubeObject['metadata']['ownerReferences'],
  ) => ({
    apiVersion: 'apps/v1',
    kind,
    metadata: { name, namespace: 'shop', ...(ownerReferences && { ownerReferences }) },
    spec: { replicas },
  });
  const deployment = store.create(resources.deployments, workload('Deployment', 'front'));
  return own(store.create(resources.replicaSets, workload('ReplicaSet', 'front-1', own(deployment))));
}

function addPods(
  { store }: Cluster,
  count: number,
  ready: 'True' | 'False',
  metadata: Partial<KubeObject['metadata']> = {},
): void {
  for (let index = 0; index < count; index++) {
    store.create(resources.pods, {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: `${ready}-${index}`, namespace: 'shop', labels: { app: 'front' }, ...metadata },
      spec: { containers: [] },
      status: { phase: 'Running', conditions: [{ type: 'Ready', status: ready }] },
    });
  }
}

test.each<[title: string, spec: Record<string, unknown>, replicas: number, counts: readonly number[]]>([
  ['a number that must be there', { minAvailable: 2 }, 0, [1, 3, 2, 4]],
  ['more than there are', { minAvailable: 5 }, 0, [0, 3, 5, 4]],
  ['a number that may be missing', { maxUnavailable: 2 }, 4, [1, 3, 2, 4]],
  ['more may be missing than there are', { maxUnavailable: 9 }, 4, [3, 3, 0, 4]],
  ['a share that must be there, rounded up', { minAvailable: '40%' }, 4, [1, 3, 2, 4]],
  ['a share that may be missing, rounded up', { maxUnavailable: '30%' }, 4, [1, 3, 2, 4]],
  ['a share of what nobody controls', { minAvailable: '50%' }, 0, [0, 3, 0, 0]],
  ['nothing is said', {}, 0, [0, 3, 0, 0]],
])('a budget counts: %s', (_title, spec, replicas, counts) => {
  const it = cluster(spec);
  const ownerReferences = replicas > 0 ? ownersOf(it, replicas) : undefined;
  addPods(it, 3, 'True', { ...(ownerReferences && { ownerReferences }) });
  addPods(it, 1, 'False', { ...(ownerReferences && { ownerReferences }) });
  it.clock.advance(100);
  const [disruptionsAllowed, currentHealthy, desiredHealthy, expectedPods] = counts;
  expect(it.status()).toMatchObject({ disruptionsAllowed, currentHealthy, desiredHealthy, expectedPods });
  expect(it.status()).toMatchObject({
    conditions: [
      {
        type: 'DisruptionAllowed',
        status: disruptionsAllowed === 0 ? 'False' : 'True',
        reason: disruptionsAllowed === 0 ? 'InsufficientPods' : 'SufficientPods',
      },
    ],
  });
});

test('a Pod whose controller is not there makes it fail, and allow nothing', () => {
  const it = cluster({ maxUnavailable: 1 });
  const gone = { apiVersion: 'batch/v1', kind: 'Job', name: 'gone', uid: 'gone', controller: true };
  addPods(it, 1, 'True', { ownerReferences: [gone] });
  it.clock.advance(100);
  expect(it.status()).toMatchObject({
    disruptionsAllowed: 0,
    conditions: [{ status: 'False', reason: 'SyncFailed', message: 'found no controllers for pod "True-0"' }],
  });
});

test('an evicted Pod counts as gone, until it has stayed for two minutes', () => {
  const it = cluster({ minAvailable: 0 });
  addPods(it, 2, 'True');
  it.clock.advance(100);
  expect(it.status()).toMatchObject({ disruptionsAllowed: 2 });
  const evicted = new Date(it.clock.now()).toISOString();
  it.store.update(resources.podDisruptionBudgets, 'shop', 'front', 'test', (copy) => {
    copy.status = { ...(copy.status as object), disruptedPods: { 'True-0': evicted, other: evicted } };
  });
  it.clock.advance(100);
  expect(it.status()).toMatchObject({ disruptionsAllowed: 1, disruptedPods: { 'True-0': evicted } });
  it.clock.advance(125_000);
  expect(it.status()).toMatchObject({ disruptionsAllowed: 2 });
  expect(it.status()?.disruptedPods).toBeUndefined();
});

test('two thousand Pods that come one by one are counted a few times', () => {
  const it = cluster({ minAvailable: 1 });
  let writes = 0;
  it.store.subscribe(resources.podDisruptionBudgets, () => writes++);
  for (let index = 0; index < 2000; index++) {
    addPods(it, 1, 'True', { name: `pod-${index}` });
    if (index % 200 === 0) it.clock.advance(1);
  }
  it.clock.advance(200);
  expect(it.status()).toMatchObject({ currentHealthy: 2000 });
  expect(writes).toBeLessThan(5);
});
