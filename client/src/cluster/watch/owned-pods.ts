import type { Cluster, Discovery, ResourceStore, StoreChange } from '../cluster.ts';
import type { ObjectMeta, Resource, Row, Selection } from '../kube-object.ts';

/** An object that may have Pods of its own. */
export interface PodOwner {
  readonly uid: string;
  readonly resource: Pick<Resource, 'apiVersion' | 'kind'>;
  readonly namespace: string;
  /** The labels that its Pods have, where they are known: the server sends no others then. */
  readonly labelSelector?: string | undefined;
}

/** The Pods that an object owns, itself or by what it owns: a Deployment by its ReplicaSets, a CronJob by its Jobs. */
export interface OwnedPods {
  /** The kind of the rows. */
  readonly resource: Resource;
  /** The Pods that may be its own: for columns and freshness. */
  readonly store: ResourceStore;
  /** The Pods by their names, as far as they and their owners are known now. */
  rows(): Row[];
  /** A person looks at them. */
  seen(): void;
  /** Nobody does for now. */
  hidden(): void;
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
  const holds: { dispose(): void }[] = [];
  const stores: ResourceStore[] = [];
  const watch = (resource: Resource, selection: Selection, onDidChange: (change: StoreChange) => void) => {
    const opened = cluster.watch(resource, owner.namespace, selection);
    holds.push(opened.onDidChange(onDidChange), opened);
    stores.push(opened);
    return opened;
  };
  /** The kinds that own Pods of this namespace, where the owner is none of them. */
  const between = new Map<string, ResourceStore>();
  const isOwnersKind = ({ apiVersion, kind }: OwnerReference) =>
    apiVersion === owner.resource.apiVersion && kind === owner.resource.kind;

  /** What stands between the owner and its Pods is known only from Pods that are there. */
  const watchOwnersOf = ({ metadata }: Row) => {
    for (const reference of metadata.ownerReferences ?? []) {
      const key = keyOf(reference);
      if (isOwnersKind(reference) || between.has(key)) continue;
      const resource = discovery.find(reference.apiVersion, reference.kind);
      if (!resource?.verbs.includes('watch') || resource.scope !== 'Namespaced') continue;
      between.set(key, watch(resource, {}, changed));
    }
  };

  const { labelSelector } = owner;
  const store = watch(pods, labelSelector === undefined ? {} : { labelSelector }, ({ rows }) => {
    const uids = rows === 'all' ? store.rows.keys() : rows.keys();
    for (const uid of uids) {
      const row = store.rows.get(uid);
      if (row) watchOwnersOf(row);
    }
    changed();
  });
  for (const row of store.rows.values()) watchOwnersOf(row);

  const isOwned = ({ metadata }: Row): boolean =>
    (metadata.ownerReferences ?? []).some((reference) => {
      if (reference.uid === owner.uid) return true;
      const owners = between.get(keyOf(reference))?.rows.get(reference.uid)?.metadata.ownerReferences;
      return owners?.some(({ uid }) => uid === owner.uid) ?? false;
    });

  return {
    resource: pods,
    store,
    rows: () => store.sorted.filter(isOwned),
    seen() {
      for (const each of stores) each.seen();
    },
    hidden() {
      for (const each of stores) each.hidden();
    },
    dispose() {
      for (const hold of holds) hold.dispose();
    },
  };
}

type OwnerReference = NonNullable<ObjectMeta['ownerReferences']>[number];

/** The kind of an owner. */
function keyOf({ apiVersion, kind }: OwnerReference): string {
  return `${apiVersion} ${kind}`;
}
