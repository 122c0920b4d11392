import type { ObjectStore } from '../object-store.ts';
import { keepInEveryNamespace } from './in-every-namespace.ts';
import { resources } from './objects.ts';

/** Keeps the ServiceAccount `default` in every namespace. */
export function startDefaultAccounts(store: ObjectStore): { dispose(): void } {
  const name = 'default';
  return keepInEveryNamespace(store, {
    resource: resources.serviceAccounts,
    name,
    create(namespace) {
      store.create(resources.serviceAccounts, {
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: { name, namespace },
      });
    },
  });
}
