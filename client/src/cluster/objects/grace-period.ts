import type { Resource } from '../kube-object.ts';

/** Whether a deletion of its objects may take a time of grace: Pods alone end by themselves, all others just go. */
export function hasGracePeriod({ group, plural }: Pick<Resource, 'group' | 'plural'>): boolean {
  return group === '' && plural === 'pods';
}
