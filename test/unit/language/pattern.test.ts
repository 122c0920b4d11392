import { describe, expect, test } from 'vitest';
import { matchesPattern } from '../../../server/src/rules/patterns/pattern.ts';

/** Pattern, a text that it matches, a text that it does not. */
const patterns: [pattern: string, yes: string, no: string][] = [
  ['', 'anything', '\0none'],
  ['^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$', 'a-b.c', 'a_b'],
  ['^(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(Ki|m|)$', '1.5Ki', 'Ki'],
  ['b', 'abc', 'ac'],
  ['^a{2,3}$', 'aaa', 'aaaa'],
  ['^a{2,}$', 'aaaaa', 'a'],
  ['^a{2}b$', 'aab', 'aaab'],
  ['^[^/]+$', 'ab', 'a/b'],
  ['^[[:alpha:]_]+$', 'aZ_', 'a1'],
  ['^[]a]+$', 'a]', 'b'],
  ['^(?i)abc$', 'aBC', 'ab'],
  ['^(?:a|b)c$', 'bc', 'cc'],
  ['^(?P<name>x)$', 'x', 'y'],
  ['\\Aa\\z', 'a', 'ab'],
  ['^\\d+\\s\\w\\.$', '12 a.', '12 a!'],
  ['^\\x41\\x{1F600}$', 'A\u{1F600}', 'A'],
  ['^.$', '\u{1F600}', 'ab'],
  ['\\bfoo\\b', 'a foo b', 'afoo'],
  ['^a.c$', 'abc', 'a\nc'],
  ['^a{,2}$', 'a{,2}', 'aa'],
  ['^(a|)$', '', 'b'],
];

describe('patterns match as in Go', () => {
  test.each(patterns.slice(1))('%s', (pattern, yes, no) => {
    expect([matchesPattern(yes, pattern), matchesPattern(no, pattern)]).toEqual(['yes', 'no']);
  });

  test.each(['(', 'a**b(', '[', '\\p{L}', '\\1', '(?=a)', 'a{1001}', '[z-a]', 'a'.repeat(5000), '*'])(
    'unknown: %s',
    (pattern) => {
      expect(matchesPattern('a', pattern)).toBe('unknown');
    },
  );

  test('what makes a backtracking engine hang takes time in proportion', () => {
    expect(matchesPattern(`${'a'.repeat(5000)}!`, '^(a+)+$')).toBe('no');
    expect(matchesPattern(`${'a'.repeat(2000)}!`, '^(a|a)*(a|aa)*$')).toBe('no');
    expect(matchesPattern('a'.repeat(100), '((a{0,1000}){0,1000}){0,1000}')).toBe('unknown');
    expect(matchesPattern('a'.repeat(10), '(((a{0,30}){0,30}){0,30}){0,30}')).toBe('unknown');
    expect(matchesPattern('x', '('.repeat(3000) + ')'.repeat(3000))).toMatch(/yes|unknown/);
  });
});
