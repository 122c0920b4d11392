import type { Freshness } from '../cluster/cluster.ts';
import type { Explanation } from '../cluster/explanation.ts';

/** What a kind's line says about how fresh its objects are; empty while they are what the server has now. */
export function freshnessWords(freshness: Freshness, clock: (milliseconds: number) => string): string {
  switch (freshness.state) {
    case 'empty':
    case 'live':
      return '';
    case 'listing':
      return freshness.of === undefined ? 'loading' : `loading, ${freshness.count} of about ${freshness.of}`;
    case 'resyncing':
      return 'reading again';
    case 'stale':
      return `stale since ${clock(freshness.since)}`;
    case 'paused':
      return 'paused';
    case 'forbidden':
      return 'forbidden';
    case 'gone':
      return 'no longer served';
  }
}

/** Why the objects are not what the server has now; undefined when they are, or are on their way. */
export function freshnessProblem(freshness: Freshness): Explanation | undefined {
  return 'why' in freshness && freshness.state !== 'resyncing' ? freshness.why : undefined;
}
