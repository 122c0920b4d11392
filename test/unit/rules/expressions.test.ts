import { describe, expect, it } from 'vitest';
import { celProblem } from '../../../server/src/rules/cel/syntax.ts';

/** What kube-apiserver 1.35.4 reads, as far as syntax goes. */
const read = [
  'object.spec.replicas < 5',
  'has(object.spec.x) && !has((object.spec.y))',
  "object.a.all(x, x > 1) || object.a.exists((i), i == 'a')",
  'a.map(x, x.y, x.z).filter(c, has(c.d) && c.d != "")',
  'a ? b : c ? d : e',
  '!!a || --1 < - 1',
  '[1, 2,] + [,] + []',
  "{'a': 1, b: {'c': [1, {?d: e}]},} != {,}",
  'Object{spec: Object.spec{replicas: 1, ?`a-b`: c}}',
  "[JSONPatch{op: 'add', path: '/spec', value: 1}]",
  "a.?b[?'c'].orValue(a.`b/c`)",
  "'''a\nb''' + \"\"\"a\"b\"\"\" + r'\\d+' + R\"\\\" + b'\\xff' + bR'a'",
  "'\\n\\t\\x41\\u0041\\U00000041\\101\\?\\`'",
  '1u + 0x1F + 0xFFu + .5 + 1.5e-3 + 1e5',
  'a in b == (c < d) // with a comment',
  'a\n\t&& b\r\n  || c',
  'object.metadata.namespace == namespaceObject.metadata.name',
  '.a.b + .f()',
  "null == true ? '' : ''''''",
  'type(a) == int && -[1] + -{}',
];

/** What it does not, and where. */
const refused: [expression: string, offset: number, message: string][] = [
  ['Bad Value!', 4, "mismatched input 'Value' expecting <EOF>"],
  ['a,b', 1, "mismatched input ',' expecting <EOF>"],
  [
    '1 +',
    3,
    "mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
  ],
  ['a ? b', 5, 'the expression ends too early, expected ":"'],
  ['(1', 2, 'the expression ends too early, expected ")"'],
  ['1)', 1, "extraneous input ')' expecting <EOF>"],
  ['a ? b ? c : d : e', 6, 'unexpected "?", expected ":"'],
  ['a = b', 2, '"=" begins nothing that an expression can have'],
  ['a & b', 2, '"&" begins nothing that an expression can have'],
  ['$a', 0, '"$" begins nothing that an expression can have'],
  ["'a", 0, 'a text in quotes does not end, or has an escape that is none'],
  ["'\\d+'", 0, 'a text in quotes does not end, or has an escape that is none'],
  ['f(,)', 2, 'unexpected ","'],
  ['x.y(a,)', 6, 'unexpected ")"'],
  ['[1,,2]', 3, 'unexpected ","'],
  ["{'a'}", 4, 'unexpected "}", expected ":"'],
  ['a[0]{b: 1}', 4, "mismatched input '{' expecting <EOF>"],
  ['a.`b`()', 5, "mismatched input '(' expecting <EOF>"],
  ['a.in', 2, 'unexpected "in"'],
  ['!-x', 2, 'unexpected "x"'],
  ['for', 0, 'reserved identifier: for'],
  ['has(object)', 4, 'invalid argument to has() macro'],
  ['has(a[b])', 4, 'invalid argument to has() macro'],
  ['has(a.?b)', 4, 'invalid argument to has() macro'],
  ['object.a.all(x.y, x)', 13, 'argument must be a simple name'],
  ['1a', 1, "extraneous input 'a' expecting <EOF>"],
];

describe('the syntax of expressions', () => {
  it.each(read)('%s', (expression) => {
    expect(celProblem(expression)).toBeUndefined();
  });
  it.each(refused)('not %s', (expression, offset, message) => {
    expect(celProblem(expression)).toEqual({ offset, message });
  });
  // As kube-apiserver 1.35.4 answers a ValidatingAdmissionPolicy.
  const tooDeep = 'expression recursion limit exceeded: 250';
  const tooLong = 'max recursion depth exceeded';
  it.each<[what: string, made: (count: number) => string, most: number, message: string]>([
    ['parentheses', (count) => `${'('.repeat(count)}a${')'.repeat(count)}`, 249, tooDeep],
    ['choices', (count) => `${'a ? a : '.repeat(count)}a`, 249, tooDeep],
    ['calls', (count) => `${'string('.repeat(count)}a${')'.repeat(count)}`, 249, tooDeep],
    ['maps', (count) => `${'{1: '.repeat(count)}1${'}'.repeat(count)}`, 249, tooDeep],
    ['fields', (count) => `a${'.a'.repeat(count)}`, 250, tooLong],
    ['items', (count) => `a${'[0]'.repeat(count)}`, 250, tooLong],
    ['sums', (count) => `1${' + 1'.repeat(count)}`, 250, tooLong],
    ['products', (count) => `1${' * 1'.repeat(count)}`, 250, tooLong],
    ['comparisons', (count) => `a${' == a'.repeat(count)}`, 250, tooLong],
  ])('has so many %s as the server reads', (_, made, most, message) => {
    expect(celProblem(made(most))).toBeUndefined();
    expect(celProblem(made(most + 1))).toEqual({ message });
    expect(celProblem(made(8_000))).toEqual({ message });
  });
  it('has as many characters as the server reads', () => {
    expect(celProblem(`'${'\u{1F600}'.repeat(99_998)}'`)).toBeUndefined();
    const message = 'expression code point size exceeds limit: size: 100001, limit 100000';
    expect(celProblem(`'${'\u{1F600}'.repeat(99_999)}'`)).toEqual({ message });
  });
  it('is read where it is long', () => {
    expect(celProblem(`${'!'.repeat(50_000)}a`)).toBeUndefined();
    expect(celProblem(`${'a || '.repeat(19_000)}a`)).toBeUndefined();
    expect(celProblem(`${'['.repeat(200)}${']'.repeat(200)}`)).toBeUndefined();
  });
});
