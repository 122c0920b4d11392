import type { Cluster } from '../cluster/cluster.ts';
import { concurrently } from '../cluster/concurrently.ts';
import { ClusterError } from '../cluster/errors.ts';
import type { Row } from '../cluster/kube-object.ts';
import { counted } from '../prompts/counted.ts';
import { textOfThrown } from '../prompts/text-of-thrown.ts';
import type { SearchedKind, SearchedObject } from './searched-object.ts';

/** Lists are read so many at a time. */
const parallelLists = 4;
/** Names of a cluster that are searched; kinds beyond are said. */
export const mostSearchedObjects = 100_000;

/** Why objects of a kind were not searched, or not all of them. */
export interface NotSearched {
  readonly kind: SearchedKind;
  /** In a word or two, to stand behind the kind in brackets. */
  readonly why: string;
  /** In full. */
  readonly sentence: string;
}

/** What is known of a cluster's names; it grows while they are read. */
export class GatheredObjects {
  readonly objects: SearchedObject[] = [];
  readonly notSearched: NotSearched[] = [];
  /** How many kinds there are, and how many of them have been read or given up. */
  readonly kinds: number;
  done = 0;

  constructor(kinds: number) {
    this.kinds = kinds;
  }
}

/** Who is asked for names. */
export type SearchedCluster = Pick<Cluster, 'pages' | 'liveRows'>;

/** How names are read. */
export interface GatherOptions {
  /** Where a kind may not be listed in all namespaces: those in which it is tried. */
  readonly namespaces: readonly string[];
  readonly signal: AbortSignal;
  /** Called when more has come. */
  readonly onMore: () => void;
  readonly most?: number;
}

/**
 * Reads the names of all objects of these kinds into `gathered`: the metadata alone, in pages, four lists at a time, in the
 * order of the kinds. What is shown live already is not asked for. A kind that cannot be read is noted, and the others go on.
 * Rejects with the signal's reason alone.
 */
export async function gatherObjects(
  cluster: SearchedCluster,
  kinds: readonly SearchedKind[],
  gathered: GatheredObjects,
  { namespaces, signal, onMore, most = mostSearchedObjects }: GatherOptions,
): Promise<void> {
  const take = (kind: SearchedKind, named: Iterable<Named>) => {
    for (const { name, namespace, uid } of named) {
      if (gathered.objects.length === most) throw new TooMany(most);
      gathered.objects.push({ kind, name, namespace, uid });
    }
    onMore();
  };
  const note = (kind: SearchedKind, error: unknown) =>
    gathered.notSearched.push({ kind, why: reasonOf(error), sentence: textOfThrown(error) });
  const live = new Set<SearchedKind>();
  for (const kind of kinds) {
    const rows = cluster.liveRows(kind.resource, undefined);
    if (!rows) continue;
    live.add(kind);
    gathered.done++;
    try {
      take(kind, readable(rows.values()));
    } catch (error) {
      note(kind, error);
    }
  }
  const asked = kinds.filter((kind) => !live.has(kind));
  await concurrently(parallelLists, asked, async (kind) => {
    try {
      if (gathered.objects.length === most) throw new TooMany(most);
      await readKind(cluster, kind, namespaces, signal, (named) => take(kind, named));
    } catch (error) {
      signal.throwIfAborted();
      note(kind, error);
    }
    gathered.done++;
    onMore();
  });
}

/** What of an object is kept. */
interface Named {
  readonly name: string;
  readonly namespace: string | undefined;
  readonly uid: string | undefined;
}

/** There are more objects than are searched. */
class TooMany extends Error {
  constructor(most: number) {
    super(`More than ${counted(most)} objects are not searched.`);
  }
}

/** A part of the objects alone may be listed. */
class InPart extends Error {
  readonly namespaces: readonly string[];

  constructor(namespaces: readonly string[], refusal: string) {
    super(`Only ${namespaces.join(', ')} was searched. ${refusal}`);
    this.namespaces = namespaces;
  }
}

async function readKind(
  cluster: SearchedCluster,
  { resource }: SearchedKind,
  namespaces: readonly string[],
  signal: AbortSignal,
  take: (named: Iterable<Named>) => void,
): Promise<void> {
  const read = async (namespace: string | undefined) => {
    const operation = { verb: 'list', of: { resource, namespace }, as: 'metadata' } as const;
    for await (const { items } of cluster.pages(operation, 'continue', signal)) {
      take(
        items.flatMap(({ metadata: { name, namespace: own, uid } }) =>
          name === undefined ? [] : [{ name, namespace: own, uid }],
        ),
      );
    }
  };
  try {
    await read(undefined);
  } catch (error) {
    if (!isForbidden(error) || resource.scope !== 'Namespaced') throw error;
    const allowed: string[] = [];
    for (const namespace of namespaces) {
      try {
        await read(namespace);
        allowed.push(namespace);
      } catch (refusal) {
        if (!isForbidden(refusal)) throw refusal;
      }
    }
    throw allowed.length > 0 ? new InPart(allowed, error.message) : error;
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof TooMany) return 'too many objects';
  if (error instanceof InPart) return `only ${error.namespaces.join(', ')}`;
  return isForbidden(error) ? 'forbidden' : 'failed';
}

function isForbidden(error: unknown): error is ClusterError {
  return error instanceof ClusterError && error.status?.code === 403;
}

/** Of what cannot be read nothing can be opened. */
function readable(rows: Iterable<Row>): Named[] {
  return [...rows]
    .filter(({ problem }) => problem === undefined)
    .map(({ name, namespace, metadata }) => ({ name, namespace, uid: metadata.uid }));
}
