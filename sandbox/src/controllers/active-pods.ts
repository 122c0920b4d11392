import type { KubeObject, ObjectStore } from '../object-store.ts';
import { isControlledBy, isFinished, type Pod, resources } from './objects.ts';

/** The Pods of a set that count: neither ended nor on their way out. */
export function activePods(store: ObjectStore, set: KubeObject): Pod[] {
  return store
    .list(resources.pods, set.metadata.namespace)
    .filter(
      (pod) => isControlledBy(pod, set) && !pod.metadata.deletionTimestamp && !isFinished(pod as Pod),
    ) as Pod[];
}
