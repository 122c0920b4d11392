import type { KubernetesVersion } from '../../../server/src/catalog/catalog.ts';
import type { Clock } from '../clock.ts';
import type { KubeObject, ObjectStore, ResourceName } from '../object-store.ts';
import { type Pod, resources } from './objects.ts';
import { recordEvent } from './record-event.ts';
import { jobEvents, podEvents, type WorkloadEvent } from './workload-events.ts';

/** How many events may come at once, and how many more each second: of 100,000 Pods not all is told. */
const burst = 1000;
const perSecond = 20;

/** Tells in Events what becomes of Pods and Jobs. */
export function tellWorkloadEvents(
  store: ObjectStore,
  clock: Clock,
  version: KubernetesVersion,
): { dispose(): void } {
  let left = burst;
  let filled = clock.now();
  const mayTell = () => {
    const now = clock.now();
    left = Math.min(burst, left + ((now - filled) / 1000) * perSecond);
    filled = now;
    if (left < 1) return false;
    left--;
    return true;
  };
  const tell = (object: KubeObject, { about, ...event }: WorkloadEvent) => {
    const subject = about === 'itself' ? object : controllerOf(store, object);
    if (subject && mayTell()) recordEvent(store, { ...event, about: subject, now: clock.now() });
  };
  const subscriptions = [
    store.subscribe(resources.pods, ({ type, object, previous }) => {
      if (type === 'DELETED') return;
      for (const event of podEvents(previous as Pod | undefined, object as Pod, version)) tell(object, event);
    }),
    store.subscribe(resources.jobs, ({ type, object, previous }) => {
      if (type === 'DELETED') return;
      for (const event of jobEvents(previous, object)) tell(object, event);
    }),
  ];
  return {
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

function controllerOf(store: ObjectStore, { metadata }: KubeObject): KubeObject | undefined {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller);
  const resource = owner && owners.get(owner.kind);
  const found = resource && store.get(resource, metadata.namespace, owner.name);
  return found?.metadata.uid === owner?.uid ? found : undefined;
}

const owners: ReadonlyMap<string, ResourceName> = new Map<string, ResourceName>([
  ['DaemonSet', resources.daemonSets],
  ['Job', resources.jobs],
  ['ReplicaSet', resources.replicaSets],
  ['ReplicationController', resources.replicationControllers],
  ['StatefulSet', resources.statefulSets],
]);
