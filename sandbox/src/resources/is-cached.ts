import type { Resource } from './resource.ts';

/** Whether an API server answers reads of a resource from a cache; those of events alone come from where they are stored. */
export function isCached({ storage }: Pick<Resource, 'storage'>): boolean {
  return storage.group !== '' || storage.plural !== 'events';
}
