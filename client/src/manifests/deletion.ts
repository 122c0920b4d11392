import type { Cluster, ObjectReference } from '../cluster/cluster.ts';
import { concurrently } from '../journal/concurrently.ts';
import { deletionStagesOf } from '../journal/order.ts';
import { messageOf, reasonOf } from '../journal/refusal.ts';
import { nameOf, parallelRequests, type Target } from './plan.ts';
import type { ManifestObject } from './read-manifests.ts';

/** An object of a manifest that a delete is about. */
export interface DoomedObject {
  readonly manifest: ManifestObject;
  readonly reference: ObjectReference;
}

export interface DeletionPlan {
  readonly target: Target;
  readonly objects: readonly DoomedObject[];
  /** Not there to be deleted: their kind is not served, or they have no name of their own. */
  readonly leftOut: readonly { readonly manifest: ManifestObject; readonly reason: string }[];
}

export type DeletionResult =
  | { readonly result: 'deleted' | 'missing' | 'left-out' }
  | { readonly result: 'failed'; readonly message: string };

export interface DeletedObject {
  readonly doomed: DoomedObject;
  readonly result: DeletionResult;
}

/** Finds the objects of manifests on a cluster by name; reads discovery alone. */
export async function planDeletion(
  target: Target,
  manifests: readonly ManifestObject[],
  signal?: AbortSignal,
): Promise<DeletionPlan> {
  const discovery = await target.cluster.discover(signal ? { signal } : {});
  const objects: DoomedObject[] = [];
  const leftOut: DeletionPlan['leftOut'][number][] = [];
  for (const manifest of manifests) {
    const { apiVersion, kind, metadata } = manifest.object;
    const resource = discovery.find(apiVersion, kind);
    if (!resource) leftOut.push({ manifest, reason: `${kind} of ${apiVersion} is not served` });
    else if (metadata.name === undefined)
      leftOut.push({ manifest, reason: 'its name was made by the server' });
    else {
      const namespace = resource.scope === 'Namespaced' ? metadata.namespace || target.namespace : undefined;
      objects.push({ manifest, reference: { resource, namespace, name: metadata.name } });
    }
  }
  return { target, objects, leftOut };
}

/** Deletes in the reverse order of an apply; one that fails stops no other. Never rejects. */
export async function runDeletion(
  { target, objects }: DeletionPlan,
  options: { signal?: AbortSignal; onProgress?: (done: number, all: number) => void } = {},
): Promise<DeletedObject[]> {
  const results = new Map<DoomedObject, DeletionResult>();
  for (const stage of deletionStagesOf(objects, ({ manifest }) => manifest.object)) {
    await concurrently(parallelRequests, stage, async (doomed) => {
      results.set(doomed, await deleteOne(target.cluster, doomed, options.signal));
      options.onProgress?.(results.size, objects.length);
    });
  }
  return objects.map((doomed) => ({ doomed, result: results.get(doomed)! }));
}

/** The page that a person reads before confirming a delete. */
export function deletionText({ target, objects, leftOut }: DeletionPlan): string {
  const lines = [
    `Delete from ${target.cluster.context.name}`,
    'What these objects own is deleted with them.',
    '',
  ];
  for (const { manifest, reference } of objects) lines.push(`- ${nameOf(manifest, reference.namespace)}`);
  for (const { manifest, reason } of leftOut) lines.push(`  ${nameOf(manifest)}: left out, ${reason}`);
  return `${lines.join('\n')}\n`;
}

/** `2 deleted, 1 not there, 1 failed: MESSAGE`. */
export function summarizeDeletion(results: readonly DeletedObject[]): string {
  const words = { deleted: 'deleted', missing: 'not there', 'left-out': 'left out', failed: 'failed' };
  const parts = Object.entries(words).flatMap(([kind, word]) => {
    const number = results.filter(({ result }) => result.result === kind).length;
    return number > 0 ? [`${number} ${word}`] : [];
  });
  const failure = results.map(({ result }) => result).find((result) => result.result === 'failed');
  return failure ? `${parts.join(', ')}: ${failure.message}` : parts.join(', ');
}

async function deleteOne(
  cluster: Cluster,
  { reference }: DoomedObject,
  signal: AbortSignal | undefined,
): Promise<DeletionResult> {
  if (signal?.aborted) return { result: 'left-out' };
  try {
    await cluster.delete(reference, { propagationPolicy: 'Background', ...(signal ? { signal } : {}) });
    return { result: 'deleted' };
  } catch (error) {
    if (reasonOf(error) === 'NotFound') return { result: 'missing' };
    if (signal?.aborted) return { result: 'left-out' };
    return { result: 'failed', message: messageOf(error) };
  }
}
