import { expect, test } from 'vitest';
import { LineIndex, lineStartAt } from '../../../server/src/yaml/lines.ts';

test.each(['', 'a', 'a\nb', 'a\r\nb\r\n', 'a\rb\n\nc', '😀x\n😀'])(
  'offsets and positions of %j agree',
  (text) => {
    const lines = new LineIndex(text);
    for (let offset = 0; offset <= text.length; offset++) {
      const inBreak = text[offset - 1] === '\r' && text[offset] === '\n';
      if (!inBreak) expect(lines.offsetAt(lines.positionAt(offset))).toBe(offset);
    }
  },
);

test('positions outside the text are its nearest place', () => {
  const lines = new LineIndex('ab\r\ncd');
  expect(lines.offsetAt({ line: 0, character: 99 })).toBe(2);
  expect(lines.offsetAt({ line: 9, character: 0 })).toBe(6);
  expect(lines.offsetAt({ line: -1, character: 5 })).toBe(0);
  expect(lines.positionAt(99)).toEqual({ line: 1, character: 2 });
  expect(lines.range({ start: 1, end: 5 })).toEqual({
    start: { line: 0, character: 1 },
    end: { line: 1, character: 1 },
  });
});

test.each([
  ['\na', 0, 0],
  ['\na', 1, 1],
  ['\na', 2, 1],
  ['', 0, 0],
  ['a\nb\n', 3, 2],
  ['a\nb\n', 4, 4],
])('%j: the line of offset %i starts at %i', (text, offset, start) => {
  expect(lineStartAt(text, offset)).toBe(start);
});
