import type { Cluster } from '../cluster/cluster.ts';
import { type Log, silentLog } from '../cluster/log.ts';
import type { Entry, Journal } from './journal.ts';
import { stepName } from './object-name.ts';
import { readBefore } from './read-before.ts';
import { type RunOptions, runJournal } from './run-journal.ts';
import type { Step } from './step.ts';

/** How a deletion is run. */
export interface DeletionOptions extends Pick<RunOptions, 'signal' | 'onProgress'> {
  readonly log?: Log;
}

/** Runs a journal of deletions, and keeps what was there before each. Never rejects. */
export async function runDeletion<Origin>(
  journal: Journal<Origin>,
  { signal, onProgress, log = silentLog }: DeletionOptions = {},
): Promise<Entry<Origin>[]> {
  return await runJournal(journal, {
    ...(signal ? { signal } : {}),
    ...(onProgress ? { onProgress } : {}),
    atItsTurn: (step) => withBefore(journal.target.cluster, step, signal, log),
  });
}

/** The step with what the cluster has of its object now. What may not be read may be deleted all the same. */
async function withBefore<Origin>(
  cluster: Cluster,
  step: Step<Origin>,
  signal: AbortSignal | undefined,
  log: Log,
): Promise<Step<Origin>> {
  const { resource, namespace, object } = step;
  if (!resource) return step;
  try {
    const reference = { resource, namespace, name: object.metadata.name ?? '' };
    const before = await readBefore(cluster, reference, signal);
    return { ...step, before, outcome: before ? step.outcome : { action: 'none' } };
  } catch (error) {
    signal?.throwIfAborted();
    log.info(`reading ${stepName(step)} before it is deleted`, error);
    return step;
  }
}
