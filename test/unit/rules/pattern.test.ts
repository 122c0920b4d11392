import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { matchesPattern } from '../../../server/src/rules/patterns/pattern.ts';
import { isPlain, patternProblem } from '../../../server/src/rules/patterns/pattern-problem.ts';
import { seededRandom } from '../../support/random.ts';

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

/** Patterns, each with what a kube-apiserver 1.35.4 has against it or with a digit for each text: 1 where it matches. */
const recorded: { texts: string[]; patterns: { pattern: string; problem?: string; matches?: string }[] } =
  JSON.parse(readFileSync(join(import.meta.dirname, '../../fixtures/patterns.json'), 'utf8'));
/** Servers of different age do not agree upon these: they are left to them. */
const leftToServer = ['(?P<n>a)(?P<n>b)', '(?<n>a)(?<n>b)', '\\p{Letter}', '\\p{lu}', '\\p{Foo}'];

describe('a plain pattern', () => {
  test('has no problem to a real API server', () => {
    const plain = recorded.patterns.filter(({ pattern }) => isPlain(pattern));
    expect(plain.length).toBeGreaterThan(10);
    expect(plain.filter(({ problem }) => problem !== undefined)).toEqual([]);
  });

  test('has none however its parts are put together', () => {
    const random = seededRandom(13);
    const parts = [
      'a',
      'Z',
      '0',
      '-',
      '.',
      '[a-z]',
      '[_.a-z-]',
      '[z-a]',
      '[a-9]',
      '[a',
      ']',
      '\\d',
      '\\.',
      '\\q',
      '*',
      '+',
      '?',
      '^',
      '$',
      '(',
      '|',
      '{2}',
      '[-]',
      '[^a]',
      '\\',
      'é',
    ];
    const pick = () => parts[random(parts.length)]!;
    const texts = Array.from({ length: 20_000 }, () => Array.from({ length: 1 + random(6) }, pick).join(''));
    const plain = texts.filter(isPlain);
    expect(plain.length).toBeGreaterThan(1_000);
    expect(plain.filter((text) => patternProblem(text) !== undefined)).toEqual([]);
  });
});

describe('what a real API server says of patterns', () => {
  const told = recorded.patterns.filter(({ pattern }) => !leftToServer.includes(pattern));

  test.each(told.map((row) => [row.pattern.slice(0, 60), row] as const))('%j', (_what, row) => {
    expect(patternProblem(row.pattern)).toBe(row.problem);
    const digit = { yes: '1', no: '0', unknown: '?' };
    const found = recorded.texts.map((text) => digit[matchesPattern(text, row.pattern)]).join('');
    expect(found).toBe(row.matches ?? '?'.repeat(recorded.texts.length));
  });

  test.each(leftToServer)('is not foretold of %j', (pattern) => {
    expect([patternProblem(pattern), matchesPattern('a', pattern)]).toEqual([undefined, 'unknown']);
  });
});

describe('patterns match as in Go', () => {
  test.each(patterns.slice(1))('%s', (pattern, yes, no) => {
    expect([matchesPattern(yes, pattern), matchesPattern(no, pattern)]).toEqual(['yes', 'no']);
  });

  test.each([
    '(',
    'a**b(',
    '[',
    '\\p{Nonsense}',
    '\\1',
    '(?=a)',
    'a{1001}',
    '[z-a]',
    'a'.repeat(20_000),
    '*',
  ])('unknown: %s', (pattern) => {
    expect(matchesPattern('a', pattern)).toBe('unknown');
  });

  test('what makes a backtracking engine hang takes time in proportion', () => {
    expect(matchesPattern(`${'a'.repeat(5000)}!`, '^(a+)+$')).toBe('no');
    expect(matchesPattern(`${'a'.repeat(2000)}!`, '^(a|a)*(a|aa)*$')).toBe('no');
    expect(matchesPattern('a'.repeat(100), '((a{0,1000}){0,1000}){0,1000}')).toBe('unknown');
    expect(matchesPattern('a'.repeat(10), '(((a{0,30}){0,30}){0,30}){0,30}')).toBe('unknown');
    expect(matchesPattern('x', '('.repeat(3000) + ')'.repeat(3000))).toMatch(/yes|unknown/);
  });
});
