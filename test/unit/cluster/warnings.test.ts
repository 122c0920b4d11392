import { describe, expect, test } from 'vitest';
import { warningsOf } from '../../../client/src/cluster/http/warnings.ts';

/** A text as its bytes come in a header. */
const latin = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

describe('the warnings of an answer', () => {
  test.each<[string, string | string[] | undefined, string[]]>([
    ['none', undefined, []],
    ['one', '299 - "old"', ['old']],
    [
      'quotes and backslashes',
      '299 - "unknown field \\"spec.x\\" in C:\\\\x"',
      ['unknown field "spec.x" in C:\\x'],
    ],
    ['several headers, each text once', ['299 - "a"', '299 - "b"', '299 - "a"'], ['a', 'b']],
    ['several in a header, with dates', '299 - "a" "Wed, 21 Oct 2015 07:28:00 GMT" , 299 x "b"', ['a', 'b']],
    ['a comma within', '299 - "a, b", 299 - "c"', ['a, b', 'c']],
    ['another code', ['199 - "misc"', '214 - "changed", 299 - "a"'], ['a']],
    ['an empty text', '299 - ""', []],
    ['beyond ASCII', latin('299 - "Größe ☸"'), ['Größe ☸']],
    ['bytes that are no UTF-8', '299 - "caf\xe9"', ['café']],
    ['no quotes', '299 - old', []],
    ['an end that is missing', '299 - "old', []],
    [
      'what cannot be read hides what follows in its header alone',
      ['299 - "a", x, 299 - "b"', '299 - "c"'],
      ['a', 'c'],
    ],
    ['a secret', '299 - "token: abcdef"', ['token: ***']],
  ])('%s', (_name, header, expected) => {
    expect(warningsOf(header)).toEqual(expected);
  });

  test('are bounded in number and in length', () => {
    const many = (count: number) =>
      warningsOf(Array.from({ length: count }, (_, place) => `299 - "${place}"`));
    expect(many(50).at(-1)).toBe('49');
    expect(many(1_000)).toHaveLength(50);
    expect(many(1_000).at(-1)).toBe('there are more than 50 warnings: the others are not shown');
    expect(warningsOf(`299 - "${'x'.repeat(20_000)}"`)[0]).toHaveLength(2 * 1024);
    for (const piece of ['\\', '"', '299 - "', ' ', '299 - "a" ', '\\"'])
      expect(warningsOf(`299 - "${piece.repeat(1_000_000 / piece.length)}`).length).toBeLessThan(51);
  });
});
