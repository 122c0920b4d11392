import type { Resource } from '../cluster/kube-object.ts';
import type { Protection } from '../cluster/protection/protection.ts';
import { abilities, abilityWord, abilityWords, isAllowed } from './abilities.ts';

/** What a line of a view is: the words of its `contextValue`, by which menus know it. */
export type ItemWord =
  | 'context'
  | 'sandbox'
  | 'stoppedSandbox'
  | 'category'
  | 'kind'
  | 'object'
  | 'container'
  | 'message'
  | 'login'
  | 'more'
  | 'forward';

/** The `contextValue` of a line. */
export function itemContext(...words: readonly ItemWord[]): string {
  return words.join(' ');
}

/** The `contextValue` of an object's line: what can be done with it, by its kind's verbs and subresources and its cluster. */
export function objectContext(resource: Resource, protection: Protection): string {
  return [itemContext('object'), ...abilityWords(resource, protection)].join(' ');
}

/** The `contextValue` of a container's line: what an object does through its containers. */
export function containerContext(protection: Protection): string {
  const through = [abilities.showLogs, abilities.portForward];
  const words = through.filter((ability) => isAllowed(ability, protection)).map(abilityWord);
  return [itemContext('container'), ...words].join(' ');
}
