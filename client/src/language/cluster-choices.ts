import type { ClusterChoice } from '../../../server/src/protocol.ts';
import type { Connections } from '../connections/connections.ts';
import type { Targets } from '../connections/targets.ts';

/** The contexts that a person could connect to, in the order in which they are to be offered. Contacts none. */
export async function clusterChoices(connections: Connections, targets: Targets): Promise<ClusterChoice[]> {
  const { contexts } = await connections.contexts();
  return contexts
    .filter(({ problem }) => problem === undefined)
    .toSorted((left, right) => Number(targets.isTarget(right)) - Number(targets.isTarget(left)))
    .map((context) => ({ id: context.id, name: connections.labelOf(context) }));
}
