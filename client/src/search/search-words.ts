import { resourceName } from '../cluster/resource-name.ts';
import { counted } from '../prompts/counted.ts';
import type { Choice } from '../prompts/pick.ts';
import type { GatheredObjects, NotSearched } from './gather-objects.ts';
import type { SearchedObject } from './searched-object.ts';

/** Kinds that are named on one line; of more their number. */
const mostNamedKinds = 3;

/** What stands above a search: of which cluster, and how far it is. */
export function searchTitle(
  cluster: string,
  { objects, done, kinds }: Pick<GatheredObjects, 'objects' | 'done' | 'kinds'>,
  searched: 'now' | { readonly secondsAgo: number },
): string {
  const names = objects.length === 1 ? '1 name' : `${counted(objects.length)} names`;
  const state =
    done < kinds
      ? `${done} of ${kinds} kinds`
      : searched === 'now'
        ? `${kinds} kinds`
        : `searched ${searched.secondsAgo} s ago`;
  return `Search Objects of ${cluster}: ${names}, ${state}`;
}

/** An object as a choice: its name, then its kind, its namespace and its group. */
export function objectWords({
  kind,
  name,
  namespace,
}: SearchedObject): Pick<Choice<unknown>, 'label' | 'description'> {
  const { resource } = kind;
  const parts = [resource.kind, namespace ?? '', resource.group];
  return { label: name, description: parts.filter((part) => part !== '').join(' · ') };
}

/** The kinds that were not searched, in one line: `3 kinds were not searched: secrets (forbidden), …`. */
export function notSearchedLine(notSearched: readonly NotSearched[]): string {
  const named = notSearched
    .slice(0, mostNamedKinds)
    .map(({ kind, why }) => `${resourceName(kind.resource)} (${why})`);
  if (notSearched.length > mostNamedKinds) named.push('…');
  const subject = notSearched.length === 1 ? '1 kind was' : `${notSearched.length} kinds were`;
  return `${subject} not searched, or not whole: ${named.join(', ')}`;
}
