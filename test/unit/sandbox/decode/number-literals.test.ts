import { expect, test } from 'vitest';
import { numberLiterals } from '../../../../sandbox/src/decode/number-literals.ts';

test.for([
  ['{"a":1,"b":-2}', {}],
  ['{"a":1.0}', { a: '1.0' }],
  ['{"a":{"b":[1,1e3,{"c":-0.5}]}}', { 'a.b[1]': '1e3', 'a.b[2].c': '-0.5' }],
  ['[12345678901234567890]', { '[0]': '12345678901234567890' }],
  ['{"text":"1.0 and 1e3","a":{"1.5":2},"b":2.5}', { b: '2.5' }],
] as const)('%j', ([text, literals]) => {
  expect(Object.fromEntries(numberLiterals(text))).toEqual(literals);
});

test('it tells the first hundred', () => {
  const text = `[${Array.from({ length: 5000 }, () => '1.0').join(',')}]`;
  expect(numberLiterals(text).size).toBe(100);
});
