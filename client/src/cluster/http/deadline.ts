import type { CallOptions } from '../call-options.ts';
import type { Clock } from '../watch/clock.ts';
import type { ClusterRequest } from './request.ts';

/**
 * Milliseconds that each kind of request has: an API server ends what takes a minute, and on a slow line a page takes another.
 * A stream is in time once it has begun.
 */
const defaults: Readonly<Record<ClusterRequest['duration'], number>> = { short: 2 * 60_000, stream: 90_000 };

/** The time of a call, from its beginning. */
export function deadlineOf(
  { duration }: ClusterRequest,
  { deadline = defaults[duration] }: CallOptions,
): number {
  return deadline;
}

/** The error of what has taken longer than it may. */
export class DeadlineError extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(milliseconds: number) {
    super(`nothing that is whole within ${milliseconds / 1_000} s`);
    this.name = 'DeadlineError';
  }
}

/**
 * Does something within its time: the signal that it is given aborts with a `DeadlineError` when the time is over, and as
 * `signal` does. Once it has ended that signal follows `signal` alone.
 */
export async function withinDeadline<Result>(
  milliseconds: number,
  clock: Pick<Clock, 'after'>,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = new AbortController();
  const cancel = clock.after(milliseconds, () => limit.abort(new DeadlineError(milliseconds)));
  try {
    return await work(signal ? AbortSignal.any([signal, limit.signal]) : limit.signal);
  } finally {
    cancel();
  }
}
