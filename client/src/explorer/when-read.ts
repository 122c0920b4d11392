import { waited } from '../cluster/http/waited.ts';
import type { Clock } from '../cluster/watch/clock.ts';

/** Milliseconds between looks, and how many there are: a cluster that takes longer is not waited for. */
const interval = 100;
const looks = 100;

/**
 * Resolves when the objects of a kind that was just expanded have come, or why there are none: only then there are columns to sort
 * by and labels to group by.
 */
export async function whenRead(
  kind: { readonly isReading: boolean },
  clock: Pick<Clock, 'after'>,
): Promise<void> {
  for (let look = 0; kind.isReading && look < looks; look++) await waited(interval, clock, undefined);
}
