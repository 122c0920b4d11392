import type { Cluster, ResourceStore } from '../cluster.ts';
import type { Resource, Selection } from '../kube-object.ts';
import type { NamespaceScope } from '../namespace-scope.ts';
import { onlyNamespaces } from './filtered-store.ts';
import { joinStores } from './joined-store.ts';

/** How several namespaces are watched. */
export type WatchWay = 'each' | 'all together';

/**
 * With more namespaces all are watched together: of 64 watches that a cluster has open, a kind would take too large a part, and a
 * server answers one list sooner than so many.
 */
const mostWatchesOfKind = 10;

/** How to begin; who may not list all namespaces watches each. */
export function watchWayOf(namespaces: NamespaceScope): WatchWay {
  return namespaces === 'all' || namespaces.length > mostWatchesOfKind ? 'all together' : 'each';
}

/** The rows of a kind with namespaces in some of these, kept live as those of one store. */
export function watchNamespaces(
  cluster: Pick<Cluster, 'watch'>,
  resource: Resource,
  namespaces: NamespaceScope,
  way: WatchWay = watchWayOf(namespaces),
  selection: Selection = {},
): ResourceStore {
  const watch = (namespace: string | undefined) => cluster.watch(resource, namespace, selection);
  if (namespaces === 'all') return watch(undefined);
  if (way === 'all together') return onlyNamespaces(watch(undefined), namespaces);
  const [first, ...others] = namespaces;
  const store = watch(first);
  if (others.length === 0) return store;
  return joinStores([store, ...others.map(watch)]);
}
