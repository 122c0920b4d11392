import type { ClusterChoice } from '../../../server/src/protocol.ts';
import type { Connections } from '../connections/connections.ts';
import type { LastTarget } from '../connections/last-target.ts';

/** The contexts that a person could connect to, in the order in which they are to be offered. Contacts none. */
export async function clusterChoices(
  connections: Connections,
  lastTarget: LastTarget,
): Promise<ClusterChoice[]> {
  const { contexts } = await connections.contexts();
  const last = lastTarget.key;
  return contexts
    .filter(({ problem }) => problem === undefined)
    .toSorted(
      (left, right) => Number(connections.keyOf(right) === last) - Number(connections.keyOf(left) === last),
    )
    .map((context) => ({ id: context.id, name: connections.labelOf(context) }));
}
