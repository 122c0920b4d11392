import type { Clock } from '../clock.ts';
import type { ObjectStore } from '../object-store.ts';
import { activePods } from './active-pods.ts';
import { startController, writeStatus } from './controller.ts';
import { nodeLabels } from './node.ts';
import { isReady, nodeName, resources, type Workload } from './objects.ts';
import { newPod } from './pod-template.ts';
import { stableHash } from './stable-hash.ts';

const revisionLabel = 'controller-revision-hash';

/** Keeps one pod of a DaemonSet on the sandbox's node, if its node selector fits. */
export function startDaemonSets(store: ObjectStore, clock: Clock): { dispose(): void } {
  return startController(store, clock, {
    resource: resources.daemonSets,
    kind: 'DaemonSet',
    owned: [resources.pods],
    reconcile: (object) => reconcile(store, object as Workload),
  });
}

function reconcile(store: ObjectStore, set: Workload): void {
  const revision = stableHash(set.spec.template, 10);
  const selector = Object.entries(set.spec.template.spec?.nodeSelector ?? {});
  const desired = selector.every(([key, value]) => nodeLabels[key] === value) ? 1 : 0;
  const strategy = (set.spec.updateStrategy as { type?: string } | undefined)?.type;
  const outdated = activePods(store, set).filter(
    (pod) => strategy !== 'OnDelete' && pod.metadata.labels?.[revisionLabel] !== revision,
  );
  for (const pod of outdated) store.delete(resources.pods, pod.metadata.namespace, pod.metadata.name ?? '');

  const kept = activePods(store, set);
  if (kept.length < desired) {
    const generateName = `${set.metadata.name}-`;
    const pod = newPod(set, set.spec.template, { generateName, labels: { [revisionLabel]: revision } });
    pod.spec.nodeName = nodeName;
    store.create(resources.pods, pod);
  }
  for (const pod of kept.slice(desired)) {
    store.delete(resources.pods, pod.metadata.namespace, pod.metadata.name ?? '');
  }

  const pods = activePods(store, set);
  const ready = pods.filter(isReady).length;
  const updated = pods.filter((pod) => pod.metadata.labels?.[revisionLabel] === revision).length;
  writeStatus(store, resources.daemonSets, set, {
    currentNumberScheduled: pods.length,
    numberMisscheduled: 0,
    desiredNumberScheduled: desired,
    numberReady: ready,
    observedGeneration: set.metadata.generation,
    updatedNumberScheduled: updated || undefined,
    numberAvailable: ready || undefined,
    numberUnavailable: desired - ready || undefined,
  });
}
