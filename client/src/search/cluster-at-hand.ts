import type { KubeContext } from '../cluster/cluster.ts';
import type { ContextTarget } from '../connections/object-target.ts';
import { pickContext } from '../connections/pick-context.ts';
import type { SearchDependencies } from './dependencies.ts';

/** Which of several clusters is taken without a question: the only one that is open, that which was asked last before it, or none. */
export type TakenUnasked = 'the open one' | 'the last one' | 'none';

/**
 * The cluster of the line that a command was run on; without one the only one there is, or that which is taken without a question;
 * else one that a person picks, that which was asked last first.
 */
export async function clusterAtHand(
  sources: SearchDependencies,
  title: string,
  target: ContextTarget | undefined,
  unasked: TakenUnasked,
): Promise<KubeContext | undefined> {
  const { connections, recent, last } = sources;
  const { contexts } = await connections.contexts();
  const usable = contexts.filter(({ problem }) => problem === undefined);
  const open = usable.filter(({ id }) => connections.opened(id) !== undefined);
  const before = unasked === 'the last one' ? usable.find(({ id }) => id === last.context?.id) : undefined;
  const known =
    target?.context ?? onlyOf(usable) ?? before ?? (unasked === 'none' ? undefined : onlyOf(open));
  const context = known ?? (await pickContext(sources, { title }));
  if (!context) return undefined;
  last.context = context;
  // It is offered first the next time.
  await recent.remember({ cluster: connections.keyOf(context) });
  return context;
}

function onlyOf<Value>(values: readonly Value[]): Value | undefined {
  return values.length === 1 ? values[0] : undefined;
}
