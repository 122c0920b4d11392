import type { Freshness } from '../cluster.ts';

/** Whether a store has no complete set yet, and nothing is known to be in the way of one. */
export function isFirstSetComing({ freshness }: { readonly freshness: Freshness }): boolean {
  return freshness.state === 'empty' || freshness.state === 'listing';
}
