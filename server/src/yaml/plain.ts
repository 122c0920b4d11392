import { hash } from './characters.ts';
import { refuseTabsInLines } from './indentation.ts';
import { colonHere } from './keys.ts';
import type { MutableScalar } from './mutable-nodes.ts';
import type { Reader } from './reader.ts';

/** Reads the plain scalar at the reader's place; its further lines are deeper than column `parent`. */
export function readPlain(reader: Reader, parent: number, tag?: string): MutableScalar {
  const start = reader.at;
  let end = plainLine(reader);
  let text = reader.text.slice(start, end);
  while (!reader.isComment()) {
    const { at, lineStart } = reader;
    const breaks = continuation(reader, parent);
    if (breaks === 0) {
      reader.at = at;
      reader.lineStart = lineStart;
      break;
    }
    const from = reader.at;
    refuseTabsInLines(reader, end, from, parent + 1);
    end = plainLine(reader);
    text += (breaks === 1 ? ' ' : '\n'.repeat(breaks - 1)) + reader.text.slice(from, end);
  }
  if (!reader.isComment()) reader.endPlain(parent + 1);
  return reader.builder.scalar(start, end, 'plain', text, tag);
}

/** Reads one line of a plain scalar; leaves `at` at the line's end or its comment. Gives where the scalar ends. */
function plainLine(reader: Reader): number {
  const start = reader.at;
  const end = reader.contentEnd(start);
  for (let at = reader.colons.from(start); at < end; at = reader.colons.from(at + 1)) {
    if (!reader.isSpace(at + 1)) continue;
    reader.builder.problem('nested-colon', 'A value with `: ` in it must stand in quotes', start, end);
    break;
  }
  reader.at = end;
  reader.skipSpaces();
  return end;
}

/** Moves to the next line of a plain scalar. Gives the line breaks passed, 0 when the scalar has ended. */
function continuation(reader: Reader, parent: number): number {
  let breaks = 0;
  while (reader.at < reader.text.length) {
    reader.nextLine();
    breaks++;
    reader.skipSpaces();
    if (reader.at >= reader.text.length) return 0;
    if (reader.isEnd()) continue;
    if (reader.code() === hash) return 0;
    if (reader.column <= parent || colonHere(reader) >= 0) return 0;
    return breaks;
  }
  return 0;
}
