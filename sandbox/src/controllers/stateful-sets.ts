import type { Clock } from '../clock.ts';
import type { KubeObject, ObjectStore } from '../object-store.ts';
import { startController, writeStatus } from './controller.ts';
import { isControlledBy, isFinished, isReady, type Pod, resources, type Workload } from './objects.ts';
import { createPods } from './pod-limit.ts';
import { newPod } from './pod-template.ts';
import { stableHash } from './stable-hash.ts';

const revisionLabel = 'controller-revision-hash';

/** Keeps the pods NAME-0, NAME-1, ... of a StatefulSet, one after the other unless it says Parallel. */
export function startStatefulSets(store: ObjectStore, clock: Clock): { dispose(): void } {
  return startController(store, clock, {
    resource: resources.statefulSets,
    kind: 'StatefulSet',
    owned: [resources.pods],
    reconcile: (object) => reconcile(store, clock, object as Workload),
  });
}

function reconcile(store: ObjectStore, clock: Clock, set: Workload): void {
  const { namespace, name } = set.metadata;
  const revision = `${name}-${stableHash(set.spec.template, 10)}`;
  const start = (set.spec.ordinals as { start?: number } | undefined)?.start ?? 0;
  const replicas = set.spec.replicas ?? 1;
  const pods = podsOf(store, set);
  const byName = new Map(pods.map((pod) => [pod.metadata.name, pod]));
  const isParallel = set.spec.podManagementPolicy === 'Parallel';

  function* missing(): Generator<() => Pod> {
    for (let ordinal = start; ordinal < start + replicas; ordinal++) {
      const podName = `${name}-${ordinal}`;
      const pod = byName.get(podName);
      if (pod && isFinished(pod)) store.delete(resources.pods, namespace, podName);
      else if (!pod) yield () => podOf(store, set, podName, ordinal, revision);
      if (!isParallel && (!pod || !isReady(pod))) return;
    }
  }
  createPods(store, clock, set, missing(), () => {
    const isWanted = (ordinal: number) => ordinal >= start && ordinal < start + replicas;
    const surplus = pods.filter(
      (pod) => !isWanted(ordinalOf(pod)) || pod.metadata.name !== `${name}-${ordinalOf(pod)}`,
    );
    for (const pod of surplus) store.delete(resources.pods, namespace, pod.metadata.name ?? '');
    if (surplus.length === 0) replaceOutdated(store, set, pods, revision);
    writeSetStatus(store, set, revision);
  });
}

/** From the last to the first, one at a time, each after all others are ready. */
function replaceOutdated(store: ObjectStore, set: Workload, pods: readonly Pod[], revision: string): void {
  const strategy = set.spec.updateStrategy as
    | { type?: string; rollingUpdate?: { partition?: number } }
    | undefined;
  if (strategy?.type === 'OnDelete' || !pods.every((pod) => isReady(pod))) return;
  const partition = strategy?.rollingUpdate?.partition ?? 0;
  const outdated = pods
    .filter((pod) => pod.metadata.labels?.[revisionLabel] !== revision && ordinalOf(pod) >= partition)
    .sort((left, right) => ordinalOf(right) - ordinalOf(left))[0];
  if (outdated) store.delete(resources.pods, set.metadata.namespace, outdated.metadata.name ?? '');
}

function podOf(store: ObjectStore, set: Workload, name: string, ordinal: number, revision: string): Pod {
  const claims = (set.spec.volumeClaimTemplates ?? []) as KubeObject[];
  const labels = {
    'statefulset.kubernetes.io/pod-name': name,
    'apps.kubernetes.io/pod-index': String(ordinal),
    [revisionLabel]: revision,
  };
  const pod = newPod(set, set.spec.template, { name, labels });
  pod.spec.hostname = name;
  if (set.spec.serviceName) pod.spec.subdomain = set.spec.serviceName;
  if (claims.length > 0) {
    const volumes = claims.map(({ metadata }) => ({
      name: metadata.name,
      persistentVolumeClaim: { claimName: `${metadata.name}-${name}` },
    }));
    pod.spec.volumes = [...(pod.spec.volumes ?? []), ...volumes];
  }
  for (const claim of claims) ensureClaim(store, set, claim, `${claim.metadata.name}-${name}`);
  return pod;
}

/** Claims outlive their pods, so the set does not own them. */
function ensureClaim(store: ObjectStore, set: Workload, claim: KubeObject, name: string): void {
  const { namespace = 'default' } = set.metadata;
  if (store.get(resources.persistentVolumeClaims, namespace, name)) return;
  const selector = set.spec.selector as { matchLabels?: Record<string, string> } | undefined;
  const labels = { ...claim.metadata.labels, ...selector?.matchLabels };
  const { annotations } = claim.metadata;
  store.create(resources.persistentVolumeClaims, {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name, namespace, labels, ...(annotations && { annotations: structuredClone(annotations) }) },
    spec: structuredClone(claim.spec),
    status: { phase: 'Pending' },
  });
}

function writeSetStatus(store: ObjectStore, set: Workload, revision: string): void {
  const pods = podsOf(store, set);
  const ready = pods.filter(isReady).length;
  const updated = pods.filter((pod) => pod.metadata.labels?.[revisionLabel] === revision).length;
  const isRolledOut = updated === pods.length && ready === (set.spec.replicas ?? 1);
  const current = isRolledOut ? revision : ((set.status?.currentRevision as string | undefined) ?? revision);
  const currentReplicas = pods.filter((pod) => pod.metadata.labels?.[revisionLabel] === current).length;
  writeStatus(store, resources.statefulSets, set, {
    observedGeneration: set.metadata.generation,
    replicas: pods.length,
    readyReplicas: ready || undefined,
    currentReplicas: currentReplicas || undefined,
    updatedReplicas: updated || undefined,
    currentRevision: current,
    updateRevision: revision,
    collisionCount: 0,
    availableReplicas: ready,
  });
}

function podsOf(store: ObjectStore, set: Workload): Pod[] {
  return store
    .list(resources.pods, set.metadata.namespace)
    .filter((pod) => isControlledBy(pod, set)) as Pod[];
}

function ordinalOf(pod: Pod): number {
  return Number(pod.metadata.labels?.['apps.kubernetes.io/pod-index'] ?? 0);
}
