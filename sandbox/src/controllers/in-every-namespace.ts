import type { KubeObject, ObjectStore, ResourceName } from '../object-store.ts';
import { resources } from './objects.ts';

/** What a controller keeps in every namespace. */
export interface NamespaceObject {
  readonly resource: ResourceName;
  readonly name: string;
  /** Makes it where it is missing. */
  create(namespace: string): void;
  /** Brings what is there back to what it is to be. */
  correct?(object: KubeObject): void;
}

/** Keeps an object in every namespace that is not being deleted, and makes it anew when it goes. */
export function keepInEveryNamespace(
  store: ObjectStore,
  { resource, name, create, correct }: NamespaceObject,
): { dispose(): void } {
  const reconcile = (namespace: string) => {
    const found = store.get(resources.namespaces, undefined, namespace);
    if (!found || found.metadata.deletionTimestamp) return;
    const object = store.get(resource, namespace, name);
    if (object) correct?.(object);
    else create(namespace);
  };
  const subscriptions = [
    store.subscribe(resources.namespaces, ({ type, object }) => {
      if (type !== 'DELETED') reconcile(object.metadata.name!);
    }),
    store.subscribe(resource, ({ object: { metadata } }) => {
      if (metadata.name === name) reconcile(metadata.namespace!);
    }),
  ];
  for (const { metadata } of store.list(resources.namespaces)) reconcile(metadata.name!);
  return {
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}
