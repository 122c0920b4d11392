import type { Freshness } from '../cluster/cluster.ts';

/** What a kind's line says about how fresh its objects are; empty while they are what the server has now. */
export function freshnessWords(freshness: Freshness, clock: (milliseconds: number) => string): string {
  switch (freshness.state) {
    case 'live':
      return '';
    case 'loading':
      return 'loading';
    case 'resyncing':
      return 'reading again';
    case 'stale':
      return `not connected since ${clock(freshness.since)}`;
    case 'forbidden':
      return 'forbidden';
    case 'gone':
      return 'no longer served';
  }
}

/** Why the objects are not what the server has now, in the words of the failure; undefined when there is none. */
export function freshnessProblem(freshness: Freshness): string | undefined {
  return 'message' in freshness ? freshness.message : undefined;
}
