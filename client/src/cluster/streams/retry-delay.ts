/** A stream that has just begun to fail is asked for soon: a server that is started anew is back within seconds. */
const first = 800;
/** And never later than this, so that it is there again soon after the server is. */
const longest = 4_000;

/**
 * How many milliseconds to wait before a stream is asked for again that has failed, or ended without anything new,
 * `failures` times in a row before. `random` is from 0 to 1, without 1: many streams end in the same moment, and are not to come back in
 * one. Never less than `after`, the seconds that a server wants to be left alone.
 */
export function retryDelay(failures: number, random: number, after = 0): number {
  const delay = Math.min(longest, first * 2 ** Math.min(failures, 10));
  return Math.max(Math.round(delay * (0.75 + random * 0.5)), after * 1_000);
}
