import { expect, test } from 'vitest';
import { kindOfCluster, problemCode } from '../../../client/src/language/command-arguments.ts';
import { type Argument, on } from '../../../client/src/prompts/command-handler.ts';

const kind = { cluster: 'prod', apiVersion: 'v1', kind: 'Pod' };

test.each<[what: string, argument: Argument<unknown>, given: unknown, is: 'taken' | 'refused']>([
  ['a kind', kindOfCluster, kind, 'taken'],
  ['a kind of the longest name', kindOfCluster, { ...kind, kind: 'x'.repeat(2_000) }, 'taken'],
  ['a kind of a longer name', kindOfCluster, { ...kind, kind: 'x'.repeat(2_001) }, 'refused'],
  ['a longer API version', kindOfCluster, { ...kind, apiVersion: 'x'.repeat(2_001) }, 'refused'],
  ['a longer context', kindOfCluster, { ...kind, cluster: 'x'.repeat(2_001) }, 'refused'],
  ['a kind without a cluster', kindOfCluster, { ...kind, cluster: undefined }, 'refused'],
  ['a code', problemCode, 'unknown-field', 'taken'],
  ['a code of the longest name', problemCode, 'x'.repeat(100), 'taken'],
  ['a longer code', problemCode, 'x'.repeat(101), 'refused'],
  ['a link', problemCode, '../x', 'refused'],
])('%s is taken or refused', (_what, argument, given, is) => {
  const prepared = on(argument, () => undefined).prepare([given]);
  expect(prepared ? 'taken' : 'refused').toBe(is);
});
