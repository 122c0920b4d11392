import type { Resource } from '../cluster/kube-object.ts';
import { namesOf, searchedKinds } from './searched-kinds.ts';

/**
 * The kinds that are meant by what is typed: a short name, a kind, a plural, or that with its group (`po`, `deploy`,
 * `pods.metrics.k8s.io`); best first: a short name, then another name in full, then the beginning of one, of the group, and what
 * has it inside. All of them, those that matter first, where nothing is typed.
 */
export function findKinds(resources: readonly Resource[], typed: string): Resource[] {
  const wanted = typed.trim().toLowerCase();
  return searchedKinds(resources)
    .map(({ resource, place }) => ({ resource, place, rank: rankOf(resource, wanted) }))
    .filter(({ rank }) => rank !== undefined)
    .sort((one, other) => one.rank! - other.rank! || one.place - other.place)
    .map(({ resource }) => resource);
}

function rankOf(resource: Resource, wanted: string): number | undefined {
  const names = namesOf(resource);
  if (resource.shortNames.some((name) => name.toLowerCase() === wanted)) return 0;
  if (names.includes(wanted)) return 1;
  if (names.some((name) => name.startsWith(wanted))) return 2;
  if (resource.group.startsWith(wanted)) return 3;
  return names.some((name) => name.includes(wanted)) || resource.group.includes(wanted) ? 4 : undefined;
}
