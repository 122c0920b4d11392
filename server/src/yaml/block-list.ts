import { readMap } from './block-map.ts';
import { dash } from './characters.ts';
import { refuseIndentation, refuseTabsAfter } from './indentation.ts';
import { colonHere } from './keys.ts';
import type { MutableItem } from './mutable-nodes.ts';
import { type Reader, valueEnd } from './reader.ts';
import type { Value } from './tree.ts';

/** Reads the list whose first dash is at the reader's place; its lines are deeper than column `parent`. */
export function readList(reader: Reader, column: number, parent: number): Value {
  reader.enter();
  const items: MutableItem[] = [];
  const start = reader.at;
  let end = start;
  do {
    if (reader.column < column && reader.column <= parent) break;
    if (reader.column !== column && !(reader.isDash() && reader.column > parent)) {
      if (reader.column < column) break;
      reader.unexpectedLine();
      continue;
    }
    if (!isItem(reader, parent)) {
      if (reader.column === parent || parent < 0) break;
      if (colonHere(reader) < 0) {
        reader.unexpectedLine();
        continue;
      }
      reader.builder.problem(
        'missing-dash',
        'A `- ` is missing before this item',
        reader.at,
        reader.lineEnd(),
      );
      const value = readMap(reader, reader.column, parent);
      items.push(reader.builder.item(reader.at, reader.at, value));
      continue;
    }
    if (reader.column !== column) refuseIndentation(reader, reader.at);
    const item = readItem(reader);
    items.push(item.item);
    end = item.end;
  } while (reader.skipToContent());
  reader.leave();
  return { node: reader.builder.list(start, end, false, items) };
}

/** A dash; one without its space counts where a list is being read. */
function isItem(reader: Reader, parent: number): boolean {
  if (reader.isDash()) return true;
  if (reader.code() !== dash || reader.column <= parent) return false;
  reader.builder.problem('missing-space', 'A space is missing after `-`', reader.at, reader.at + 1);
  return true;
}

/** Reads the item whose dash is at the reader's place. */
export function readItem(reader: Reader): { item: MutableItem; end: number } {
  const column = reader.column;
  const start = reader.at;
  refuseTabsAfter(reader, start);
  reader.at++;
  reader.skipSpaces();
  let value: Value | undefined;
  if (!reader.isEnd() && !reader.isComment()) value = reader.node(column);
  else if (reader.skipToContent() && reader.column > column) value = reader.node(column);
  return { item: reader.builder.item(start, start + 1, value), end: valueEnd(value, start + 1) };
}
