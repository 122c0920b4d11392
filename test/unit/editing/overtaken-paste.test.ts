import { describe, expect, it } from 'vitest';
import {
  type AwaitedPaste,
  isOvertaken,
  isPasted,
  latePaste,
  moved,
  type OffsetReplacement,
  type TextChange,
} from '../../../client/src/editing/overtaken-paste.ts';

/** Two spaces stand before the cursor, on the second line. */
const text = 'spec:\n  \nend';
const at = 8;
const paste: AwaitedPaste = {
  at,
  selected: 0,
  replacement: { from: 6, to: at, text: '  b:\n    c: 1' },
  mayBe: ['b:\n      c: 1', '  b:\n    c: 1'],
};
const typed = (letters: string): TextChange => ({ rangeOffset: at, rangeLength: 0, text: letters });

describe('a paste that VS Code drops because somebody types', () => {
  it.each([
    { name: 'a letter', changes: [typed('x')], after: 'spec:\n  b:\n    c: 1x\nend' },
    { name: 'some letters at once', changes: [typed('123')], after: 'spec:\n  b:\n    c: 1123\nend' },
    {
      name: 'a line break, which is indented by what is pasted',
      changes: [typed('\n  ')],
      after: 'spec:\n  b:\n    c: 1\n    \nend',
    },
    {
      name: 'a line break for which the line has lost its white space',
      changes: [typed('\n  '), { rangeOffset: 6, rangeLength: 2, text: '' }],
      after: 'spec:\n  b:\n    c: 1\n    \nend',
    },
    {
      name: 'a line break instead of the white space',
      changes: [{ rangeOffset: 6, rangeLength: 2, text: '\n  ' }],
      after: 'spec:\n  b:\n    c: 1\n    \nend',
    },
    {
      name: 'a deletion',
      changes: [{ rangeOffset: 7, rangeLength: 1, text: '' }],
      after: 'spec:\n  b:\n    c: 1\nend',
    },
  ])('goes in front of $name', ({ changes, after }) => {
    expect(isOvertaken(paste, changes)).toBe(true);
    const late = latePaste(paste, changes, 2);
    expect(replaced(changed(text, changes), late)).toBe(after);
  });

  it('goes in front of what replaces its selection', () => {
    const over: AwaitedPaste = { ...paste, selected: 4 };
    const changes = [{ rangeOffset: at, rangeLength: 4, text: 'x' }];
    expect(isOvertaken(over, changes)).toBe(true);
    expect(replaced(changed(text, changes), latePaste(over, changes, 2))).toBe('spec:\n  b:\n    c: 1x');
  });

  it.each([
    { name: 'the paste', changes: [{ rangeOffset: 6, rangeLength: 2, text: '  b:\r\n    c: 1' }] },
    { name: 'the paste, less what is there already', changes: [typed('b:\n    c: 1')] },
    { name: "VS Code's own", changes: [typed('b:\n      c: 1')] },
    { name: 'lines that something else inserts', changes: [typed('a\nb')] },
    { name: 'a change elsewhere', changes: [{ rangeOffset: 0, rangeLength: 0, text: 'x' }] },
    { name: 'several changes', changes: [typed('x'), { rangeOffset: 0, rangeLength: 0, text: 'x' }] },
    { name: 'a deletion elsewhere', changes: [{ rangeOffset: 0, rangeLength: 3, text: '' }] },
  ])('is not made up for after $name', ({ changes }) => {
    expect(isOvertaken(paste, changes)).toBe(false);
  });

  it('knows the paste by its text', () => {
    expect(isPasted(paste, [typed('  b:\n    c: 1')])).toBe(true);
    expect(isPasted(paste, [typed('')])).toBe(false);
  });

  it('follows what is changed before it, and stays in front of what is typed at it', () => {
    const changes = [{ rangeOffset: 0, rangeLength: 4, text: 'status' }, typed('y')];
    expect(moved(paste.replacement, changes)).toEqual({ ...paste.replacement, from: 8, to: 10 });
  });
});

function changed(before: string, changes: readonly TextChange[]): string {
  const last = [...changes].sort((a, b) => b.rangeOffset - a.rangeOffset);
  return last.reduce(
    (result, change) =>
      replaced(result, {
        from: change.rangeOffset,
        to: change.rangeOffset + change.rangeLength,
        text: change.text,
      }),
    before,
  );
}

function replaced(before: string, { from, to, text: written }: OffsetReplacement): string {
  return before.slice(0, from) + written + before.slice(to);
}
