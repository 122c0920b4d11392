import type { Column } from '../../../../server/src/catalog/catalog.ts';
import type { Cluster, Discovery, Freshness, ResourceStore, StoreChange } from '../cluster.ts';
import { shortFault } from '../explanation.ts';
import type { ObjectMeta, Resource, Row, Selection } from '../kube-object.ts';
import type { ContainersRow } from '../objects/container-runs.ts';

/** An object that may have Pods of its own. */
export interface PodOwner {
  readonly uid: string;
  readonly resource: Pick<Resource, 'apiVersion' | 'kind'>;
  readonly namespace: string;
  /** The labels that its Pods have, where they are known: the server sends no others then. */
  readonly labelSelector?: string | undefined;
}

/** The Pods that an object owns, itself or by what it owns: a Deployment by its ReplicaSets, a CronJob by its Jobs. */
export interface OwnedPods<Kept extends Row = Row> {
  /** The kind of the rows. */
  readonly resource: Resource;
  readonly columns: readonly Column[];
  /** The least fresh of the Pods and of all that is needed to tell whose they are. The same object until it changes. */
  readonly freshness: Freshness;
  /** The Pods by their names, as far as they and their owners are known now. */
  rows(): Kept[];
  /** A person looks at them. */
  seen(): void;
  /** Nobody does for now. */
  hidden(): void;
  /** Asks the server now, also after a failure. */
  refresh(): void;
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
  return watchOwned(owner, cluster, discovery, changed, (pods, namespace, selection) =>
    cluster.watch(pods, namespace, selection),
  );
}

/** The same with the containers of the Pods. */
export function watchOwnedContainers(
  owner: PodOwner,
  cluster: Pick<Cluster, 'watch' | 'watchContainers'>,
  discovery: Discovery,
  changed: () => void,
): OwnedPods<ContainersRow> | undefined {
  return watchOwned(owner, cluster, discovery, changed, (pods, namespace, selection) =>
    cluster.watchContainers(pods, namespace, selection),
  );
}

type WatchPods<Kept extends Row> = (
  pods: Resource,
  namespace: string,
  selection: Selection,
) => ResourceStore<Kept>;

function watchOwned<Kept extends Row>(
  owner: PodOwner,
  cluster: Pick<Cluster, 'watch'>,
  discovery: Discovery,
  changed: () => void,
  watchPods: WatchPods<Kept>,
): OwnedPods<Kept> | undefined {
  const pods = discovery.find('v1', 'Pod');
  if (!pods) return undefined;
  const holds: { dispose(): void }[] = [];
  const held = <Held extends Row>(
    opened: ResourceStore<Held>,
    onDidChange: (change: StoreChange) => void,
  ): ResourceStore<Held> => {
    holds.push(opened.onDidChange(onDidChange), opened);
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
      between.set(key, held(cluster.watch(resource, owner.namespace, {}), changed));
    }
  };

  const { labelSelector } = owner;
  const selection = labelSelector === undefined ? {} : { labelSelector };
  const store = held(watchPods(pods, owner.namespace, selection), ({ rows }) => {
    const uids = rows === 'all' ? store.rows.keys() : rows.keys();
    for (const uid of uids) {
      const row = store.rows.get(uid);
      if (row) watchOwnersOf(row);
    }
    changed();
  });
  for (const row of store.rows.values()) watchOwnersOf(row);

  const isOwned = ({ metadata }: Kept): boolean =>
    (metadata.ownerReferences ?? []).some((reference) => {
      if (reference.uid === owner.uid) return true;
      const owners = between.get(keyOf(reference))?.rows.get(reference.uid)?.metadata.ownerReferences;
      return owners?.some(({ uid }) => uid === owner.uid) ?? false;
    });

  /** What stands between, as far as a Pod that is there now has its owner in it. */
  const needed = (): ResourceStore[] => {
    const keys = new Set<string>();
    for (const { metadata } of store.rows.values()) {
      for (const reference of metadata.ownerReferences ?? []) {
        if (!isOwnersKind(reference)) keys.add(keyOf(reference));
      }
    }
    return [...keys].flatMap((key) => between.get(key) ?? []);
  };
  const ofOwners = remembered(unlessOwnersAreKnown);

  return {
    resource: pods,
    get columns() {
      return store.columns;
    },
    get freshness() {
      let least = store.freshness;
      for (const { freshness } of needed()) {
        if (isLessFresh(freshness, least)) least = ofOwners(freshness);
      }
      return least;
    },
    rows: () => store.sorted.filter(isOwned),
    seen() {
      for (const one of [store, ...between.values()]) one.seen();
    },
    hidden() {
      for (const one of [store, ...between.values()]) one.hidden();
    },
    refresh() {
      for (const one of [store, ...between.values()]) one.refresh();
    },
    dispose() {
      for (const hold of holds) hold.dispose();
    },
  };
}

type OwnerReference = NonNullable<ObjectMeta['ownerReferences']>[number];

/** Whether more of what is shown may be wrong by one than by the other. */
export function isLessFresh(one: Freshness, other: Freshness): boolean {
  return severityOf(one) > severityOf(other);
}

/** The more of what is shown may be wrong, the higher. */
function severityOf(freshness: Freshness): number {
  switch (freshness.state) {
    case 'live':
      return 0;
    case 'empty':
    case 'listing':
    case 'resyncing':
    case 'polled':
      return 1;
    case 'stale':
    case 'paused':
      return 2;
    case 'forbidden':
    case 'gone':
      return 3;
  }
}

/** How fresh Pods are of which it is the owners that are not known. */
function unlessOwnersAreKnown(freshness: Freshness): Freshness {
  if (!('why' in freshness) || freshness.state === 'resyncing' || freshness.state === 'polled')
    return freshness;
  const { missingRight: _, ...why } = freshness.why;
  const fault = `which Pods belong to it may not be known: ${shortFault(freshness.why)}`;
  return { ...freshness, why: { ...why, fault } };
}

/** The same answer as long as the question is the same object. */
function remembered<Question extends object, Answer>(ask: (question: Question) => Answer) {
  const answers = new WeakMap<Question, Answer>();
  return (question: Question): Answer => {
    const answer = answers.get(question) ?? ask(question);
    answers.set(question, answer);
    return answer;
  };
}

/** The kind of an owner. */
function keyOf({ apiVersion, kind }: OwnerReference): string {
  return `${apiVersion} ${kind}`;
}
