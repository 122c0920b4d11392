import type { CallOptions } from '../cluster/call-options.ts';
import { certaintyOf } from '../cluster/changes/certainty.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { explanationOf } from '../cluster/errors.ts';
import { waited } from '../cluster/http/waited.ts';
import type { KubeObject, ObjectReference, Resource } from '../cluster/kube-object.ts';
import type { Clock } from '../cluster/watch/clock.ts';
import { containsFields } from './contains-fields.ts';
import { bodyOf, fieldManager } from './perform.ts';
import { readBefore } from './read-before.ts';
import { messageOf } from './refusal.ts';
import { sameObject } from './server-written-fields.ts';
import { deletedUid, type Step, type StepResult } from './step.ts';

/** What a cluster has of an object whose change was sent and not answered. */
export type Found =
  /** It is as it was asked for. */
  | { readonly is: 'done'; readonly words: string; readonly result: StepResult }
  /** It is as before, and the same may be sent again. */
  | { readonly is: 'not-done'; readonly words: string }
  /** Nobody can tell. */
  | { readonly is: 'unclear'; readonly words: string };

/** Milliseconds before each look: a server that has just broken off may be starting again. */
const waits = [0, 1_000, 4_000];
/** Of each look. */
const patience = 10_000;

/**
 * Reads what a change has left, as soon as the cluster can be read. Once the signal aborts it looks once more and waits no
 * longer. Rejects with the server's refusal of the change itself, where a dry run of it is refused now.
 */
export async function lookAgain(
  cluster: Cluster,
  step: Step,
  resource: Resource,
  { signal, clock }: { readonly signal: AbortSignal | undefined; readonly clock: Pick<Clock, 'after'> },
): Promise<Found> {
  let failure: unknown;
  for (const wait of waits) {
    // Whoever waits no longer is to know all the same what became of what was sent.
    const until = signal?.aborted ? undefined : signal;
    try {
      if (wait > 0 && !signal?.aborted) await waited(wait, clock, until);
      return await look(cluster, step, resource, until);
    } catch (error) {
      if (error instanceof DryRunRefused) throw error.refusal;
      if (signal?.aborted && until === undefined) return unreadable(error);
      if (!signal?.aborted && certaintyOf(error) === 'refused') return unreadable(error);
      failure = error;
    }
  }
  return unreadable(failure);
}

function unreadable(error: unknown): Found {
  return { is: 'unclear', words: `it could not be read: ${explanationOf(error).fault}` };
}

/** The change itself is refused by now, in a dry run. */
class DryRunRefused extends Error {
  readonly refusal: unknown;

  constructor(refusal: unknown) {
    super(messageOf(refusal));
    this.refusal = refusal;
  }
}

type Look = (
  cluster: Cluster,
  step: Step,
  reference: ObjectReference,
  options: { readonly signal?: AbortSignal } & CallOptions,
) => Promise<Found>;

async function look(
  cluster: Cluster,
  step: Step,
  resource: Resource,
  signal: AbortSignal | undefined,
): Promise<Found> {
  const { object, namespace, operation } = step;
  const { name } = object.metadata;
  if (name === undefined) {
    return { is: 'unclear', words: 'the server was to make its name: look for what it may have created' };
  }
  const options = { deadline: patience, ...(signal ? { signal } : {}) };
  return await looks[operation.type](cluster, step, { resource, namespace, name }, options);
}

const looks: Readonly<Record<Step['operation']['type'], Look>> = {
  async apply(cluster, step, reference, options) {
    const { before, operation, outcome, object, namespace } = step;
    const found = await readBefore(cluster, reference, options.signal, { deadline: patience });
    if (!found) return { is: 'not-done', words: 'it is not there' };
    if (before && before !== 'unread' && before.metadata.uid !== found.metadata.uid) {
      return { is: 'unclear', words: 'another object of its name is there by now' };
    }
    const force = operation.type === 'apply' && operation.ownership === 'take-over';
    const body = bodyOf(object, namespace);
    const after = await cluster
      .apply(reference, body, { fieldManager, force, dryRun: true, ...options })
      .catch((error: unknown) => {
        throw certaintyOf(error) === 'refused' ? new DryRunRefused(error) : error;
      });
    if (!isApplied(found) || !sameObject(found, after)) {
      return { is: 'not-done', words: 'it is there, and not as it was applied' };
    }
    const result =
      outcome.action === 'create' ? 'created' : outcome.action === 'none' ? 'unchanged' : 'changed';
    return { is: 'done', words: 'it is there as it was applied', result: { result, object: found } };
  },

  async create(cluster, { object, namespace }, reference, options) {
    const found = await readBefore(cluster, reference, options.signal, { deadline: patience });
    if (!found) return { is: 'not-done', words: 'it is not there' };
    if (!containsFields(found, bodyOf(object, namespace))) {
      return { is: 'unclear', words: 'an object of its name is there that says something else' };
    }
    return { is: 'done', words: 'it is there as it was sent', result: { result: 'created', object: found } };
  },

  async delete(cluster, step, reference, options) {
    const found = await readBefore(cluster, reference, options.signal, { deadline: patience });
    const deleted = { is: 'done', result: { result: 'deleted' } } as const;
    if (!found) return { ...deleted, words: 'it is gone' };
    const { uid, deletionTimestamp, finalizers = [] } = found.metadata;
    const meant = deletedUid(step);
    if (meant !== undefined && uid !== meant) {
      return { ...deleted, words: 'it is gone, and another object of its name is there' };
    }
    if (deletionTimestamp) {
      const result = { result: 'deleting', uid, heldBy: finalizers } as const;
      return { is: 'done', words: 'it is being deleted', result };
    }
    if (meant === undefined) return { is: 'unclear', words: 'an object of its name is there' };
    return { is: 'not-done', words: 'it is there' };
  },
};

/** Whether an apply of ours has written the object. */
function isApplied({ metadata }: KubeObject): boolean {
  return (metadata.managedFields ?? []).some((entry) => {
    const { manager, operation } = (entry ?? {}) as { manager?: unknown; operation?: unknown };
    return manager === fieldManager && operation === 'Apply';
  });
}
