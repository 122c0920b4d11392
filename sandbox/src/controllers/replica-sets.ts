import type { Clock } from '../clock.ts';
import type { ObjectStore, ResourceName } from '../object-store.ts';
import { selects } from '../selectors/label-selector.ts';
import { activePods } from './active-pods.ts';
import { startController, writeStatus } from './controller.ts';
import { controlledBy, isReady, type Pod, resources, type Workload } from './objects.ts';
import { createPods, times } from './pod-limit.ts';
import { newPod } from './pod-template.ts';
import { recordEvent } from './record-event.ts';

/** Keeps as many pods as a ReplicaSet (or a ReplicationController, which is the same) asks for. */
export function startReplicaSets(
  store: ObjectStore,
  clock: Clock,
  resource: ResourceName = resources.replicaSets,
): { dispose(): void } {
  const controller = startController(store, clock, {
    resource,
    kind: resource.plural === 'replicasets' ? 'ReplicaSet' : 'ReplicationController',
    owned: [resources.pods],
    reconcile: (object) => reconcile(store, clock, resource, object as Workload),
  });
  const adoption = store.subscribe(resources.pods, ({ type, object }) => {
    if (type !== 'DELETED') adoptInto(store, resource, object as Pod);
  });
  return {
    dispose() {
      adoption.dispose();
      controller.dispose();
    },
  };
}

function reconcile(store: ObjectStore, clock: Clock, resource: ResourceName, set: Workload): void {
  const pods = activePods(store, set);
  const missing = (set.spec.replicas ?? 1) - pods.length;
  for (const pod of leastNeeded(pods).slice(0, Math.max(0, -missing))) {
    store.delete(resources.pods, pod.metadata.namespace, pod.metadata.name ?? '');
    recordEvent(store, {
      about: set,
      reason: 'SuccessfulDelete',
      message: `Deleted pod: ${pod.metadata.name}`,
      component: resource.plural === 'replicasets' ? 'replicaset-controller' : 'replication-controller',
      now: clock.now(),
    });
  }
  const pod = () => newPod(set, set.spec.template, { generateName: `${set.metadata.name}-` });
  createPods(store, clock, set, times(missing, pod), () =>
    writeStatus(store, resource, set, statusOf(set, activePods(store, set))),
  );
}

/** A pod that nobody controls joins the set that selects it. */
function adoptInto(store: ObjectStore, resource: ResourceName, pod: Pod): void {
  const { metadata } = pod;
  if (metadata.deletionTimestamp || metadata.ownerReferences?.some(({ controller }) => controller)) return;
  const owner = store
    .list(resource, metadata.namespace)
    .find(
      (set) => !set.metadata.deletionTimestamp && selects((set as Workload).spec.selector, metadata.labels),
    );
  if (!owner) return;
  store.update(resources.pods, metadata.namespace, metadata.name ?? '', 'kube-controller-manager', (copy) => {
    copy.metadata.ownerReferences = [...(copy.metadata.ownerReferences ?? []), ...controlledBy(owner)];
  });
}

/** The pods to give up first: those not ready, then the youngest. */
function leastNeeded(pods: readonly Pod[]): Pod[] {
  return [...pods].sort(
    (left, right) =>
      Number(isReady(left)) - Number(isReady(right)) ||
      Date.parse(right.metadata.creationTimestamp ?? '') - Date.parse(left.metadata.creationTimestamp ?? ''),
  );
}

/** As the server writes it: only the total is there when it is zero. */
function statusOf(set: Workload, pods: readonly Pod[]): Record<string, unknown> {
  const ready = pods.filter(isReady).length;
  const labels = set.spec.template?.metadata?.labels ?? {};
  const labelled = pods.filter((pod) =>
    Object.entries(labels).every(([key, value]) => pod.metadata.labels?.[key] === value),
  ).length;
  return {
    observedGeneration: set.metadata.generation,
    replicas: pods.length,
    fullyLabeledReplicas: labelled || undefined,
    readyReplicas: ready || undefined,
    availableReplicas: ready || undefined,
  };
}
