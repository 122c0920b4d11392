import { leadsToPods } from '../cluster/forwarding/leads-to-pods.ts';
import type { Resource } from '../cluster/kube-object.ts';
import type { Protection } from '../cluster/protection/protection.ts';
import type { RequestEffect } from '../cluster/protection/request-effect.ts';

/** What a kind must let be done for a command to be offered on its objects, in the words of discovery. */
export type Ability = (
  | { readonly verb: string }
  | { readonly subresource: string }
  /** Its objects are Pods, or lead to some. */
  | { readonly leadsTo: 'pods' }
) & {
  /** What comes of it: of a read-only cluster nothing is offered but what reads. */
  readonly effect: RequestEffect;
};

/** What each command on an object needs. A kind that nobody knows is offered what its cluster says it can. */
export const abilities = {
  openYaml: { verb: 'get', effect: 'reads' },
  deleteObject: { verb: 'delete', effect: 'changes' },
  showLogs: { subresource: 'log', effect: 'reads' },
  portForward: { leadsTo: 'pods', effect: 'forwards' },
} as const satisfies Readonly<Record<string, Ability>>;

/** Whether it is offered of a cluster that is protected so. */
export function isAllowed({ effect }: Ability, protection: Protection): boolean {
  return effect === 'reads' || protection !== 'read-only';
}

/** Whether objects of a kind can do it. */
export function isAble(resource: Resource, ability: Ability): boolean {
  if ('leadsTo' in ability) return leadsToPods(resource);
  const { verbs, subresources } = resource;
  return 'verb' in ability
    ? verbs.includes(ability.verb)
    : subresources.some(({ name }) => name === ability.subresource);
}

/** The word for an ability in the `contextValue` of a line. */
export function abilityWord(ability: Ability): string {
  if ('leadsTo' in ability) return 'can-portforward';
  return `can-${'verb' in ability ? ability.verb : ability.subresource}`;
}

/** The words for what a kind, and its cluster's protection, let be done, of all that commands ask for. */
export function abilityWords(resource: Resource, protection: Protection): string[] {
  return Object.values(abilities)
    .filter((ability) => isAble(resource, ability) && isAllowed(ability, protection))
    .map(abilityWord);
}
