import { describe, expect, it } from 'vitest';
import { isInItemIndentation } from '../../../client/src/editing/item-indentation.ts';
import { type ItemDirection, moveListItem } from '../../../client/src/editing/list-item.ts';
import { type Case, casesOf, selectedText, textLines } from './cases.ts';

describe('the item of a list', () => {
  it.each(casesOf('list-item.txt'))('$name', ({ sections }) => {
    const [[heading, after]] = [...sections].filter(([name]) => name !== 'text') as [[string, string]];
    const [direction, own] = heading.split(' ') as [ItemDirection, string | undefined];
    expect(moved(sections, direction)).toBe(own === undefined ? after : undefined);
  });

  it.each(casesOf('list-item.txt').filter(({ sections }) => sections.has('deeper')))(
    'is back where it was: $name',
    ({ sections }) => {
      const back = new Map([['text', sections.get('deeper')!]]);
      expect(moved(back, 'shallower')).toBe(sections.get('text'));
    },
  );
});

/** The text after a move, with the cursor where an editor leaves it; undefined where the editor's own key is right. */
function moved(sections: Case['sections'], direction: ItemDirection): string | undefined {
  const { lines, start } = selectedText(sections.get('text')!);
  if (!isInItemIndentation(lines[start.row]!, start.column)) return undefined;
  const move = moveListItem(textLines(lines), start.row, direction);
  if (!move) return undefined;
  const shift = (line: string) => (move.by > 0 ? ' '.repeat(move.by) + line : line.slice(-move.by));
  const after = lines.map((line, row) => (move.rows.includes(row) ? shift(line) : line));
  const column = Math.max(0, start.column + move.by);
  after[start.row] = `${after[start.row]!.slice(0, column)}‸${after[start.row]!.slice(column)}`;
  return after.join('\n');
}
