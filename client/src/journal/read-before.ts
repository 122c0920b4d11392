import type { CallOptions } from '../cluster/call-options.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { KubeObject, ObjectReference } from '../cluster/kube-object.ts';
import { reasonOf } from './refusal.ts';

/** What a cluster has of an object; undefined where there is none. Rejects where it cannot be read. */
export async function readBefore(
  cluster: Pick<Cluster, 'get'>,
  reference: ObjectReference,
  signal?: AbortSignal,
  options?: CallOptions,
): Promise<KubeObject | undefined> {
  try {
    return await cluster.get(reference, signal, options);
  } catch (error) {
    if (reasonOf(error) === 'NotFound') return undefined;
    throw error;
  }
}
