import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { TextPlace } from '../../../client/src/editing/paste-place.ts';
import type { TextLines } from '../../../client/src/editing/text-lines.ts';

const fixtures = resolve(import.meta.dirname, '../../fixtures/editing');

/** Stands at the cursor; twice at the ends of a selection. */
const cursor = '‸';

/** A case of a file of cases: its name and its sections by their headings. */
export interface Case {
  readonly name: string;
  readonly sections: ReadonlyMap<string, string>;
}

/** A text with its selection, both ends the same where there is only a cursor. */
export interface SelectedText {
  readonly lines: readonly string[];
  readonly start: TextPlace;
  readonly end: TextPlace;
}

/** The cases of a file: `=== NAME`, then `<<< HEADING` before each section; → is a tab, ␍ a carriage return. */
export function casesOf(file: string): Case[] {
  const [, ...cases] = readFileSync(join(fixtures, file), 'utf8').split(/^=== /m);
  return cases.map((text) => {
    const [name, ...sections] = text.replace(/\n\n$/, '\n').split(/^<<< /m);
    const parts = sections.map((section): [string, string] => {
      const [heading, ...lines] = section.split('\n');
      return [heading!, lines.slice(0, -1).join('\n').replaceAll('→', '\t').replaceAll('␍', '\r')];
    });
    return { name: name!.trim(), sections: new Map(parts) };
  });
}

/** A text without the signs of its selection. */
export function selectedText(marked: string): SelectedText {
  const [before, inside, behind] = marked.split(cursor);
  if (inside === undefined)
    throw new Error(`no ${cursor} for the cursor stands in ${JSON.stringify(marked)}`);
  const isSelection = behind !== undefined;
  const text = [before, inside, behind].join('');
  const start = placeAt(before!);
  return { lines: text.split('\n'), start, end: isSelection ? placeAt(before! + inside) : start };
}

/** Lines as an editor has them. */
export function textLines(lines: readonly string[]): TextLines {
  return { count: lines.length, at: (row) => lines[row]! };
}

/** The text with something else between two places. */
export function replaced(lines: readonly string[], start: TextPlace, end: TextPlace, text: string): string {
  const before = [...lines.slice(0, start.row), lines[start.row]!.slice(0, start.column)];
  const behind = [lines[end.row]!.slice(end.column), ...lines.slice(end.row + 1)];
  return before.join('\n') + text + behind.join('\n');
}

function placeAt(before: string): TextPlace {
  const lines = before.split('\n');
  return { row: lines.length - 1, column: lines.at(-1)!.length };
}
