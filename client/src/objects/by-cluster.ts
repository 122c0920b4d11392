import type { ObjectTarget } from '../connections/object-target.ts';

/** The objects of each cluster, each object once: it may stand at several places of the view. */
export function byCluster(objects: readonly ObjectTarget[]): ObjectTarget[][] {
  const clusters = new Map<string, Map<string, ObjectTarget>>();
  for (const object of objects) {
    const { context, reference, uid } = object;
    const { resource, namespace, name } = reference;
    const key = uid ?? [resource.group, resource.plural, namespace, name].join('/');
    const known = clusters.get(context.id) ?? new Map<string, ObjectTarget>();
    if (!known.has(key)) known.set(key, object);
    clusters.set(context.id, known);
  }
  return [...clusters.values()].map((each) => [...each.values()]);
}
