import type { Resource } from '../kube-object.ts';
import { resourceName } from '../resource-name.ts';

/**
 * The kinds whose objects can be listed, each once and in its preferred version.
 *
 * @param resources discovery's rows, the preferred version of each resource first
 */
export function listableKinds(resources: readonly Resource[]): Resource[] {
  const seen = new Set<string>();
  const hasCoreEvents = resources.some(({ group, plural }) => group === '' && plural === 'events');
  return resources.filter((resource) => {
    if (!resource.verbs.includes('list')) return false;
    // Events are served by two groups, the same objects in both.
    if (resource.group === 'events.k8s.io' && hasCoreEvents) return false;
    const name = resourceName(resource);
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}
