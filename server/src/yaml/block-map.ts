import { readList } from './block-list.ts';
import { refuseDash, refuseIndentation } from './indentation.ts';
import { readKey } from './keys.ts';
import { isMarkedKey, readMarkedEntry } from './marked-keys.ts';
import type { MutableEntry, MutableScalar } from './mutable-nodes.ts';
import { isProperty, readProperties } from './properties.ts';
import { type Reader, shorten, valueEnd } from './reader.ts';
import type { Value } from './tree.ts';

/** Reads the map whose first key is at the reader's place; its lines are deeper than column `parent`. */
export function readMap(reader: Reader, firstColumn: number, parent: number): Value {
  const entries: MutableEntry[] = [];
  let column = firstColumn;
  readEntry(reader, entries);
  const start = startOf(entries[0]!);
  let end = start;
  while (reader.skipToContent()) {
    if (reader.column <= parent || (reader.column < column && reader.isDash())) break;
    if (reader.isDash()) {
      reader.unexpectedLine();
      continue;
    }
    if (isFirstMisplaced(reader, column, parent)) {
      refuseIndentation(reader, start);
      column = reader.column;
    } else if (reader.column !== column) refuseIndentation(reader, reader.at);
    readEntry(reader, entries);
  }
  for (const entry of entries) end = Math.max(end, endOf(entry));
  return { node: reader.builder.map(start, end, false, entries) };
}

/** Reads one entry and adds it to the others. */
export function readEntry(reader: Reader, entries: MutableEntry[]): void {
  if (isMarkedKey(reader)) {
    entries.push(readMarkedEntry(reader));
    return;
  }
  const column = reader.column;
  const { anchor, tag } = readProperties(reader);
  const start = reader.at;
  const key = readKey(reader, tag);
  if (anchor) reader.builder.closeAnchor(anchor, key.node);
  if (key.colon === undefined) {
    readHalfTyped(reader, entries, key.node, column);
    return;
  }
  if (key.colon - start > longestKey) {
    const message = `A key has at most ${longestKey} characters`;
    reader.builder.problem('long-key', message, start, key.colon);
  }
  reader.at = key.colon + 1;
  reader.enter();
  const value = readValue(reader, column);
  reader.leave();
  entries.push(reader.builder.entry(key.node, key.colon, value, start, valueEnd(value, key.colon + 1)));
}

/** A key without its colon; lines under it are still its value. */
function readHalfTyped(reader: Reader, entries: MutableEntry[], key: MutableScalar, column: number): void {
  const { from, to } = key;
  // Millions of lines may be none: the words for one that is not told would take most of the time.
  const rest = reader.builder.isFull ? '' : reader.text.slice(from, reader.contentEnd(from));
  reader.builder.problem('missing-colon', `\`${shorten(rest)}\` is no \`key: value\``, from, to);
  reader.at = reader.lineEnd();
  const nested = reader.skipToContent() && reader.column > column;
  reader.enter();
  const value = nested ? reader.node(column) : undefined;
  reader.leave();
  entries.push(reader.builder.entry(key, undefined, value, from, valueEnd(value, to)));
}

/** The value after the colon of a key at `column`: on the same line or on deeper ones. */
function readValue(reader: Reader, column: number): Value | undefined {
  reader.skipSpaces();
  if (reader.isEnd() || reader.isComment()) {
    if (!reader.skipToContent() || !reader.belongs(column)) return undefined;
    return reader.node(column);
  }
  if (!isProperty(reader)) return readOnSameLine(reader, column);
  const { anchor, tag } = readProperties(reader);
  if (anchor) reader.builder.openAnchor(anchor);
  const ended = reader.isEnd() || reader.isComment();
  const value = ended ? reader.propertied(column, column - 1, tag) : reader.inline(column, tag);
  if (anchor) reader.builder.closeAnchor(anchor, value?.node);
  return value;
}

function readOnSameLine(reader: Reader, column: number): Value | undefined {
  if (!reader.isDash()) return reader.inline(column);
  refuseDash(reader);
  return readList(reader, reader.column, column);
}

/** Whether the map's first line is what is indented oddly, not the line at `at`: people indent by even columns. */
function isFirstMisplaced(reader: Reader, column: number, parent: number): boolean {
  const base = Math.max(parent, 0);
  return reader.column < column && (column - base) % 2 === 1 && (reader.column - base) % 2 === 0;
}

function startOf(entry: MutableEntry): number {
  return entry.from;
}

function endOf(entry: MutableEntry): number {
  return entry.to;
}

/** The server looks no further for the colon. */
const longestKey = 1024;
