import type { Resource } from './kube-object.ts';

/** A resource as kubectl names it, in every version of its API: `pods`, `deployments.apps`. */
export function resourceName({ plural, group }: Pick<Resource, 'plural' | 'group'>): string {
  return group === '' ? plural : `${plural}.${group}`;
}
