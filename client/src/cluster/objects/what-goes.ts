import type { Cluster, Discovery } from '../cluster.ts';
import { concurrently } from '../concurrently.ts';
import type { KubeObject, ObjectReference, Resource } from '../kube-object.ts';
import { contentsOf } from './grave-kinds.ts';

/** Objects of a kind that go when another one is deleted. */
export interface GoingAlong {
  readonly resource: Resource;
  readonly count: number;
  /** Whether there are no others, or that could not be told. */
  readonly is: 'all' | 'at least';
}

/** What is known of a deletion before it is begun. */
export interface Consequences {
  /** Largest numbers first. */
  readonly going: readonly GoingAlong[];
  /** Finalizers of the object itself: it stays until they are taken away. */
  readonly heldBy: readonly string[];
  /** Kinds that could not be looked through: they may not be listed, or did not answer. */
  readonly unread: readonly Resource[];
  /** Kinds with so many objects that only the first were looked through, and none of those goes. */
  readonly readInPart: readonly Resource[];
}

/** Lists under way at a time. */
const parallelLists = 8;
/** Objects of a kind that are looked through for those that are owned. */
const mostOfKind = 500;

/**
 * What goes with an object: the contents of a namespace, the objects of a definition's kind, and what it owns, directly or by
 * others, of its own namespace. Rejects with the signal's reason alone: what cannot be read is said to be so.
 */
export async function whatGoesWith(
  cluster: Pick<Cluster, 'ask' | 'discover' | 'get'>,
  { reference, uid }: { readonly reference: ObjectReference; readonly uid: string | undefined },
  signal: AbortSignal,
): Promise<Consequences> {
  const object = await orNothing(cluster.get(reference, signal), signal);
  const heldBy = object?.metadata.finalizers ?? [];
  const discovery = await orNothing(cluster.discover({ signal }), signal);
  if (!discovery) return { going: [], heldBy, unread: [], readInPart: [] };
  const { resources, namespace, counts } = lookedThrough(reference, discovery);
  const unread: Resource[] = [];
  const found = await concurrently(parallelLists, resources, async (resource) => {
    const limit = counts === 'all' ? 1 : mostOfKind;
    const of = { resource, namespace: resource.scope === 'Namespaced' ? namespace : undefined };
    const page = await orNothing(cluster.ask({ verb: 'list', of, as: 'metadata', limit }, signal), signal);
    if (!page) unread.push(resource);
    return {
      resource,
      items: page?.items ?? [],
      remaining: page?.continueToken ? page.remainingItemCount : 0,
    };
  });
  const owner = uid ?? object?.metadata.uid;
  const going = counts === 'all' ? found.map(counted) : ownedOf(found, owner);
  return {
    going: going.filter(({ count }) => count > 0).sort((left, right) => right.count - left.count),
    heldBy,
    unread,
    // Of a kind that goes whole there is one at least.
    readInPart: going.flatMap(({ resource, count }, place) =>
      count === 0 && isReadInPart(found[place]!) ? [resource] : [],
    ),
  };
}

interface Found {
  readonly resource: Resource;
  readonly items: readonly KubeObject[];
  /** How many there are beyond; undefined where the server does not say. */
  readonly remaining: number | undefined;
}

function isReadInPart({ remaining }: Found): boolean {
  return remaining !== 0;
}

/** Which kinds are looked through, where, and whether all of their objects go or those that are owned. */
function lookedThrough(
  { resource, namespace, name }: ObjectReference,
  discovery: Discovery,
): { resources: Resource[]; namespace: string | undefined; counts: 'all' | 'owned' } {
  const listed = served(discovery);
  switch (contentsOf(resource)) {
    case 'namespace':
      return { resources: listed.filter(isNamespaced), namespace: name, counts: 'all' };
    case 'kind': {
      const own = listed.filter(({ plural, group }) => `${plural}.${group}` === name);
      return { resources: own, namespace: undefined, counts: 'all' };
    }
    case 'nothing': {
      const inside = namespace === undefined ? [] : listed.filter(isNamespaced);
      return { resources: inside, namespace, counts: 'owned' };
    }
  }
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

function isNamespaced({ scope }: Resource): boolean {
  return scope === 'Namespaced';
}

function counted({ resource, items, remaining }: Found): GoingAlong {
  return {
    resource,
    count: items.length + (remaining ?? 0),
    is: remaining === undefined ? 'at least' : 'all',
  };
}

/** Those whose owners go: the object, or one of these. */
function ownedOf(found: readonly Found[], owner: string | undefined): GoingAlong[] {
  if (owner === undefined) return [];
  const going = new Set([owner]);
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
  going.delete(owner);
  // What was not read may be owned, and own what was read.
  const is = found.some(isReadInPart) ? 'at least' : 'all';
  return found.map(({ resource, items }) => ({
    resource,
    count: items.filter(({ metadata }) => going.has(metadata.uid ?? '')).length,
    is,
  }));
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
