import { expect, test } from 'vitest';
import { duplicateFields } from '../../../../sandbox/src/decode/duplicate-fields.ts';

test.each([
  ['{}', []],
  ['{"a":1,"b":{"a":1}}', []],
  ['{"a":1,"a":2}', ['a']],
  ['{"a":{"b":[{"c":1},{"c":1,"d":{},"c":2}]}}', ['a.b[1].c']],
  ['{"a":"\\"a\\":{","\\u0061":1}', ['a']],
  ['[{"a":[]},{"a":1,"a":1,"a":1}]', ['[1].a', '[1].a']],
  ['"a"', []],
])('%s', (text, expected) => {
  JSON.parse(text);
  expect(duplicateFields(text)).toEqual(expected);
});
