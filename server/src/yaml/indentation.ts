import { space, tab } from './characters.ts';
import type { Reader } from './reader.ts';

/** Between `start` and the reader's place: from column `allowed` on a tab is a space like any other. */
export function refuseTabs(reader: Reader, start: number, allowed: number): void {
  const end = Math.min(reader.at, reader.lineStart + allowed);
  for (let at = start; at < end; at++) {
    if (reader.text.charCodeAt(at) !== tab) continue;
    reader.builder.problem('tab-indentation', tabAsIndentation, at, reader.at);
    return;
  }
}

/** Behind a `-`, `?` or `:` that opens a block. */
export function refuseTabsAfter(reader: Reader, mark: number): void {
  let at = mark + 1;
  while (reader.code(at) === space) at++;
  if (reader.code(at) !== tab) return;
  const message = `Spaces stand behind \`${reader.text[mark]}\`, never tabs`;
  reader.builder.problem('tab-indentation', message, at, at + 1);
}

/** The lines of a plain scalar that end between two places. */
export function refuseTabsInLines(reader: Reader, start: number, end: number, allowed: number): void {
  for (
    let line = reader.text.indexOf('\n', start);
    line >= 0 && line < end;
    line = reader.text.indexOf('\n', line + 1)
  ) {
    for (let at = line + 1; at < line + 1 + allowed && reader.isSpace(at) && !reader.isEnd(at); at++) {
      if (reader.text.charCodeAt(at) !== tab) continue;
      reader.builder.problem('tab-indentation', tabAsIndentation, at, at + 1);
      return;
    }
  }
}

const tabAsIndentation = 'YAML is indented by spaces, never by tabs';

/** A list begins on a line of its own. */
export function refuseDash(reader: Reader): void {
  const message = 'A list starts on the line after its key';
  reader.builder.problem('misplaced-dash', message, reader.at, reader.at + 1);
}

/** Says that a line is indented unlike its siblings. */
export function refuseIndentation(reader: Reader, start: number): void {
  const message = 'This line is not indented like those around it';
  reader.builder.problem('bad-indentation', message, start, Math.max(reader.contentEnd(start), start));
}
