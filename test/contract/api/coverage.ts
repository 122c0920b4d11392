import type { KubernetesVersion } from '../../../server/src/catalog/catalog.ts';
import type { Case } from './case.ts';
import { type Operation, operationKey, specifiedOperations } from './operations.ts';
import { servedKinds } from './served-kinds.ts';

/** The specified operations that no case exercises, by their keys. */
export function notExercised(cases: readonly Case[]): string[] {
  const exercised = new Set(cases.map(({ operation }) => operation));
  return specifiedOperations.map(operationKey).filter((key) => !exercised.has(key));
}

/** The specified operations that a server of this version does not serve: the specification is that of 1.35. */
export function notServed(version: KubernetesVersion): string[] {
  const collections = new Set(
    servedKinds(version).flatMap(({ group, version, plural }) => {
      const prefix = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
      return [prefix, `${prefix}/${plural}`];
    }),
  );
  return specifiedOperations
    .filter(({ prefix }) => !prefix.includes('{group}'))
    .filter((operation) => !collections.has(collectionOf(operation)))
    .map(operationKey);
}

/** The prefix and the plural, wherever in a path the plural stands. */
function collectionOf({ prefix, path }: Operation): string {
  const below = path.slice(prefix.length).replace(/^\/namespaces\/\{namespace\}(?=\/)/, '');
  const [, plural = ''] = below.split('/');
  return plural === '' ? prefix : `${prefix}/${plural}`;
}
