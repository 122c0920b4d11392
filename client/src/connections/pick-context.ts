import type { KubeContext } from '../cluster/cluster.ts';
import { type Choice, pick } from '../prompts/pick.ts';
import type { Connections } from './connections.ts';

/** Words that follow "Pick the cluster to". */
export interface PickContextOptions {
  readonly purpose: string;
  /** `keyOf` the context to offer first. */
  readonly first?: string | undefined;
  /** Those that it can be done with, and what is said where there are none; undefined for all. */
  readonly among?: { readonly has: (context: KubeContext) => boolean; readonly none: string } | undefined;
}

/**
 * Lets a person pick one of the contexts, even when there is only one: no cluster is chosen silently. Undefined when
 * they pick none. With no context at all it says so and rejects.
 */
export async function pickContext(
  connections: Connections,
  { purpose, first, among }: PickContextOptions,
): Promise<KubeContext | undefined> {
  const { contexts, problems } = await connections.contexts();
  const usable = contexts.filter(({ problem }) => problem === undefined);
  if (usable.length === 0) {
    const reason = problems[0]?.message ?? contexts[0]?.problem;
    throw new Error(
      reason ?? 'No cluster is known: start the sandbox, or name a kubeconfig in kubewright.kubeconfigs.',
    );
  }
  const offered = usable.filter((context) => among?.has(context) ?? true);
  if (offered.length === 0) throw new Error(among?.none);
  const items = inOrder(offered, (context) => connections.keyOf(context) === first).map(
    (context): Choice<KubeContext> => ({
      label: connections.labelOf(context),
      description: [
        connections.keyOf(context) === first ? 'last used in this workspace' : '',
        context.current ? 'current-context' : '',
      ]
        .filter((part) => part !== '')
        .join(', '),
      detail: context.server ?? '',
      value: context,
    }),
  );
  return await pick({ title: `Pick the cluster to ${purpose}`, placeholder: 'Cluster' }, items);
}

function inOrder(
  contexts: readonly KubeContext[],
  isFirst: (context: KubeContext) => boolean,
): KubeContext[] {
  return [...contexts.filter(isFirst), ...contexts.filter((context) => !isFirst(context))];
}
