import { expect, it } from 'vitest';
import { mutantsOf } from '../../../scripts/truth/mutants.ts';

const text = `apiVersion: v1
kind: Service
metadata:
  name: shop
  labels:
    app: shop
spec:
  ports:
    - port: 80
      name: http
`;

/** Numbers from 0 to 1, the same ones each time. */
function numbers(): () => number {
  let state = 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

it('makes mutants of one fault each, whatever is known of the kind', () => {
  const mutants = mutantsOf(text, undefined, numbers(), 100);
  const lineCount = text.split('\n').length;
  expect(mutants.map(({ op }) => op).sort()).toEqual([
    'bad-label',
    'bad-name',
    'benign',
    'cross-field',
    'dup-key',
    'dup-list-entry',
    'empty-list',
    'empty-map',
    'list-for-map',
    'map-for-list',
    'missing-head',
    'move-down',
    'move-up',
    'null-value',
    'remove-required',
    'string-for-block',
    'syntax',
    'wrong-apiversion',
    'wrong-kind',
  ]);
  expect(mutants.filter((mutant) => mutant.text === text)).toEqual([]);
  expect(mutants.flatMap(({ lines }) => lines).filter((line) => line < 1 || line > lineCount + 2)).toEqual(
    [],
  );
  expect(mutantsOf(text, undefined, numbers(), 100)).toEqual(mutants);
});

it('makes none of text that is broken, or in flow style', () => {
  expect(mutantsOf('{kind: Pod}', undefined, numbers(), 9)).toEqual([]);
  expect(mutantsOf('kind: "Pod', undefined, numbers(), 9)).toEqual([]);
});
