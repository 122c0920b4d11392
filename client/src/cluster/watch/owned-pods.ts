import type { Cluster, Discovery, Resource, ResourceStore, Row } from '../cluster.ts';

/** An object that may have Pods of its own. */
export interface PodOwner {
  readonly uid: string;
  readonly resource: Pick<Resource, 'apiVersion' | 'kind'>;
  readonly namespace: string;
}

/** The Pods that an object owns, itself or by what it owns: a Deployment by its ReplicaSets, a CronJob by its Jobs. */
export interface OwnedPods {
  /** The store of all Pods of the namespace: for columns and freshness. */
  readonly store: ResourceStore;
  rows(): Row[];
  dispose(): void;
}

/** Whether objects of a kind have Pods: those that can be scaled, and those of the groups of workloads that run. */
export function mayOwnPods({ group, scope, subresources }: Resource): boolean {
  if (scope !== 'Namespaced') return false;
  const has = (name: string) => subresources.some((subresource) => subresource.name === name);
  return has('scale') || ((group === 'apps' || group === 'batch') && has('status'));
}

/** Keeps the Pods of an object live until it is disposed of. Undefined where the server has no Pods. */
export function watchOwnedPods(
  owner: PodOwner,
  cluster: Pick<Cluster, 'watch'>,
  discovery: Discovery,
  changed: () => void,
): OwnedPods | undefined {
  const pods = discovery.find('v1', 'Pod');
  if (!pods) return undefined;
  const listeners: { dispose(): void }[] = [];
  const watch = (resource: Resource) => {
    const opened = cluster.watch(resource, owner.namespace);
    listeners.push(opened.onDidChange(changed), opened);
    return opened;
  };
  const store = watch(pods);
  /** The kinds that own Pods of this namespace, where the owner is none of them. */
  const between = new Map<string, ResourceStore>();

  const isOwned = ({ metadata }: Row): boolean =>
    (metadata.ownerReferences ?? []).some((reference) => {
      if (reference.uid === owner.uid) return true;
      const { apiVersion, kind } = reference;
      if (apiVersion === owner.resource.apiVersion && kind === owner.resource.kind) return false;
      const resource = discovery.find(apiVersion, kind);
      if (!resource?.verbs.includes('watch') || resource.scope !== 'Namespaced') return false;
      const key = `${apiVersion} ${kind}`;
      const owners = between.get(key) ?? watch(resource);
      between.set(key, owners);
      const references = owners.rows.get(reference.uid)?.metadata.ownerReferences ?? [];
      return references.some(({ uid }) => uid === owner.uid);
    });

  return {
    store,
    rows: () => [...store.rows.values()].filter(isOwned),
    dispose() {
      for (const listener of listeners) listener.dispose();
    },
  };
}
