import { concurrently } from '../cluster/concurrently.ts';
import { ClusterError } from '../cluster/errors.ts';
import { type Clock, systemClock } from '../cluster/watch/clock.ts';
import type { Entry, Journal } from './journal.ts';
import { deletionStagesOf, stagesOf } from './order.ts';
import { performSurely } from './perform-surely.ts';
import { conflictsOf, refusalOf } from './refusal.ts';
import { isSendable, type Step, type StepResult } from './step.ts';
import type { Target } from './target.ts';

/** Requests under way at a time. */
export const parallelRequests = 12;

/** How a journal is run. */
export interface RunOptions<Origin = unknown> {
  /** Cancels: what has not been sent is left out. */
  readonly signal?: AbortSignal;
  /** Called after each step. */
  readonly onProgress?: (done: number, all: number) => void;
  /** Gives a step as it is at its turn, when all before it are done; without it, a step is as it was planned. */
  readonly atItsTurn?: (step: Step<Origin>) => Promise<Step<Origin>>;
  /** The machine's own, but in tests. */
  readonly clock?: Pick<Clock, 'after'>;
}

/**
 * Does what a journal says: first what is made, in the order in which objects need each other, then what is deleted, in
 * the opposite one; many at a time where the order leaves it free. A step that fails stops no other; one whose answer is lost
 * is looked for before it is sent again. Entries are in the
 * journal's order; never rejects.
 */
export async function runJournal<Origin>(
  { target, steps }: Journal<Origin>,
  options: RunOptions<Origin> = {},
): Promise<Entry<Origin>[]> {
  const entries = new Map<Step<Origin>, Entry<Origin>>();
  for (const stage of stagesOfSteps(steps)) {
    await concurrently(parallelRequests, stage, async (step) => {
      entries.set(step, await runStep(step, target, options));
      options.onProgress?.(entries.size, steps.length);
    });
  }
  return steps.map((step) => entries.get(step)!);
}

function stagesOfSteps<Origin>(steps: readonly Step<Origin>[]): Step<Origin>[][] {
  const deleted = steps.filter(({ operation }) => operation.type === 'delete');
  const made = steps.filter(({ operation }) => operation.type !== 'delete');
  return [...stagesOf(made, ({ object }) => object), ...deletionStagesOf(deleted, ({ object }) => object)];
}

async function runStep<Origin>(
  planned: Step<Origin>,
  { cluster }: Target,
  { signal, atItsTurn, clock = systemClock }: RunOptions<Origin>,
): Promise<Entry<Origin>> {
  if (!isSendable(planned)) return { step: planned, result: { result: 'left-out' }, warnings: [] };
  let step = planned;
  const warnings: string[] = [];
  const onWarning = (text: string) => void warnings.push(text);
  try {
    signal?.throwIfAborted();
    if (atItsTurn) step = await atItsTurn(planned);
    const performing = { onWarning, clock, ...(signal ? { signal } : {}) };
    return { step, result: await performSurely(cluster, step, performing), warnings };
  } catch (error) {
    const isCancelled = signal?.aborted && !(error instanceof ClusterError);
    return { step, result: isCancelled ? { result: 'left-out' } : failureOf(error), warnings };
  }
}

function failureOf(error: unknown): StepResult {
  const conflicts = conflictsOf(error);
  if (conflicts.length > 0) return { result: 'conflict', message: refusalOf(error).message, conflicts };
  return { result: 'failed', ...refusalOf(error) };
}
