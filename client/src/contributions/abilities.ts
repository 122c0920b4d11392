import type { AccessQuestion } from '../cluster/access/questions.ts';
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

/** What the objects of a kind can do, and its cluster's protection lets be done, of all that commands ask for. */
export function abilitiesOf(resource: Resource, protection: Protection): Ability[] {
  return Object.values(abilities).filter(
    (ability) => isAble(resource, ability) && isAllowed(ability, protection),
  );
}

/** The word for an ability that the user lacks the right to, in the `contextValue` of a line: it is shown dimmed. */
export function missingWord(ability: Ability): string {
  return abilityWord(ability).replace(/^can-/, 'may-not-');
}

/** The rights of which any is enough for it on objects of a kind, that which one would ask for first. */
export function rightsFor(resource: Resource, ability: Ability): readonly AccessQuestion[] {
  // Who may do it to some objects is offered it, because which those are costs a question each.
  const objects = 'some';
  if ('verb' in ability) return [{ verb: ability.verb, resource, objects }];
  if ('subresource' in ability) {
    return [{ verb: 'get', resource, subresource: ability.subresource, objects }];
  }
  const forward = { resource: pods, subresource: 'portforward', objects } as const;
  const proxies = resource.subresources.some(({ name }) => name === 'proxy') ? [resource, pods] : [pods];
  return [
    { verb: 'create', ...forward },
    { verb: 'get', ...forward },
    // Where ports may not be forwarded, the API server passes on requests of HTTP.
    ...proxies.map((proxied) => ({ verb: 'get', resource: proxied, subresource: 'proxy', objects }) as const),
  ];
}

const pods = { group: '', version: 'v1', plural: 'pods' };
