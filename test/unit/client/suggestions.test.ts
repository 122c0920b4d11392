import { expect, test } from 'vitest';
import { labelPlainly } from '../../../client/src/prompts/suggestions.ts';

test.each([
  { item: { label: 'web' }, plain: { label: 'web' } },
  {
    item: { label: '$(flame)' },
    plain: { label: '$ (flame)', insertText: '$(flame)', filterText: '$(flame)' },
  },
  {
    item: { label: { label: 'a $(sync~spin)', description: 'b' }, insertText: 'c', filterText: 'd' },
    plain: { label: { label: 'a $ (sync~spin)', description: 'b' }, insertText: 'c', filterText: 'd' },
  },
])('a suggestion is labelled by what it is: $item.label', ({ item, plain }) => {
  labelPlainly([item]);
  expect(item).toEqual(plain);
});
