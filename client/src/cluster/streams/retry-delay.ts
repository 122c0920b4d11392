import { delayAfter } from '../watch/backoff.ts';

/** A server that is started anew is back within seconds: it is never asked later than this. */
const longest = 4_000;

/**
 * How many milliseconds to wait before a stream is asked for again that has failed, or ended without anything new,
 * `failures` times in a row before. `random` is from 0 to 1, without 1. Never less than `after`, the seconds that a server wants
 * to be left alone.
 */
export function retryDelay(failures: number, random: number, after = 0): number {
  return Math.max(delayAfter(failures, random, longest), after * 1_000);
}
