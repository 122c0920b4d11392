import { colonCode, question } from './characters.ts';
import { refuseTabsAfter } from './indentation.ts';
import type { LineCursor } from './line-cursor.ts';
import type { MutableEntry, MutableScalar } from './mutable-nodes.ts';
import { type Reader, valueEnd } from './reader.ts';
import type { Value } from './tree.ts';

/** Whether the mark of an explicit key, a `?` with white space behind it, stands there. */
export function isMarkedKey(reader: LineCursor, at = reader.at): boolean {
  return reader.code(at) === question && reader.isSpace(at + 1);
}

/** Reads the entry of a block map whose `?` is at the reader's place: `? key`, and below it `: value`, if any. */
export function readMarkedEntry(reader: Reader): MutableEntry {
  const { at: start, column } = reader;
  const key = markedKey(reader, readBehindMark(reader, column), start + 1);
  const keyEnd = Math.max(key.to, start + 1);
  const { at, lineStart } = reader;
  const isColon = reader.skipToContent() && reader.column === column && isColonAlone(reader);
  if (!isColon) {
    reader.at = at;
    reader.lineStart = lineStart;
    return reader.builder.entry(key, undefined, undefined, start, keyEnd);
  }
  const colon = reader.at;
  const value = readBehindMark(reader, column);
  return reader.builder.entry(key, colon, value, start, valueEnd(value, colon + 1));
}

/** The key of the value behind a mark: the text of a list or map, which the server refuses, stands for it. */
export function markedKey(reader: Reader, value: Value | undefined, start: number): MutableScalar {
  if (!value) return reader.builder.scalar(start, start, 'plain', '');
  const { node, alias } = value;
  if (node.type === 'scalar') {
    if (!alias) return node;
    return reader.builder.scalar(alias.start, alias.end, node.style, node.text, node.tag);
  }
  const { from, to } = node;
  reader.builder.problem('complex-key', 'A key must be a single word or string', from, to);
  return reader.builder.scalar(from, to, 'single-quoted', reader.text.slice(from, to).trim());
}

/** What stands behind the `?` or `:` at the reader's place, on its line or on deeper ones, of an entry at `column`. */
function readBehindMark(reader: Reader, column: number): Value | undefined {
  refuseTabsAfter(reader, reader.at);
  reader.at++;
  reader.skipSpaces();
  const isBelow = reader.isEnd() || reader.isComment();
  if (isBelow && !(reader.skipToContent() && reader.belongs(column))) return undefined;
  reader.enter();
  const value = reader.node(column);
  reader.leave();
  return value;
}

function isColonAlone(reader: Reader): boolean {
  return reader.code() === colonCode && reader.isSpace(reader.at + 1);
}
