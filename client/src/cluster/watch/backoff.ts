/** How long to wait after failures: doubling, with jitter, forgotten after a time of health. */
export interface Backoff {
  /** Failures since the last time of health. */
  readonly failures: number;
  /** When the first of them was, in milliseconds since the epoch. */
  readonly failingSince: number | undefined;
  /** Since when all is well, in milliseconds since the epoch; undefined after a failure. */
  readonly healthySince: number | undefined;
}

export const initialBackoff: Backoff = { failures: 0, failingSince: undefined, healthySince: undefined };

/** How soon a failure may be over. */
export type Prospect =
  /** At any moment: a line that is cut, a server that starts. People wait for it. */
  | 'soon'
  /** When somebody does something about it: a right that is missing. */
  | 'some time';

const firstDelay = 800;
/** With its jitter less than four seconds. */
const longestSoon = 3_000;
/** What goes on for longer than this is not over soon. */
const soonEnds = 120_000;
const longest = 30_000;
const healthyAfter = 10_000;

/** All is well at `now`; a time of health that has begun goes on. */
export function healthy(backoff: Backoff, now: number): Backoff {
  return backoff.healthySince === undefined ? { ...backoff, healthySince: now } : backoff;
}

/** A failure at `now`: how long to wait, in milliseconds. `random` is from 0 to 1, without 1. */
export function failed(
  backoff: Backoff,
  now: number,
  random: number,
  prospect: Prospect = 'some time',
): { backoff: Backoff; delay: number } {
  const recovered = backoff.healthySince !== undefined && now - backoff.healthySince >= healthyAfter;
  const { failures, failingSince } = recovered ? initialBackoff : backoff;
  const since = failingSince ?? now;
  const most = prospect === 'soon' && now - since < soonEnds ? longestSoon : longest;
  return {
    backoff: { failures: failures + 1, failingSince: since, healthySince: undefined },
    delay: delayAfter(failures, random, most),
  };
}

/**
 * How many milliseconds to wait after so many failures before this one, at most about `most`. Many clients lose a server in the
 * same moment: by `random`, from 0 to 1, without 1, they do not come back in the same one.
 */
export function delayAfter(failures: number, random: number, most: number): number {
  const delay = Math.min(most, firstDelay * 2 ** Math.min(failures, 10));
  return Math.round(delay * (0.75 + random * 0.5));
}
