import { expect, test } from 'vitest';
import { closest } from '../../../server/src/checks/closest.ts';

const words = ['containers', 'initContainers', 'replicas', 'name', 'names', 'image', 'port', 'ports'];

test.each([
  ['containrs', 'containers'],
  ['contianers', 'containers'],
  ['CONTAINERS', 'containers'],
  ['imag', 'image'],
  ['replicaz', 'replicas'],
  ['potr', 'port'],
  ['zzz', undefined],
  ['', undefined],
  ['x'.repeat(100_000), undefined],
])('%s', (word, meant) => {
  expect(closest(word, words)).toBe(meant);
});

test('two that are equally near are none', () => {
  expect(closest('bat', ['cat', 'hat'])).toBeUndefined();
});
