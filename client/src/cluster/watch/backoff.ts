/** How long to wait after failures: doubling, with jitter, forgotten after a time of health. */
export interface Backoff {
  /** Failures since the last time of health. */
  readonly failures: number;
  /** Since when all is well, in milliseconds since the epoch; undefined after a failure. */
  readonly healthySince: number | undefined;
}

export const initialBackoff: Backoff = { failures: 0, healthySince: undefined };

const firstDelay = 800;
const maximalDelay = 30_000;
const healthyAfter = 120_000;

/** All is well at `now`; a time of health that has begun goes on. */
export function healthy(backoff: Backoff, now: number): Backoff {
  return backoff.healthySince === undefined ? { ...backoff, healthySince: now } : backoff;
}

/** A failure at `now`: how long to wait, in milliseconds. `random` is from 0 to 1, without 1. */
export function failed(backoff: Backoff, now: number, random: number): { backoff: Backoff; delay: number } {
  const recovered = backoff.healthySince !== undefined && now - backoff.healthySince >= healthyAfter;
  const failures = recovered ? 0 : backoff.failures;
  const delay = Math.min(maximalDelay, firstDelay * 2 ** Math.min(failures, 10));
  return {
    backoff: { failures: failures + 1, healthySince: undefined },
    // Many clients lose a server in the same moment: they are not to come back in the same one.
    delay: Math.round(delay * (0.75 + random * 0.5)),
  };
}
