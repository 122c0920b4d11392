import type { Cluster } from '../cluster.ts';
import { concurrently } from '../concurrently.ts';
import { ClusterError, type FailureKind } from '../errors.ts';
import type { Explanation } from '../explanation.ts';
import type { Resource } from '../kube-object.ts';
import type { NamespaceScope } from '../namespace-scope.ts';

/** How many objects of a kind there are, or why that is not known. */
export type ObjectCount =
  | {
      readonly state: 'counted';
      readonly count: number;
      /** `about`: the server has counted, and promises no more than that; `at least`: it does not tell how many follow. */
      readonly is: 'exact' | 'about' | 'at least';
    }
  | { readonly state: 'forbidden'; readonly why: Explanation }
  | { readonly state: 'unknown'; readonly why: Explanation };

/** What is counted of a kind, and what became of it. */
export interface CountedKind {
  readonly resource: Resource;
  /** Where it was counted: `all` also of what has no namespace. */
  readonly namespaces: NamespaceScope;
  readonly count: ObjectCount;
}

/** Kinds that are counted at a time: each asks for one thing after the other. */
const parallelCounts = 8;
/** Who does not answer for so many milliseconds is not waited for. */
const patience = 10_000;
/** Where others were answered, this is of one kind alone: the server behind it is slow, or answers what is no list. */
const lateFailures: ReadonlySet<FailureKind> = new Set(['unreachable', 'protocol']);

/**
 * Counts the objects of kinds by lists of one, never by a watch: how many follow it the server tells. Where all namespaces may not be
 * listed, `fallback` is counted. Rejects where nobody answers, or for the signal's reason; what cannot be counted of one kind is
 * told of that.
 */
export async function countObjects(
  cluster: Pick<Cluster, 'ask'>,
  kinds: readonly Resource[],
  { namespaces, fallback }: { readonly namespaces: NamespaceScope; readonly fallback: string },
  onDidCount: (counted: CountedKind) => void,
  signal: AbortSignal,
): Promise<void> {
  let isAnswered = false;
  const count = async (resource: Resource, where: NamespaceScope): Promise<ObjectCount> => {
    try {
      const found = await countIn(cluster, resource, where, signal);
      isAnswered = true;
      return found;
    } catch (error) {
      signal.throwIfAborted();
      const isOfThisAlone = error instanceof ClusterError && isAnswered && lateFailures.has(error.failure);
      if (!isOfThisAlone) throw error;
      return { state: 'unknown', why: error.explanation };
    }
  };
  await concurrently(parallelCounts, kinds, async (resource) => {
    const wanted = resource.scope === 'Namespaced' ? namespaces : 'all';
    let counted: Omit<CountedKind, 'resource'> = { namespaces: wanted, count: await count(resource, wanted) };
    if (counted.count.state === 'forbidden' && resource.scope === 'Namespaced' && wanted === 'all') {
      counted = { namespaces: [fallback], count: await count(resource, [fallback]) };
    }
    signal.throwIfAborted();
    onDidCount({ resource, ...counted });
  });
}

async function countIn(
  cluster: Pick<Cluster, 'ask'>,
  resource: Resource,
  namespaces: NamespaceScope,
  signal: AbortSignal,
): Promise<ObjectCount> {
  if (namespaces === 'all') return await countOf(cluster, resource, undefined, signal);
  const counts: ObjectCount[] = [];
  for (const namespace of namespaces) counts.push(await countOf(cluster, resource, namespace, signal));
  return sumOf(counts);
}

async function countOf(
  cluster: Pick<Cluster, 'ask'>,
  resource: Resource,
  namespace: string | undefined,
  signal: AbortSignal,
): Promise<ObjectCount> {
  try {
    const { items, continueToken, remainingItemCount } = await cluster.ask(
      { verb: 'list', of: { resource, namespace }, as: 'metadata', limit: 1 },
      signal,
      { deadline: patience },
    );
    if (continueToken === undefined) return { state: 'counted', count: items.length, is: 'exact' };
    if (remainingItemCount === undefined) return { state: 'counted', count: items.length, is: 'at least' };
    return { state: 'counted', count: items.length + remainingItemCount, is: 'about' };
  } catch (error) {
    signal.throwIfAborted();
    // Who is not known to the server need not ask on.
    if (!(error instanceof ClusterError) || error.failure !== 'status' || error.code === 401) throw error;
    return { state: error.code === 403 ? 'forbidden' : 'unknown', why: error.explanation };
  }
}

/** Those of several namespaces together: of what could be counted, and no more than that where not all could. */
function sumOf(counts: readonly ObjectCount[]): ObjectCount {
  const counted = counts.filter((one) => one.state === 'counted');
  const [failed] = counts.filter((one) => one.state !== 'counted');
  if (counted.length === 0 && failed) return failed;
  const isAtLeast = failed !== undefined || counted.some(({ is }) => is === 'at least');
  const isAbout = counted.some(({ is }) => is === 'about');
  return {
    state: 'counted',
    count: counted.reduce((sum, { count }) => sum + count, 0),
    is: isAtLeast ? 'at least' : isAbout ? 'about' : 'exact',
  };
}
