import type { Resource } from '../cluster/kube-object.ts';

/**
 * The name of many objects of a kind: the resource's plural with the capitals of the kind (`ReplicaSets`, `Ingresses`,
 * `NetworkPolicies`). A plural that is another word than the kind begins with a capital; one that is the kind's own word
 * (`Endpoints`) is left as that.
 */
export function kindLabel({ kind, plural }: Pick<Resource, 'kind' | 'plural'>): string {
  const common = commonStart(kind.toLowerCase(), plural);
  if (common === 0) return plural.charAt(0).toUpperCase() + plural.slice(1);
  return kind.slice(0, common) + plural.slice(common);
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
