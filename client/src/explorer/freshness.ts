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
    case 'polled':
      return `polled every ${Math.round(freshness.every / 1_000)} s: ${freshness.because === 'forbidden' ? 'you may not watch' : 'it cannot be watched'}`;
    case 'forbidden':
      return `you may not ${freshness.why.request?.intent.verb ?? 'list'}`;
    case 'gone':
      return 'no longer served';
  }
}

/** Why the objects are not what the server has now; undefined when they are, or were a moment ago, or are on their way. */
export function freshnessProblem(freshness: Freshness): Explanation | undefined {
  const isExpected = freshness.state === 'resyncing' || freshness.state === 'polled';
  return 'why' in freshness && !isExpected ? freshness.why : undefined;
}

/** Why the objects are not live, whether that is a fault or not. */
export function freshnessReason(freshness: Freshness): Explanation | undefined {
  return 'why' in freshness && freshness.state !== 'resyncing' ? freshness.why : undefined;
}
