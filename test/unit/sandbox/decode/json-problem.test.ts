import { expect, test } from 'vitest';
import { jsonProblem } from '../../../../sandbox/src/decode/json-problem.ts';

// What encoding/json of Go says of the same texts.
test.for([
  ['', 'unexpected end of JSON input'],
  ['  \n', 'unexpected end of JSON input'],
  ['{', 'unexpected end of JSON input'],
  ['{"a"', 'unexpected end of JSON input'],
  ['{"a":', 'unexpected end of JSON input'],
  ['[1,', 'unexpected end of JSON input'],
  ['"open', 'unexpected end of JSON input'],
  ['tru', 'unexpected end of JSON input'],
  ['-', 'unexpected end of JSON input'],
  ['1.', 'unexpected end of JSON input'],
  ['not json', "invalid character 'o' in literal null (expecting 'u')"],
  ['x', "invalid character 'x' looking for beginning of value"],
  ["'a'", "invalid character '\\'' looking for beginning of value"],
  ['é', "invalid character 'Ã' looking for beginning of value"],
  ['{}x', "invalid character 'x' after top-level value"],
  ['{a:1}', "invalid character 'a' looking for beginning of object key string"],
  ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
  ['{"a" 1}', "invalid character '1' after object key"],
  ['{"a":1 "b"}', `invalid character '"' after object key:value pair`],
  ['[1 2]', "invalid character '2' after array element"],
  ['[1,]', "invalid character ']' looking for beginning of value"],
  ['"a\nb"', "invalid character '\\n' in string literal"],
  ['"\\x"', "invalid character 'x' in string escape code"],
  ['"\\u12g4"', "invalid character 'g' in \\u hexadecimal character escape"],
  ['01', "invalid character '1' after top-level value"],
  ['-a', "invalid character 'a' in numeric literal"],
  ['1.a', "invalid character 'a' after decimal point in numeric literal"],
  ['1e+', 'unexpected end of JSON input'],
  ['1ex', "invalid character 'x' in exponent of numeric literal"],
] as const)('%j', ([text, problem]) => {
  expect(jsonProblem(text)).toBe(problem);
});
