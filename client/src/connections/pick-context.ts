import type { KubeContext } from '../cluster/cluster.ts';
import { cancelChoice } from '../prompts/confirm.ts';
import { type Choice, pick } from '../prompts/pick.ts';
import type { Connections } from './connections.ts';

/** Those contexts that something can be done with. */
export interface ContextFilter {
  readonly has: (context: KubeContext) => boolean;
  /** What is said where there are none. */
  readonly none: string;
  /** What the others are, which are counted then: `read-only`. */
  readonly leftOut?: string;
}

/** Words that follow "Pick the cluster to". */
export interface PickContextOptions {
  readonly purpose: string;
  /** `keyOf` the context to offer first. */
  readonly first?: string | undefined;
  /**
   * Where picking one changes something at once: with which one it changes nothing. That one comes first, and where there is
   * none a line to leave it, because a key that is held takes the first line.
   */
  readonly harmless?: ((context: KubeContext) => boolean) | undefined;
  /** Those that it can be done with; undefined for all. */
  readonly among?: ContextFilter | undefined;
}

/**
 * Lets a person pick one of the contexts, even when there is only one: no cluster is chosen silently. Undefined when
 * they pick none. With no context at all it says so and rejects.
 */
export async function pickContext(
  connections: Connections,
  { purpose, first, harmless, among }: PickContextOptions,
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
  const isFirst = harmless ?? ((context: KubeContext) => connections.keyOf(context) === first);
  const items = inOrder(offered, isFirst).map(
    (context): Choice<KubeContext | undefined> => ({
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
  if (harmless && !offered.some(harmless)) items.unshift({ ...cancelChoice, value: undefined });
  const leftOut = usable.length - offered.length;
  const placeholder =
    among?.leftOut === undefined || leftOut === 0
      ? 'Cluster'
      : `Cluster (${leftOut} left out: ${among.leftOut})`;
  return await pick({ title: `Pick the cluster to ${purpose}`, placeholder }, items);
}

function inOrder(
  contexts: readonly KubeContext[],
  isFirst: (context: KubeContext) => boolean,
): KubeContext[] {
  return [...contexts.filter(isFirst), ...contexts.filter((context) => !isFirst(context))];
}
