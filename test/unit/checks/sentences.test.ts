import { expect, test } from 'vitest';
import { sentenceOf } from '../../../server/src/checks/sentences.ts';

test('a name that a file gives is one line of a problem, and hides nothing', () => {
  const { headline, detail } = sentenceOf({ is: 'unknown-field', field: 'a\u202e\x1b[2K', meant: 'ab' });
  expect(headline).toBe('Unknown field `a\\u202e\\u001b[2K`. Did you mean `ab`?');
  expect(detail).toBeUndefined();
  const cut = sentenceOf({ is: 'unknown-field', field: 'a\nerror: b' });
  expect(cut.headline).toBe('Unknown field `a…`.');
});

test('a value in what else is said hides nothing; the lines of that stay', () => {
  const supported = ['x\u2066y', 'z'];
  const { headline, detail } = sentenceOf({
    is: 'unsupported-value',
    field: 'a',
    value: 'b\u200b',
    supported,
  });
  expect(headline).toBe('`a` does not take "b\\u200b".');
  expect(detail).toBe('Supported: "x\\u2066y", "z".');
});
