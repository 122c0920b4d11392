import { describe, expect, it } from 'vitest';
import { TextSnapshot } from '../../../client/src/editing/text-snapshot.ts';

describe('the text of a document at one moment', () => {
  it.each([
    { text: '', lines: [''] },
    { text: 'a', lines: ['a'] },
    { text: 'a\n', lines: ['a', ''] },
    { text: 'a: 1\n\n  b', lines: ['a: 1', '', '  b'] },
    { text: 'a: 1\r\n\r\n  b\r\n', lines: ['a: 1', '', '  b', ''] },
  ])('$text', ({ text, lines }) => {
    const snapshot = new TextSnapshot(text);
    expect(Array.from({ length: snapshot.count }, (_, row) => snapshot.at(row))).toEqual(lines);
    for (const [row, line] of lines.entries()) {
      const start = snapshot.offsetAt({ row, column: 0 });
      expect(text.slice(start, start + line.length)).toBe(line);
      expect(snapshot.offsetAt({ row, column: line.length })).toBe(start + line.length);
    }
  });
});
