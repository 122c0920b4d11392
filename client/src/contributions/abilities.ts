import type { Resource } from '../cluster/kube-object.ts';

/** What a kind must let be done for a command to be offered on its objects, in the words of discovery. */
export type Ability = { readonly verb: string } | { readonly subresource: string };

/** What each command on an object needs. A kind that nobody knows is offered what its cluster says it can. */
export const abilities = {
  openYaml: { verb: 'get' },
  deleteObject: { verb: 'delete' },
  showLogs: { subresource: 'log' },
  portForward: { subresource: 'portforward' },
} as const satisfies Readonly<Record<string, Ability>>;

/** Whether objects of a kind can do it. */
export function isAble({ verbs, subresources }: Resource, ability: Ability): boolean {
  return 'verb' in ability
    ? verbs.includes(ability.verb)
    : subresources.some(({ name }) => name === ability.subresource);
}

/** The word for an ability in the `contextValue` of a line. */
export function abilityWord(ability: Ability): string {
  return `can-${'verb' in ability ? ability.verb : ability.subresource}`;
}

/** The words for what a kind lets be done, of all that commands ask for. */
export function abilityWords(resource: Resource): string[] {
  return Object.values(abilities)
    .filter((ability) => isAble(resource, ability))
    .map(abilityWord);
}
