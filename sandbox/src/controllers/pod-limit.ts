import { type Clock, timestamp } from '../clock.ts';
import type { ObjectStore } from '../object-store.ts';
import { type Pod, resources, type Workload } from './objects.ts';

/** How many pods the sandbox runs for its workloads; a real cluster's nodes take 110 each. */
export const mostPods = 5000;
/** How many pods a workload makes at a time: requests are answered in between, and each new pod calls for the next. */
const podsAtOnce = 50;

const events = { group: '', plural: 'events' };

/** No pod was made because there are too many: the workload is looked at again later. */
export class PodLimitReached extends Error {}

/**
 * Makes some of the pods that a workload misses. When the limit is reached, the rest is told in an Event of the workload and
 * by a `PodLimitReached`, once `writeStatus` was called.
 */
export function createPods(
  store: ObjectStore,
  clock: Clock,
  workload: Workload,
  missing: Iterable<() => Pod>,
  writeStatus: () => void,
): void {
  let left = mostPods - store.list(resources.pods).length;
  let made = 0;
  for (const pod of missing) {
    if (left-- <= 0) {
      warnOfLimit(store, clock, workload);
      writeStatus();
      throw new PodLimitReached(`the sandbox runs at most ${mostPods} pods`);
    }
    store.create(resources.pods, pod());
    if (++made >= podsAtOnce) break;
  }
  writeStatus();
}

/** The same pod so many times; none for a negative number. */
export function* times(count: number, pod: () => Pod): Generator<() => Pod> {
  for (let index = 0; index < count; index++) yield pod;
}

function warnOfLimit(store: ObjectStore, clock: Clock, workload: Workload): void {
  const { name = '', namespace = 'default', uid } = workload.metadata;
  const { apiVersion, kind } = workload;
  const eventName = `${name}.${kind.toLowerCase()}.pod-limit`;
  if (store.get(events, namespace, eventName)) return;
  const now = timestamp(clock.now());
  store.create(events, {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: eventName, namespace },
    involvedObject: { apiVersion, kind, name, namespace, uid },
    type: 'Warning',
    reason: 'FailedCreate',
    message: `Error creating: the sandbox runs at most ${mostPods} pods; those that are missing come when others go`,
    source: { component: 'kube-controller-manager' },
    reportingComponent: 'kube-controller-manager',
    reportingInstance: '',
    firstTimestamp: now,
    lastTimestamp: now,
    count: 1,
  });
}
