import type { Cluster } from '../cluster.ts';
import type { ObjectReference } from '../kube-object.ts';
import type { Log } from '../log.ts';
import { field, textOf } from '../wrong-answer.ts';
import { labelSelectorText } from './label-selector.ts';

/**
 * The label selector of the Pods of an object: as its subresource `scale` tells it for every kind that has one, else as
 * the object's own `spec.selector` does, whatever its kind. Undefined where there is none, or none that may be read: then
 * nothing is known of its Pods' labels.
 */
export async function podSelectorOf(
  cluster: Pick<Cluster, 'get'>,
  reference: ObjectReference,
  log: Log,
): Promise<string | undefined> {
  const { kind, subresources } = reference.resource;
  const hasScale = subresources.some(({ name }) => name === 'scale');
  try {
    return hasScale ? await selectorOfScale(cluster, reference) : await selectorOfSpec(cluster, reference);
  } catch (error) {
    // Then the server is asked for more Pods than are shown.
    log.debug(`reading the ${hasScale ? 'scale' : 'selector'} of ${kind} ${reference.name}`, error);
    return undefined;
  }
}

async function selectorOfScale(
  cluster: Pick<Cluster, 'get'>,
  reference: ObjectReference,
): Promise<string | undefined> {
  const scale = await cluster.get({ ...reference, subresource: 'scale' });
  return textOf(scale.status, 'selector');
}

async function selectorOfSpec(
  cluster: Pick<Cluster, 'get'>,
  reference: ObjectReference,
): Promise<string | undefined> {
  const { spec } = await cluster.get(reference);
  return labelSelectorText(field(spec, 'selector'));
}
