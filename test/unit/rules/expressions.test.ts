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
  it('says nothing of what is nested too deeply, and reads what is long', () => {
    expect(celProblem(`${'('.repeat(100_000)}a`)).toBeUndefined();
    expect(celProblem(`${'!'.repeat(50_000)}a`)).toBeUndefined();
    expect(celProblem(`${'a || '.repeat(20_000)}a`)).toBeUndefined();
    expect(celProblem(`${'['.repeat(200)}${']'.repeat(200)}`)).toBeUndefined();
  });
});
