import type { Resource } from '../cluster/kube-object.ts';
import type { Protection } from '../cluster/protection/protection.ts';
import { type Ability, abilities, abilitiesOf, abilityWord, isAllowed, missingWord } from './abilities.ts';

/** What a line of a view is: the words of its `contextValue`, by which menus know it. */
export type ItemWord =
  | 'context'
  | 'sandbox'
  | 'stoppedSandbox'
  | 'category'
  | 'kind'
  | 'pinned'
  | 'unpinned'
  | 'unhealthy'
  | 'object'
  | 'container'
  | 'releases'
  | 'release'
  | 'message'
  | 'problem'
  | 'login'
  | 'more'
  | 'forward';

/** The `contextValue` of a line. */
export function itemContext(...words: readonly ItemWord[]): string {
  return words.join(' ');
}

/**
 * The `contextValue` of an object's line: what can be done with it, by its kind's verbs and subresources and its cluster, and
 * what of it the user is known to lack the right to.
 */
export function objectContext(
  resource: Resource,
  protection: Protection,
  missing: readonly Ability[] = [],
): string {
  return [itemContext('object'), ...words(abilitiesOf(resource, protection), missing)].join(' ');
}

/** The `contextValue` of a container's line: what an object does through its containers. */
export function containerContext(protection: Protection, missing: readonly Ability[] = []): string {
  const through = [abilities.showLogs, abilities.portForward];
  const allowed = through.filter((ability) => isAllowed(ability, protection));
  return [itemContext('container'), ...words(allowed, missing)].join(' ');
}

/** The `contextValue` of the line of a release of Helm, or of one of its revisions: what is done reads the Secret that holds it. */
export function releaseContext(missing: readonly Ability[] = []): string {
  const read = abilities.openYaml;
  return [itemContext('release'), ...(missing.includes(read) ? [missingWord(read)] : [])].join(' ');
}

function words(able: readonly Ability[], missing: readonly Ability[]): string[] {
  return [...able.map(abilityWord), ...able.filter((ability) => missing.includes(ability)).map(missingWord)];
}
