import { expect, test } from 'vitest';
import { field, findPath, stringField, valueAt } from '../../../server/src/manifest/fields.ts';
import { nodeAtOffset } from '../../../server/src/manifest/node-at-offset.ts';
import { parseDocuments } from '../../../server/src/yaml/documents.ts';

const text = 'a:\n  - b: 1\n    c: [x, {d: e}]\n  - &f g\nh: *f\ni: {<<: {j: 1}}\na2:\n';
const root = parseDocuments(text)[0]!.root!;

test.each<[string, unknown]>([
  ['b: 1', [['a', 0, 'b'], 'key']],
  ['1\n', [['a', 0, 'b'], 'value']],
  ['x, ', [['a', 0, 'c', 0], 'value']],
  ['d: e', [['a', 0, 'c', 1, 'd'], 'key']],
  ['e}', [['a', 0, 'c', 1, 'd'], 'value']],
  ['g\n', [['a', 1], 'value']],
  ['*f', [['h'], 'value']],
  ['a2', [['a2'], 'key']],
])('at %j', (part, expected) => {
  const found = nodeAtOffset(root, text.indexOf(part))!;
  expect([found.path, found.at]).toEqual(expected);
});

test('paths lead to entries, items and values', () => {
  expect(valueAt(root, ['a', 0, 'c', 1, 'd'])).toMatchObject({ text: 'e' });
  expect(findPath(root, ['a', 1])).toMatchObject({ item: {}, node: { text: 'g' } });
  expect(findPath(root, ['i', 'j'])).toMatchObject({ entry: { merged: true }, node: { value: 1 } });
  expect(findPath(root, ['a2'])).toMatchObject({ node: undefined });
  for (const path of [['x'], ['a', 'b'], ['a', 9], ['h', 'x']]) expect(findPath(root, path)).toBeUndefined();
  expect(stringField(root, 'h')).toBe('g');
  expect(stringField(root, 'a')).toBeUndefined();
  expect(field(parseDocuments('a: 1\na: 2\n')[0]!.root, 'a')?.value).toMatchObject({ value: 2 });
});
