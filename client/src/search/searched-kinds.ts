import { listableKinds } from '../cluster/discovery/listable-kinds.ts';
import type { Resource } from '../cluster/kube-object.ts';
import { resourceName } from '../cluster/resource-name.ts';
import type { SearchedKind } from './searched-object.ts';

/**
 * The kinds of a cluster that have objects to be found, each in its preferred version, those that matter first: what a server
 * counts among `all`, then what it has a short name for, then the rest; last what comes and goes by itself (Events) and what
 * it computes when it is asked (what cannot be watched).
 *
 * @param resources discovery's rows, the preferred version of each resource first
 */
export function searchedKinds(resources: readonly Resource[]): SearchedKind[] {
  return listableKinds(resources)
    .map((resource, place) => ({ resource, place }))
    .sort((one, other) => rankOf(one.resource) - rankOf(other.resource) || one.place - other.place)
    .map(({ resource }, place) => ({ resource, place, names: namesOf(resource) }));
}

/** What people call a kind, in small letters. */
export function namesOf(resource: Resource): readonly string[] {
  const { shortNames, kind, singular, plural } = resource;
  const names = [...shortNames, kind, singular, plural, resourceName(resource)];
  return [...new Set(names.filter((name) => name !== '').map((name) => name.toLowerCase()))];
}

function rankOf({ verbs, group, plural, categories, shortNames }: Resource): number {
  if (!verbs.includes('watch')) return 4;
  if (group === '' && plural === 'events') return 3;
  if (categories.includes('all')) return 0;
  return shortNames.length > 0 ? 1 : 2;
}
