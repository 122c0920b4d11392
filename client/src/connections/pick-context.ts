import type { KubeContext } from '../cluster/cluster.ts';
import { cancelChoice } from '../prompts/confirm.ts';
import { type Choice, offering, type PickTexts, pickWhileOpen } from '../prompts/pick.ts';
import type { Connections } from './connections.ts';
import type { Recent } from './recent.ts';
import type { Targets } from './targets.ts';

/** Which clusters there are to pick from, which of them is the target, and which were picked before. */
export interface PickableContexts {
  readonly connections: Connections;
  readonly targets: Targets;
  readonly recent: Recent;
}

/** Those contexts that something can be done with. */
export interface ContextFilter {
  readonly has: (context: KubeContext) => boolean;
  /** What is said where there are none. */
  readonly none: string;
  /** What the others are, which are counted then: `read-only`. */
  readonly leftOut?: string;
}

/** How a cluster is asked for. */
export interface PickContextOptions {
  /** What it is for: `Delete an Object`. */
  readonly title: string;
  /** What a person is to know before, in place of the question. */
  readonly placeholder?: string | undefined;
  readonly step?: PickTexts['step'];
  /**
   * Where picking one changes something at once: with which one it changes nothing. That one comes first, and where there is
   * none a line to leave it, because a key that is held takes the first line.
   */
  readonly harmless?: ((context: KubeContext) => boolean) | undefined;
  /** Those that it can be done with; undefined for all. */
  readonly among?: ContextFilter | undefined;
}

/**
 * Lets a person pick one of the contexts, even when there is only one: no cluster is chosen silently. The target of the folder
 * comes first, then what was picked last. Undefined when they pick none. With no context at all it says so and rejects.
 */
export async function pickContext(
  { connections, targets, recent }: PickableContexts,
  { title, placeholder, step, harmless, among }: PickContextOptions,
): Promise<KubeContext | undefined> {
  const { contexts, problems } = await connections.contexts();
  const usable = contexts.filter(({ problem }) => problem === undefined);
  if (usable.length === 0) {
    const reason = problems[0]?.message ?? contexts[0]?.problem;
    throw new Error(
      reason ?? 'No cluster is known: start the sandbox, or name a kubeconfig (Name a Kubeconfig…).',
    );
  }
  const offered = usable.filter((context) => among?.has(context) ?? true);
  if (offered.length === 0) throw new Error(among?.none);
  const keyOf = (context: KubeContext) => ({ cluster: connections.keyOf(context) });
  const isFirst = harmless ?? ((context: KubeContext) => targets.isTarget(context));
  const items = inOrder(recent.inOrder(offered, keyOf), isFirst).map(
    (context): Choice<KubeContext | 'none'> => ({
      label: connections.labelOf(context),
      description: descriptionOf(context, usable, { connections, targets }),
      detail: context.server ?? '',
      value: context,
    }),
  );
  if (harmless && !offered.some(harmless)) items.unshift({ ...cancelChoice, value: 'none' });
  const leftOut = usable.length - offered.length;
  const counted =
    among?.leftOut === undefined || leftOut === 0 ? '' : ` (${leftOut} left out: ${among.leftOut})`;
  const picked = await pickWhileOpen(
    { title: `${title}: Cluster`, placeholder: placeholder ?? `Cluster${counted}`, ...(step && { step }) },
    offering(items),
  );
  return picked === 'none' ? undefined : picked;
}

/** What tells it from the others: what it is called, how it is protected, and its file where another one has its name. */
function descriptionOf(
  context: KubeContext,
  all: readonly KubeContext[],
  { connections, targets }: Pick<PickableContexts, 'connections' | 'targets'>,
): string {
  const isNamesake = all.some(({ name, id }) => name === context.name && id !== context.id);
  return [
    targets.isTarget(context) ? 'target' : '',
    context.current ? 'current-context' : '',
    ...connections.wordsOf(context),
    isNamesake ? context.file : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

function inOrder(
  contexts: readonly KubeContext[],
  isFirst: (context: KubeContext) => boolean,
): KubeContext[] {
  return [...contexts.filter(isFirst), ...contexts.filter((context) => !isFirst(context))];
}
