import type { Clock } from '../clock.ts';
import type { KubeObject, ObjectStore, ResourceName } from '../object-store.ts';
import { keyOf, splitKey, WorkQueue } from './work-queue.ts';

export interface ControllerParts {
  readonly resource: ResourceName;
  readonly kind: string;
  /** Resources whose objects it makes: an event of one calls its controller for the owner. */
  readonly owned: readonly ResourceName[];
  /** Brings the world closer to what the object asks for; called again after every change. */
  readonly reconcile: (object: KubeObject) => void;
}

/** Calls `reconcile` for each object of a resource when it or something that it owns has changed. */
export function startController(
  store: ObjectStore,
  clock: Clock,
  { resource, kind, owned, reconcile }: ControllerParts,
): { dispose(): void } {
  const queue = new WorkQueue(clock, (key) => {
    const { namespace, name } = splitKey(key);
    const object = store.get(resource, namespace, name);
    if (object && !object.metadata.deletionTimestamp) reconcile(object);
  });
  const ownedSubscriptions = owned.map((ownedResource) =>
    store.subscribe(ownedResource, ({ object }) => {
      for (const owner of object.metadata.ownerReferences ?? []) {
        if (!owner.controller || owner.kind !== kind) continue;
        queue.add(keyOf({ namespace: object.metadata.namespace ?? '', name: owner.name }));
      }
    }),
  );
  const subscription = store.subscribe(resource, ({ object }) => queue.add(keyOf(object.metadata)));
  for (const object of store.list(resource)) queue.add(keyOf(object.metadata));
  return {
    dispose() {
      for (const each of [subscription, ...ownedSubscriptions]) each.dispose();
      queue.dispose();
    },
  };
}

/** Writes an object's status as the controller-manager; fields that are undefined are left out. */
export function writeStatus(
  store: ObjectStore,
  resource: ResourceName,
  object: KubeObject,
  fields: Record<string, unknown>,
): void {
  const present = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  store.update(
    resource,
    object.metadata.namespace,
    object.metadata.name ?? '',
    'kube-controller-manager',
    (copy) => {
      copy.status = present;
    },
    'status',
  );
}
