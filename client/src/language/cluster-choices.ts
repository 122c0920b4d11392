import type { ClusterChoice } from '../../../server/src/protocol.ts';
import { lastTarget } from '../connections/last-target.ts';
import type { Features } from '../features.ts';

/** The contexts that a person could connect to, in the order in which they are to be offered. Contacts none. */
export async function clusterChoices(
  features: Pick<Features, 'connections' | 'extension'>,
): Promise<ClusterChoice[]> {
  const { connections } = features;
  const { contexts } = await connections.contexts();
  const last = lastTarget(features);
  return contexts
    .filter(({ problem }) => problem === undefined)
    .toSorted(
      (left, right) => Number(connections.keyOf(right) === last) - Number(connections.keyOf(left) === last),
    )
    .map((context) => ({ id: context.id, name: connections.labelOf(context) }));
}
