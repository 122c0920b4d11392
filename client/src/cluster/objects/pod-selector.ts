import type { Cluster, ObjectReference } from '../cluster.ts';

/**
 * The label selector of the Pods that an object scales, as its subresource `scale` tells it for every kind that has one.
 * Undefined where there is none, or none that may be read: then nothing is known of its Pods' labels.
 */
export async function podSelectorOf(
  cluster: Pick<Cluster, 'get'>,
  reference: ObjectReference,
): Promise<string | undefined> {
  if (!reference.resource.subresources.some(({ name }) => name === 'scale')) return undefined;
  try {
    const scale = await cluster.get({ ...reference, subresource: 'scale' });
    return (scale.status as { readonly selector?: string } | undefined)?.selector || undefined;
  } catch {
    return undefined;
  }
}
