import type { ClustersView } from './clusters-view.ts';
import { kindAtHand } from './kind-at-hand.ts';
import type { KindNode } from './nodes/kind-node.ts';
import type { RowOptions } from './row-options.ts';

const titles = { unhealthy: 'Show Only Unhealthy', all: 'Show All' } as const;

/** Show Only Unhealthy, Show All: whether a kind shows what is as it should be. */
export async function showByHealth(
  view: ClustersView,
  given: KindNode | undefined,
  health: RowOptions['health'],
): Promise<void> {
  const kind = await kindAtHand(view, titles[health], given);
  kind?.choose({ ...kind.options, health });
}
