import type { CallOptions } from '../cluster/call-options.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { KubeObject, ObjectReference, Resource } from '../cluster/kube-object.ts';
import { changedSince } from '../cluster/objects/changed-since.ts';
import { readBefore } from './read-before.ts';
import { reasonOf } from './refusal.ts';
import { type DeletionStep, deletedUid, type StepResult } from './step.ts';

/** How often a deletion is sent while the object's status changes between its reading and its deletion. */
const mostTries = 5;

/**
 * Deletes the object of a step: the very one, in the state in which it was read, as far as it was. Where its status alone has
 * changed since, in the state of now; where more has, it stays, and what has is told. Rejects with the server's refusal.
 */
export async function remove(
  cluster: Pick<Cluster, 'delete' | 'get'>,
  step: DeletionStep,
  resource: Resource,
  options: Pick<CallOptions, 'onWarning' | 'onSent'> & { readonly signal?: AbortSignal },
): Promise<StepResult> {
  const { object, namespace, operation, outcome } = step;
  if (outcome.action === 'none') return { result: 'missing' };
  const reference = { resource, namespace, name: object.metadata.name ?? '' };
  const before = step.before === 'unread' ? undefined : step.before;
  const uid = deletedUid(step);
  if (before && before.metadata.uid !== uid) return { result: 'replaced' };
  let state = before?.metadata.resourceVersion;
  for (let tries = 1; ; tries++) {
    try {
      const left = await cluster.delete(reference, {
        ...operation.way,
        ...(uid === undefined ? {} : { uid }),
        ...(state === undefined ? {} : { resourceVersion: state }),
        ...options,
      });
      if (!left) return { result: 'deleted' };
      return { result: 'deleting', uid: left.metadata.uid ?? uid, heldBy: heldByOf(left) };
    } catch (error) {
      if (reasonOf(error) === 'NotFound') return { result: 'missing' };
      if (reasonOf(error) !== 'Conflict') throw error;
      const now = await readAfter(cluster, reference, error, options.signal);
      if (!now) return { result: 'missing' };
      if (uid !== undefined && now.metadata.uid !== uid) return { result: 'replaced' };
      const { resourceVersion, deletionTimestamp } = now.metadata;
      // No other state is why it was refused: a namespace that is going takes no further deletion, for one.
      if (!before || resourceVersion === state) {
        if (deletionTimestamp === undefined) throw error;
        return { result: 'deleting', uid: now.metadata.uid, heldBy: heldByOf(now) };
      }
      const { told = [] } = operation;
      const fields = changedSince(before, now).filter((field) => !told.includes(field));
      if (fields.length > 0) return { result: 'changed-since', fields, now };
      if (tries === mostTries) throw error;
      state = resourceVersion;
    }
  }
}

/** What there is after a refusal, which stays the reason where that cannot be read. */
async function readAfter(
  cluster: Pick<Cluster, 'get'>,
  reference: ObjectReference,
  refusal: unknown,
  signal: AbortSignal | undefined,
): Promise<KubeObject | undefined> {
  try {
    return await readBefore(cluster, reference, signal);
  } catch {
    signal?.throwIfAborted();
    throw refusal;
  }
}

function heldByOf({ metadata }: KubeObject): readonly string[] {
  return metadata.finalizers ?? [];
}
