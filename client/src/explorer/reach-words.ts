import { ClusterError, explanationOf } from '../cluster/errors.ts';
import type { Explanation } from '../cluster/explanation.ts';
import type { Reach } from '../cluster/watch/reach.ts';
import { shortDuration } from './age.ts';

/** What is said of a cluster of which all that is shown is what it has now. */
export const liveWord = 'live';

/** Why nothing is known of a cluster. */
export interface Problem {
  readonly why: Explanation;
  /** Whether somebody has answered. */
  readonly server: 'answered' | 'unreachable';
}

/** What is known of a cluster that does not tell what it serves, of whatever was thrown. */
export function problemOf(error: unknown): Problem {
  const isUnreachable = error instanceof ClusterError && error.failure === 'unreachable';
  return { why: explanationOf(error), server: isUnreachable ? 'unreachable' : 'answered' };
}

/** What a cluster's line says of a cluster that was never heard of. */
export function problemWords({ why, server }: Problem): string {
  return server === 'unreachable' ? `unreachable: ${why.fault}` : why.fault;
}

/** What a cluster's line says of how fresh all is that is shown of it; empty where nothing is. */
export function reachWords(reach: Reach | undefined, now: number): string {
  switch (reach?.state) {
    case 'live':
      return liveWord;
    case 'resyncing':
      return 'resyncing';
    case 'lost':
      return `stale since ${shortDuration(now - reach.since)}, unreachable: ${reach.why.fault}`;
    default:
      return '';
  }
}
