import type { SentChange } from '../cluster/call-options.ts';
import { certaintyOf } from '../cluster/changes/certainty.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { ClusterError, explanationOf } from '../cluster/errors.ts';
import { waited } from '../cluster/http/waited.ts';
import type { Clock } from '../cluster/watch/clock.ts';
import { lookAgain } from './look-again.ts';
import { type Performing, perform } from './perform.ts';
import type { Step, StepResult } from './step.ts';

/** A server is waited for as long as this, in seconds, where it says how long it wants to be left alone. */
const longestWait = 30;

/**
 * Does one step as `perform` does, and makes sure of it: where its answer is lost the object is read again, and what is
 * found there is the result. What was not done is sent once more, where that cannot do it twice. Where nobody can tell,
 * the result is `unknown`. Rejects with the server's refusal, or with the signal's reason where nothing was sent.
 */
export async function performSurely(
  cluster: Cluster,
  step: Step,
  options: Performing & { readonly clock: Pick<Clock, 'after'> },
): Promise<StepResult> {
  const { clock, signal } = options;
  for (let attempt: 'first' | 'second' = 'first'; ; attempt = 'second') {
    let sent: SentChange | undefined;
    const onSent = (change: SentChange) => {
      sent = change;
    };
    try {
      const result = await perform(cluster, step, { ...options, onSent });
      // What the first has deleted after all is not there for the second.
      return attempt === 'second' && result.result === 'missing' ? { result: 'deleted' } : result;
    } catch (error) {
      const isOwnEcho = attempt === 'second' && step.operation.type === 'create' && isTaken(error);
      if (!sent || !step.resource || (certaintyOf(error) !== 'unknown' && !isOwnEcho)) throw error;
      const found = await lookAgain(cluster, step, step.resource, { signal, clock });
      sent.found(found.words);
      if (found.is === 'done') return found.result;
      if (found.is === 'not-done' && !signal?.aborted) {
        // The server has said why; it would say it again.
        if (error instanceof ClusterError && error.code === 500) throw error;
        if (attempt === 'first' && (await mayGoOn(error, options))) continue;
      }
      const why = signal?.aborted ? 'it was cancelled when it was sent' : explanationOf(error).fault;
      return { result: 'unknown', message: `${why}; read again, ${found.words}` };
    }
  }
}

/** Waits as long as the server wants to be left alone; whether the same is to be sent again then. */
async function mayGoOn(
  error: unknown,
  { clock, signal }: Performing & { readonly clock: Pick<Clock, 'after'> },
): Promise<boolean> {
  const seconds = error instanceof ClusterError ? (error.retryAfter ?? 0) : 0;
  if (seconds > longestWait) return false;
  try {
    if (seconds > 0) await waited(seconds * 1_000, clock, signal);
    return true;
  } catch {
    return false;
  }
}

/** The name is taken: by the first attempt, perhaps. */
function isTaken(error: unknown): boolean {
  return error instanceof ClusterError && error.reason === 'AlreadyExists';
}
