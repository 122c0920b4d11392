import type { Cluster } from '../cluster/cluster.ts';
import { concurrently } from '../cluster/concurrently.ts';
import { type Consequences, type Deletable, whatGoesWith } from '../cluster/objects/what-goes.ts';
import { readBefore } from '../journal/read-before.ts';
import { messageOf } from '../journal/refusal.ts';
import type { Before, DeletionStep } from '../journal/step.ts';

/** What is known of the objects of a deletion before it is begun. */
export interface ReadPlan {
  /** What the cluster has of each that could be read. */
  readonly before: ReadonlyMap<DeletionStep, Before>;
  /** Why others could not be. */
  readonly problems: ReadonlyMap<DeletionStep, string>;
  readonly consequences: Consequences;
}

/** Objects that are read at a time. */
const parallelReads = 8;

/**
 * Reads the objects of a deletion, and what goes with them. `onRead` has each as soon as it is there. Rejects with the signal's
 * reason alone.
 */
export async function readPlan(
  cluster: Pick<Cluster, 'ask' | 'discover' | 'get'>,
  steps: readonly DeletionStep[],
  onRead: (step: DeletionStep, before: Before) => void,
  signal: AbortSignal,
): Promise<ReadPlan> {
  const before = new Map<DeletionStep, Before>();
  const problems = new Map<DeletionStep, string>();
  const deletable: Deletable[] = [];
  await concurrently(parallelReads, steps, async (step) => {
    const { resource, namespace, object, operation } = step;
    if (!resource) return;
    const reference = { resource, namespace, name: object.metadata.name ?? '' };
    try {
      const found = await readBefore(cluster, reference, signal);
      before.set(step, found);
      onRead(step, found);
      if (found) deletable.push({ reference, uid: operation.uid ?? found.metadata.uid });
    } catch (error) {
      signal.throwIfAborted();
      problems.set(step, messageOf(error));
      deletable.push({ reference, uid: operation.uid });
    }
  });
  return { before, problems, consequences: await whatGoesWith(cluster, deletable, signal) };
}
