import type { Cluster, Discovery } from '../cluster.ts';
import { concurrently } from '../concurrently.ts';
import type { KubeObject, ObjectReference, Resource } from '../kube-object.ts';
import { contentsOf } from './grave-kinds.ts';

/** Objects of a kind that go when others are deleted. */
export interface GoingAlong {
  readonly resource: Resource;
  /** Why: they are in what is deleted (a namespace, a definition), or it owns them. */
  readonly by: 'contents' | 'ownership';
  readonly count: number;
  /** Whether there are no others, or that could not be told. */
  readonly is: 'all' | 'at least';
}

/** What is known of a deletion before it is begun. */
export interface Consequences {
  /** Largest numbers first. */
  readonly going: readonly GoingAlong[];
  /** Kinds that could not be looked through: they may not be listed, or did not answer. */
  readonly unread: readonly Resource[];
  /** Kinds with so many objects that only the first were looked through, and none of those goes. */
  readonly readInPart: readonly Resource[];
  /** Namespaces that were not looked through for what is owned, because there are too many. */
  readonly unseen: readonly string[];
}

/** An object that is to be deleted, and is there. */
export interface Deletable {
  readonly reference: ObjectReference;
  readonly uid: string | undefined;
}

/** Lists under way at a time. */
const parallelLists = 8;
/** Objects of a kind that are looked through for those that are owned. */
const mostOfKind = 500;
/** Namespaces that are looked through for what is owned. */
const mostNamespaces = 10;

/**
 * What goes with some objects, beside themselves: the contents of namespaces, the objects of definitions' kinds, and what they
 * own, directly or by others, of their own namespaces. Rejects with the signal's reason alone: what cannot be read is said to be so.
 */
export async function whatGoesWith(
  cluster: Pick<Cluster, 'ask' | 'discover'>,
  objects: readonly Deletable[],
  signal: AbortSignal,
): Promise<Consequences> {
  const discovery = await orNothing(cluster.discover({ signal }), signal);
  if (!discovery) return { going: [], unread: [], readInPart: [], unseen: [] };
  const { lists, unseen } = listsFor(objects, served(discovery));
  const unread = new Set<Resource>();
  const found = await concurrently(parallelLists, lists, async (list): Promise<Found> => {
    const { resource, namespace, by } = list;
    const limit = by === 'contents' ? 1 : mostOfKind;
    const page = await orNothing(
      cluster.ask({ verb: 'list', of: { resource, namespace }, as: 'metadata', limit }, signal),
      signal,
    );
    if (!page) unread.add(resource);
    const remaining = page?.continueToken ? page.remainingItemCount : 0;
    return { ...list, items: page?.items ?? [], remaining };
  });
  const owners = new Set(objects.flatMap(({ uid }) => uid ?? []));
  const counts = together([
    ...found.filter(({ by }) => by === 'contents').map((each) => contained(each, objects)),
    ...ownedOf(
      found.filter(({ by }) => by === 'ownership'),
      owners,
    ),
  ]);
  const inPart = new Set(found.filter(isReadInPart).map(({ resource }) => resource));
  return {
    going: counts.filter(({ count }) => count > 0).sort((left, right) => right.count - left.count),
    unread: [...unread],
    readInPart: counts.flatMap(({ resource, by, count }) =>
      by === 'ownership' && count === 0 && inPart.has(resource) ? [resource] : [],
    ),
    unseen,
  };
}

/** Objects of a kind that are looked through: all of them go, or those that are owned. */
interface List {
  readonly resource: Resource;
  /** Undefined for those of all namespaces. */
  readonly namespace: string | undefined;
  readonly by: GoingAlong['by'];
}

interface Found extends List {
  readonly items: readonly KubeObject[];
  /** How many there are beyond; undefined where the server does not say. */
  readonly remaining: number | undefined;
}

function isReadInPart({ remaining }: Found): boolean {
  return remaining !== 0;
}

/** What is looked through, each kind once in each place. */
function listsFor(
  objects: readonly Deletable[],
  kinds: readonly Resource[],
): { lists: List[]; unseen: string[] } {
  const namespaced = kinds.filter(({ scope }) => scope === 'Namespaced');
  const definitions = new Set(namesOf(objects, 'kind'));
  const contents = new Set(namesOf(objects, 'namespace'));
  const owning = objects.flatMap(({ reference: { resource, namespace } }) =>
    contentsOf(resource) === 'nothing' && namespace !== undefined && !contents.has(namespace)
      ? [namespace]
      : [],
  );
  const places = [...new Set(owning)];
  const whole = kinds.filter(({ plural, group }) => definitions.has(`${plural}.${group}`));
  const others = namespaced.filter((kind) => !whole.includes(kind));
  const inside = (namespace: string, by: List['by']) =>
    others.map((resource): List => ({ resource, namespace, by }));
  return {
    lists: [
      ...whole.map((resource): List => ({ resource, namespace: undefined, by: 'contents' })),
      ...[...contents].flatMap((namespace) => inside(namespace, 'contents')),
      ...places.slice(0, mostNamespaces).flatMap((namespace) => inside(namespace, 'ownership')),
    ],
    unseen: places.slice(mostNamespaces),
  };
}

/** The names of those that contain others so. */
function namesOf(objects: readonly Deletable[], contents: 'namespace' | 'kind'): string[] {
  return objects.flatMap(({ reference: { resource, name } }) =>
    contentsOf(resource) === contents ? [name] : [],
  );
}

/** What can be listed, each in its preferred version. Events tell of objects and go by themselves. */
function served({ resources }: Discovery): Resource[] {
  const known = new Set<string>();
  return resources.filter(({ group, plural, verbs }) => {
    const name = `${group}/${plural}`;
    if (known.has(name) || plural === 'events' || !verbs.includes('list')) return false;
    known.add(name);
    return true;
  });
}

/** All that are there, without those that are deleted themselves. */
function contained(
  { resource, namespace, items, remaining }: Found,
  objects: readonly Deletable[],
): GoingAlong {
  const named = objects.filter(
    ({ reference }) =>
      reference.resource.plural === resource.plural &&
      reference.resource.group === resource.group &&
      (namespace === undefined || reference.namespace === namespace),
  );
  return {
    resource,
    by: 'contents',
    count: Math.max(0, items.length + (remaining ?? 0) - named.length),
    is: remaining === undefined ? 'at least' : 'all',
  };
}

/** Those whose owners go: the objects, or one of these. */
function ownedOf(found: readonly Found[], owners: ReadonlySet<string>): GoingAlong[] {
  const going = new Set(owners);
  const byOwner = new Map<string, string[]>();
  for (const { items } of found) {
    for (const { metadata } of items) {
      for (const { uid } of metadata.ownerReferences ?? []) {
        const owned = byOwner.get(uid);
        if (owned) owned.push(metadata.uid ?? '');
        else byOwner.set(uid, [metadata.uid ?? '']);
      }
    }
  }
  for (const uid of going) for (const owned of byOwner.get(uid) ?? []) going.add(owned);
  for (const owner of owners) going.delete(owner);
  // What was not read may be owned, and own what was read.
  const is = found.some(isReadInPart) ? 'at least' : 'all';
  return found.map(({ resource, items }) => ({
    resource,
    by: 'ownership',
    count: items.filter(({ metadata }) => going.has(metadata.uid ?? '')).length,
    is,
  }));
}

/** The counts of a kind in several places as one. */
function together(counts: readonly GoingAlong[]): GoingAlong[] {
  const sums = new Map<string, GoingAlong>();
  for (const each of counts) {
    const { resource, by, count, is } = each;
    const key = `${by} ${resource.group}/${resource.plural}`;
    const sum = sums.get(key);
    sums.set(key, sum ? { ...sum, count: sum.count + count, is: is === 'all' ? sum.is : 'at least' } : each);
  }
  return [...sums.values()];
}

/** What a request gives; undefined where it fails. */
async function orNothing<Answer>(asked: Promise<Answer>, signal: AbortSignal): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
