import { expect, it } from 'vitest';
import { moveListItem } from '../../../client/src/editing/list-item.ts';
import { pasteEdit } from '../../../client/src/editing/paste-edit.ts';
import { seededRandom } from '../../support/random.ts';
import { replaced, textLines } from './cases.ts';

const words = 'a:|b|- |-|  |\t|{{ x }}|{{|key: ||>-|#|"|\'|[|}|---|: |\\|kind: A'.split('|');

it('whatever is pasted wherever, nothing is lost but white space and what was typed of it', () => {
  const random = seededRandom(11);
  let edits = 0;
  for (let round = 0; round < 5_000; round++) {
    const lines = oddLines(random, 1 + random(8));
    const row = random(lines.length);
    const start = { row, column: random(lines[row]!.length + 1) };
    const text = oddLines(random, 1 + random(5)).join('\n');
    const edit = pasteEdit({ lines: textLines(lines), start, end: start, text });
    if (!edit) continue;
    edits++;
    const above = lines.slice(0, row).join('');
    const typed = inked(lines[row]!.slice(0, start.column));
    const rest = lines[row]!.slice(start.column) + lines.slice(row + 1).join('');
    const possible = [...typed, ''].map(
      (_, kept) => inked(above) + typed.slice(0, kept) + inked(text + rest),
    );
    expect(possible).toContain(inked(replaced(lines, edit.start, edit.end, edit.text)));
  }
  expect(edits).toBeGreaterThan(200);
});

it('an item of any text moves to the left by white space alone', () => {
  const random = seededRandom(12);
  let moves = 0;
  for (let round = 0; round < 5_000; round++) {
    const lines = oddLines(random, 6);
    const move = moveListItem(textLines(lines), random(6), 'shallower');
    if (!move) continue;
    moves++;
    expect(move.rows.filter((row) => lines[row]!.slice(0, -move.by).trim() !== '')).toEqual([]);
  }
  expect(moves).toBeGreaterThan(100);
});

it.each([
  { what: 'dashes', text: '- '.repeat(50_000) },
  { what: 'opened actions', text: '{{'.repeat(50_000) },
  { what: 'quotes', text: `a: ${'"\''.repeat(50_000)}` },
  { what: 'marks', text: `a: ${'&x '.repeat(30_000)}` },
  {
    what: 'steps to the left',
    text: Array.from({ length: 3_000 }, (_, row) => `${' '.repeat(3_000 - row)}a: [`).join('\n'),
  },
])('many $what do not hang it', ({ text }) => {
  const lines = textLines([...text.split('\n'), '']);
  const start = { row: lines.count - 1, column: 0 };
  pasteEdit({ lines, start, end: start, text: 'b:\n      c: 1' });
  const place = { row: 1, column: 2 };
  pasteEdit({ lines: textLines(['a:', '  ']), start: place, end: place, text });
});

function oddLines(random: (limit: number) => number, count: number): string[] {
  return Array.from({ length: count }, () => {
    const parts = Array.from({ length: random(5) }, () => words[random(words.length)]!);
    return ' '.repeat(random(6)) + parts.join('');
  });
}

function inked(text: string): string {
  return text.replace(/\s/g, '');
}
