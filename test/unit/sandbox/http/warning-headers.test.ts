import { expect, test } from 'vitest';
import { warningHeaders } from '../../../../sandbox/src/http/warning-headers.ts';

test.each([
  ['nothing', [], []],
  ['each text once', ['a', 'b', 'a', ''], ['299 - "a"', '299 - "b"']],
  ['what a header cannot hold', ['a "b" \\ \n\u00e9'], ['299 - "a \\"b\\" \\\\ \\n?"']],
  [
    'long texts are cut where all together are too long',
    ['x'.repeat(4000), 'y'.repeat(97)],
    [`299 - "${'x'.repeat(256)}"`, `299 - "${'y'.repeat(97)}"`],
  ],
  ['a long text alone is not', ['x'.repeat(4096)], [`299 - "${'x'.repeat(4096)}"`]],
] as const)('%s', (_what, texts, headers) => {
  expect(warningHeaders(texts)).toEqual(headers);
});

test('so many warnings that they do not fit end where the server stops', () => {
  const texts = Array.from({ length: 1000 }, (_, index) => `${index} ${'x'.repeat(300)}`);
  expect(warningHeaders(texts).length).toBe(16);
});
