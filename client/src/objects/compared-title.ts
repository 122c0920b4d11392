import type { ObjectReference } from '../cluster/kube-object.ts';

/** An object with what its cluster is called. */
export interface ObjectOfCluster {
  readonly cluster: string;
  readonly reference: ObjectReference;
}

/** The title of a comparison: the names, and of what they differ in, kind, namespace and cluster: `web (shop ↔ test)`. */
export function comparedTitle(left: ObjectOfCluster, right: ObjectOfCluster): string {
  const sides = [left, right].map(({ cluster, reference: { resource, namespace = '', name } }) => ({
    name,
    places: [resource.kind, namespace, cluster],
  }));
  const [one, other] = sides as [(typeof sides)[0], (typeof sides)[0]];
  const differing = (places: readonly string[]) =>
    places.filter((part, at) => part !== '' && one.places[at] !== other.places[at]).join(', ');
  const [first, second] = [differing(one.places), differing(other.places)];
  if (one.name !== other.name) {
    const nameOf = (name: string, where: string) => (where === '' ? name : `${name} (${where})`);
    return `${nameOf(one.name, first)} ↔ ${nameOf(other.name, second)}`;
  }
  return first === '' && second === '' ? `${one.name} ↔ ${other.name}` : `${one.name} (${first} ↔ ${second})`;
}
