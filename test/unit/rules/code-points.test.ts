import { expect, test } from 'vitest';
import { codePointCount } from '../../../server/src/rules/formats/code-points.ts';

test.each([
  '',
  'a',
  'é',
  '😀',
  'a😀b😀',
  '\ud83d',
  '\ude00',
  '\ude00\ud83d',
  '\ud83d\ud83d\ude00',
  '\ud83d\ude00\ude00',
])('%j has as many code points as it has when it is taken apart', (text) => {
  expect(codePointCount(text)).toBe([...text].length);
});
