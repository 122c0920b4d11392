import type { Cluster } from '../cluster/cluster.ts';
import { type Log, silentLog } from '../cluster/log.ts';
import { type Going, untilGone } from '../cluster/watch/until-gone.ts';
import type { Entry, Journal } from './journal.ts';
import { stepName } from './object-name.ts';
import { readBefore } from './read-before.ts';
import { type RunOptions, runJournal } from './run-journal.ts';
import type { Step } from './step.ts';

/** How a deletion is run. */
export interface DeletionOptions extends Pick<RunOptions, 'signal' | 'onProgress'> {
  /** Called when all requests are answered and some objects are not gone, whenever what keeps them is something else. */
  readonly onWait?: (waiting: readonly Waiting[]) => void;
  readonly log?: Log;
}

/** An object that is being deleted and is not gone. */
export interface Waiting {
  /** `ConfigMap shop/web` */
  readonly name: string;
  /** Its finalizers. */
  readonly heldBy: readonly string[];
}

/**
 * Runs a journal of deletions, and keeps what was there before each. Waits until the objects are gone, or the signal ends the
 * waiting: what is not gone by then is still being deleted. Never rejects.
 */
export async function runDeletion<Origin>(
  journal: Journal<Origin>,
  { signal, onProgress, onWait, log = silentLog }: DeletionOptions = {},
): Promise<Entry<Origin>[]> {
  const entries = await runJournal(journal, {
    ...(signal ? { signal } : {}),
    ...(onProgress ? { onProgress } : {}),
    atItsTurn: (step) => withBefore(journal.target.cluster, step, signal, log),
  });
  const waiting = new Map<Entry<Origin>, Waiting>();
  const tell = () => onWait?.([...waiting.values()]);
  return await Promise.all(
    entries.map((entry) =>
      gone(journal.target.cluster, entry, {
        log,
        ...(signal ? { signal } : {}),
        onDidChange: (now) => {
          if (now) waiting.set(entry, { name: stepName(entry.step), heldBy: now.heldBy });
          else waiting.delete(entry);
          tell();
        },
      }),
    ),
  );
}

/** The entry once its object is gone; as it is where nobody waits any longer, or nobody can tell. */
async function gone<Origin>(
  cluster: Cluster,
  entry: Entry<Origin>,
  options: { log: Log; signal?: AbortSignal; onDidChange: (going: Going | undefined) => void },
): Promise<Entry<Origin>> {
  const { log, signal, onDidChange } = options;
  const { step, result } = entry;
  if (result.result !== 'deleting' || !step.resource) return entry;
  let { heldBy } = result;
  onDidChange(result);
  try {
    const { resource, namespace, object } = step;
    const reference = { resource, namespace, name: object.metadata.name ?? '' };
    const end = await untilGone(cluster, reference, result.uid, {
      ...(signal ? { signal } : {}),
      onDidChange: (going) => {
        ({ heldBy } = going);
        onDidChange(going);
      },
    });
    if (end === 'gone') return { ...entry, result: { result: 'deleted' } };
  } catch (error) {
    if (!signal?.aborted) log.info(`waiting until ${stepName(step)} is gone`, error);
  } finally {
    onDidChange(undefined);
  }
  return { ...entry, result: { ...result, heldBy } };
}

/**
 * The step with what the cluster has of its object now, where nobody has read it yet. What may not be read may be deleted all
 * the same.
 */
async function withBefore<Origin>(
  cluster: Cluster,
  step: Step<Origin>,
  signal: AbortSignal | undefined,
  log: Log,
): Promise<Step<Origin>> {
  const { resource, namespace, object } = step;
  if (!resource || step.before !== 'unread') return step;
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
