import type { Cluster, ResourceStore } from '../cluster.ts';
import type { ObjectReference, ObjectRow, Selection } from '../kube-object.ts';
import { fieldSelectorText } from '../objects/field-selector.ts';

/** One object, whole and live: a store that has it, or another of its name after it, or none. */
export function watchOne(
  cluster: Pick<Cluster, 'watchObjects'>,
  { resource, namespace, name }: ObjectReference,
): ResourceStore<ObjectRow> {
  return cluster.watchObjects(resource, namespace, byName(name));
}

/** What selects the object of a name. */
export function byName(name: string): Selection {
  return { fieldSelector: fieldSelectorText({ 'metadata.name': name }) };
}
