import type { Cluster, ObjectReference } from '../cluster.ts';
import type { Log } from '../log.ts';

/**
 * The label selector of the Pods that an object scales, as its subresource `scale` tells it for every kind that has one.
 * Undefined where there is none, or none that may be read: then nothing is known of its Pods' labels.
 */
export async function podSelectorOf(
  cluster: Pick<Cluster, 'get'>,
  reference: ObjectReference,
  log: Log,
): Promise<string | undefined> {
  if (!reference.resource.subresources.some(({ name }) => name === 'scale')) return undefined;
  try {
    const scale = await cluster.get({ ...reference, subresource: 'scale' });
    return (scale.status as { readonly selector?: string } | undefined)?.selector || undefined;
  } catch (error) {
    // Then the server is asked for more Pods than are shown.
    log.debug(`reading the scale of ${reference.resource.kind} ${reference.name}`, error);
    return undefined;
  }
}
