import { ownField, setField } from '../../../server/src/yaml/own-field.ts';
import { type Clock, timestamp } from '../clock.ts';
import type { KubeObject, ObjectStore, ResourceName } from '../object-store.ts';
import { selectsAll } from '../selectors/label-selector.ts';
import { writeStatus } from './controller.ts';
import { withDisruptionAllowed } from './disruption-allowed.ts';
import { isReady, type Pod, resources, withConditionInPlace } from './objects.ts';
import { shareOf } from './rolling-update.ts';
import { keyOf, splitKey, WorkQueue } from './work-queue.ts';

/** A PodDisruptionBudget. `status` is written by its controller and by evictions. */
export interface DisruptionBudget extends KubeObject {
  spec: {
    minAvailable?: number | string;
    maxUnavailable?: number | string;
    selector?: unknown;
    unhealthyPodEvictionPolicy?: string;
  };
  status?: {
    observedGeneration?: number;
    disruptionsAllowed?: number;
    currentHealthy?: number;
    desiredHealthy?: number;
    expectedPods?: number;
    /** When each Pod was evicted that is not seen to go yet. */
    disruptedPods?: Record<string, string>;
    conditions?: Parameters<typeof withDisruptionAllowed>[0];
  };
}

/** Pods change many at once: their budgets are counted once for all, and the seldomer the longer that takes. */
const shortestPause = 50;
const pausesPerCount = 20;

/** How long an eviction counts before the Pod goes. */
const deletionTimeout = 120_000;

/** Keeps the status of every PodDisruptionBudget: how many of its Pods there are, should be, and may be evicted. */
export function startDisruptionBudgets(store: ObjectStore, clock: Clock): { dispose(): void } {
  const waiting = new Set<string>();
  let pause = shortestPause;
  const queue = new WorkQueue(clock, (key) => {
    waiting.delete(key);
    const { namespace, name } = splitKey(key);
    const budget = store.get(resources.podDisruptionBudgets, namespace, name) as DisruptionBudget | undefined;
    if (!budget) return;
    const start = clock.now();
    const recheck = reconcile(store, clock, budget);
    if (recheck !== undefined) queue.addAfter(key, recheck);
    pause = Math.max(shortestPause, pausesPerCount * (clock.now() - start));
  });
  const countSoon = (key: string) => {
    if (waiting.has(key)) return;
    waiting.add(key);
    queue.addAfter(key, pause);
  };
  const budgets = store.subscribe(resources.podDisruptionBudgets, ({ type, object }) => {
    if (type !== 'DELETED') queue.add(keyOf(object.metadata));
  });
  const pods = store.subscribe(resources.pods, ({ object }) => {
    for (const budget of store.list(resources.podDisruptionBudgets, object.metadata.namespace)) {
      const key = keyOf(budget.metadata);
      if (!waiting.has(key) && guards(budget as DisruptionBudget, object)) countSoon(key);
    }
  });
  for (const budget of store.list(resources.podDisruptionBudgets)) queue.add(keyOf(budget.metadata));
  return {
    dispose() {
      budgets.dispose();
      pods.dispose();
      queue.dispose();
    },
  };
}

/** Whether a budget is about a Pod of its namespace. */
export function guards({ spec }: DisruptionBudget, pod: KubeObject): boolean {
  return selectsAll(spec.selector, pod.metadata.labels);
}

/** Writes the status of a budget. Gives after how long it is to be looked at again. */
function reconcile(store: ObjectStore, clock: Clock, budget: DisruptionBudget): number | undefined {
  const now = clock.now();
  const pods = store
    .list(resources.pods, budget.metadata.namespace)
    .filter((pod) => guards(budget, pod)) as Pod[];
  const { status = {} } = budget;
  const expected = expectedOf(store, budget, pods);
  if ('problem' in expected) {
    const conditions = withConditionInPlace(
      status.conditions,
      {
        type: 'DisruptionAllowed',
        status: 'False',
        ...(status.observedGeneration && { observedGeneration: status.observedGeneration }),
        reason: 'SyncFailed',
        message: expected.problem,
      },
      timestamp(now),
    );
    writeStatus(store, resources.podDisruptionBudgets, budget, {
      ...status,
      disruptionsAllowed: 0,
      conditions,
    });
    return undefined;
  }
  const disruptedPods = stillDisrupted(status.disruptedPods ?? {}, pods, now);
  const currentHealthy = pods.filter(
    (pod) => isReady(pod) && !ownField(disruptedPods, pod.metadata.name!),
  ).length;
  const { expectedPods, desiredHealthy } = expected;
  const left = currentHealthy - desiredHealthy;
  const disruptionsAllowed = expectedPods > 0 && left > 0 ? left : 0;
  const observedGeneration = budget.metadata.generation;
  const disrupted = Object.values(disruptedPods);
  writeStatus(store, resources.podDisruptionBudgets, budget, {
    observedGeneration,
    disruptedPods: disrupted.length > 0 ? disruptedPods : undefined,
    disruptionsAllowed,
    currentHealthy,
    desiredHealthy,
    expectedPods,
    conditions: withDisruptionAllowed(
      status.conditions,
      { disruptionsAllowed, observedGeneration },
      timestamp(now),
    ),
  });
  if (disrupted.length === 0) return undefined;
  return Math.min(...disrupted.map((time) => Date.parse(time))) + deletionTimeout - now + 1000;
}

/** The evicted Pods that are expected to go. */
function stillDisrupted(
  disrupted: Readonly<Record<string, string>>,
  pods: readonly Pod[],
  now: number,
): Record<string, string> {
  const waiting: Record<string, string> = {};
  for (const { metadata } of pods) {
    const since = metadata.deletionTimestamp ? undefined : ownField(disrupted, metadata.name!);
    if (since === undefined || Date.parse(since) + deletionTimeout < now) continue;
    setField(waiting, metadata.name!, since);
  }
  return waiting;
}

type Expected = { expectedPods: number; desiredHealthy: number } | { problem: string };

/** A number of Pods counts those that are there; a share of them, or how many may be missing, what their controllers want. */
function expectedOf(store: ObjectStore, { spec }: DisruptionBudget, pods: readonly Pod[]): Expected {
  const { minAvailable, maxUnavailable } = spec;
  if (maxUnavailable === undefined && typeof minAvailable === 'number') {
    return { expectedPods: pods.length, desiredHealthy: minAvailable };
  }
  if (maxUnavailable === undefined && minAvailable === undefined) {
    return { expectedPods: 0, desiredHealthy: 0 };
  }
  const scale = scaleOf(store, pods);
  if ('problem' in scale) return scale;
  const expectedPods = scale.replicas;
  const share = shareOf(maxUnavailable ?? minAvailable, expectedPods, 'up');
  const desiredHealthy = maxUnavailable === undefined ? share : Math.max(0, expectedPods - share);
  return { expectedPods, desiredHealthy };
}

/** How many Pods the controllers of these want, all together. A Pod without any does not count. */
function scaleOf(store: ObjectStore, pods: readonly Pod[]): { replicas: number } | { problem: string } {
  const scales = new Map<string, number>();
  const seen = new Set<string>();
  for (const pod of pods) {
    const owner = controllerOf(pod);
    if (!owner || seen.has(owner.uid)) continue;
    seen.add(owner.uid);
    const workload = workloadOf(store, pod.metadata.namespace, owner);
    if (!workload) return { problem: `found no controllers for pod ${JSON.stringify(pod.metadata.name)}` };
    scales.set(workload.metadata.uid!, (workload.spec as { replicas?: number }).replicas ?? 1);
  }
  return { replicas: [...scales.values()].reduce((sum, replicas) => sum + replicas, 0) };
}

type Owner = NonNullable<KubeObject['metadata']['ownerReferences']>[number];

function controllerOf({ metadata }: KubeObject): Owner | undefined {
  return metadata.ownerReferences?.find(({ controller }) => controller);
}

/** The workload that says how many Pods there are: of a Deployment's ReplicaSet that is the Deployment. */
function workloadOf(store: ObjectStore, namespace: string | undefined, owner: Owner): KubeObject | undefined {
  const found = ownedBy(store, namespace, owner, scaled.get(owner.kind));
  const above = found && controllerOf(found);
  if (owner.kind !== 'ReplicaSet' || above?.kind !== 'Deployment') return found;
  return ownedBy(store, namespace, above, resources.deployments);
}

function ownedBy(
  store: ObjectStore,
  namespace: string | undefined,
  { name, uid }: Owner,
  resource: ResourceName | undefined,
): KubeObject | undefined {
  const found = resource && store.get(resource, namespace, name);
  return found?.metadata.uid === uid ? found : undefined;
}

const scaled: ReadonlyMap<string, ResourceName> = new Map<string, ResourceName>([
  ['ReplicationController', resources.replicationControllers],
  ['ReplicaSet', resources.replicaSets],
  ['StatefulSet', resources.statefulSets],
]);
