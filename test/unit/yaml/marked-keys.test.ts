import { describe, expect, test } from 'vitest';
import type { MapNode } from '../../../server/src/yaml/nodes.ts';
import { Reader } from '../../../server/src/yaml/reader.ts';
import { TreeBuilder } from '../../../server/src/yaml/tree.ts';
import { toValue } from '../../../server/src/yaml/value.ts';

interface Row {
  readonly text: string;
  readonly value: unknown;
  readonly problems?: readonly string[];
}

const rows: readonly Row[] = [
  { text: '? a\n: b\n', value: { a: 'b' } },
  { text: '? a\n', value: { a: null } },
  { text: '? a\n? b\nc: d\n', value: { a: null, b: null, c: 'd' } },
  { text: 'a: 1\n? b\n: 2\nc: 3\n', value: { a: 1, b: 2, c: 3 } },
  { text: '?\n  a\n:\n  b: 1\n', value: { a: { b: 1 } } },
  { text: '? a # why\n# more\n: b\n', value: { a: 'b' } },
  { text: '? "a: b"\n: - 1\n  - 2\n', value: { 'a: b': [1, 2] } },
  { text: '? a\n:\n- 1\n', value: { a: [1] } },
  { text: '? |\n  a\n: b\n', value: { 'a\n': 'b' } },
  { text: '? a\n  b\n: c\n', value: { 'a b': 'c' } },
  { text: '? &k a\n: *k\n', value: { a: 'a' } },
  { text: '- ? a\n  : b\n  c: d\n', value: [{ a: 'b', c: 'd' }] },
  { text: '{? a : b, ? c, d: e}', value: { a: 'b', c: null, d: 'e' } },
  { text: '[? a : b, c]', value: [{ a: 'b' }, 'c'] },
  { text: '? a\n: b\n? a\n: c\n', value: { a: 'c' }, problems: ['duplicate-key'] },
  { text: '? [a, b]\n: c\n', value: { '[a, b]': 'c' }, problems: ['complex-key'] },
  { text: '? - a\n: b\n', value: { '- a': 'b' }, problems: ['complex-key'] },
  { text: '?\ta\n: b\n', value: { a: 'b' }, problems: ['tab-indentation'] },
  {
    text: '? a\n  : b\n',
    value: { 'a\n  : b': null },
    problems: ['missing-colon', 'missing-key', 'complex-key'],
  },
  { text: '{? a', value: { a: null }, problems: ['unclosed-bracket'] },
];

describe('a key behind `?`', () => {
  test.each(rows)('$text', ({ text, value, problems = [] }) => {
    const { root, codes } = read(text);
    expect(toValue(root)).toEqual(value);
    expect(codes).toEqual(problems);
  });

  test('its entry begins at the mark and ends with the value', () => {
    const root = read('a: 1\n? long\n: value\n').root as MapNode;
    const entry = root.entries[1]!;
    expect({ span: entry.span, key: entry.key.span, colon: entry.colon }).toEqual({
      span: { start: 5, end: 19 },
      key: { start: 7, end: 11 },
      colon: 12,
    });
  });
});

/** What our own reader alone makes of a text. */
function read(text: string) {
  const builder = new TreeBuilder({ offset: 0 });
  const root = new Reader(text, builder).read();
  return { root, codes: builder.problems.map(({ code }) => code) };
}
