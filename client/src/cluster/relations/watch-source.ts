import type { Cluster, Discovery, ResourceStore } from '../cluster.ts';
import type { Row } from '../kube-object.ts';
import { isLessFresh, watchOwnedPods } from '../watch/owned-pods.ts';
import type { LiveObjects } from './live-objects.ts';
import type { Only, SelectedObjects, Source, Subject } from './source.ts';

/** What sources are opened from. */
export type WatchedCluster = Pick<Cluster, 'watch' | 'watchContainers'>;

/** Keeps the objects of a source live. Undefined where it has none of its own. */
export function watchSource(
  source: Source,
  subject: Subject,
  cluster: WatchedCluster,
  discovery: Discovery,
  changed: () => void,
): LiveObjects | undefined {
  switch (source.from) {
    case 'selection':
      return source.only.by === 'claim'
        ? watchUsers(source, source.only.name, cluster, changed)
        : watchSelected(source, source.only, cluster, changed);
    case 'pods of owner': {
      const { uid, resource } = subject;
      return watchOwnedPods({ uid, resource, ...source }, cluster, discovery, changed);
    }
    case 'namespace':
    case 'nothing':
      return undefined;
  }
}

function watchSelected(
  { resource, namespace, selection }: SelectedObjects,
  only: Exclude<Only, { by: 'claim' }>,
  cluster: WatchedCluster,
  changed: () => void,
): LiveObjects {
  const store = cluster.watch(resource, namespace, selection);
  store.onDidChange(changed);
  return liveObjects(resource, [store], () => store.sorted.filter(isMeant(only)));
}

function isMeant(only: Exclude<Only, { by: 'claim' }>): (row: Row) => boolean {
  switch (only.by) {
    case 'selection':
      return () => true;
    case 'owner':
      return ({ metadata }) => metadata.ownerReferences?.some(({ uid }) => uid === only.uid) ?? false;
    case 'names': {
      const names = new Set(only.names);
      return ({ name }) => names.has(name);
    }
  }
}

/** The printed Pods that use a claim: which those are, their rows do not say. */
function watchUsers(
  { resource, namespace }: SelectedObjects,
  claim: string,
  cluster: WatchedCluster,
  changed: () => void,
): LiveObjects {
  const printed = cluster.watch(resource, namespace, {});
  const claims = cluster.watchContainers(resource, namespace, {});
  printed.onDidChange(changed);
  claims.onDidChange(changed);
  return liveObjects(resource, [printed, claims], () =>
    printed.sorted.filter(({ uid }) => claims.rows.get(uid)?.claims.includes(claim) ?? false),
  );
}

/** @param stores the first has the rows, the others say which of them are meant */
function liveObjects(
  resource: LiveObjects['resource'],
  stores: readonly [ResourceStore, ...ResourceStore[]],
  rows: () => readonly Row[],
): LiveObjects {
  return {
    resource,
    get columns() {
      return stores[0].columns;
    },
    get freshness() {
      return stores
        .map(({ freshness }) => freshness)
        .reduce((least, next) => (isLessFresh(next, least) ? next : least));
    },
    rows,
    seen() {
      for (const store of stores) store.seen();
    },
    hidden() {
      for (const store of stores) store.hidden();
    },
    refresh() {
      for (const store of stores) store.refresh();
    },
    dispose() {
      for (const store of stores) store.dispose();
    },
  };
}
