import type { Resource } from '../cluster/kube-object.ts';
import { abilities, abilityWord, abilityWords } from './abilities.ts';

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

/** The `contextValue` of an object's line: what can be done with it, by its kind's verbs and subresources. */
export function objectContext(resource: Resource): string {
  return [itemContext('object'), ...abilityWords(resource)].join(' ');
}

/** The `contextValue` of a container's line: what an object does through its containers. */
export function containerContext(): string {
  return [itemContext('container'), abilityWord(abilities.showLogs), abilityWord(abilities.portForward)].join(
    ' ',
  );
}
