import {
  ampersand,
  closeBrace,
  closeBracket,
  colonCode,
  comma,
  dash,
  doubleQuote,
  exclamation,
  hash,
  openBrace,
  openBracket,
  question,
  singleQuote,
  star,
} from './characters.ts';
import { isMarkedKey, markedKey } from './marked-keys.ts';
import type { MutableEntry, MutableItem, MutableScalar } from './mutable-nodes.ts';
import { readAlias, readProperty } from './properties.ts';
import { readQuoted } from './quoted.ts';
import { type Reader, valueEnd } from './reader.ts';
import type { SyntaxCode } from './syntax-code.ts';
import type { Value } from './tree.ts';

/**
 * Reads the `[` or `{` at the reader's place. Its lines must be deeper than column `parent`: one that is not
 * ends the collection, so that an unclosed bracket costs no more than its own lines.
 */
export function readFlow(reader: Reader, parent: number): Value {
  reader.enter();
  const value = reader.code() === openBracket ? readList(reader, parent) : readMap(reader, parent);
  reader.leave();
  return value;
}

/** Whether this ends a plain word inside brackets. */
export function isFlowEnd(code: number): boolean {
  return code === comma || code === closeBracket || code === closeBrace;
}

function readList(reader: Reader, parent: number): Value {
  const start = reader.at++;
  const items: MutableItem[] = [];
  let needsComma = false;
  while (inside(reader, parent, start)) {
    const code = reader.code();
    if (code === closeBracket) {
      reader.at++;
      break;
    }
    if (code === closeBrace) {
      unclosed(reader, start);
      break;
    }
    if (code === comma) {
      if (!needsComma) problemAt(reader, 'unexpected-comma', 'An item is missing before `,`');
      needsComma = false;
      reader.at++;
      continue;
    }
    if (needsComma) problemAt(reader, 'missing-comma', 'A `,` is missing before this item');
    const from = reader.at;
    const value = readItem(reader, parent);
    items.push(reader.builder.item(from, Math.max(valueEnd(value, reader.at), from), value));
    needsComma = true;
    if (reader.at === from) reader.at++;
  }
  return { node: reader.builder.list(start, reader.at, true, items) };
}

/** An item of a list; `[a: b]` is a map of one entry. */
function readItem(reader: Reader, parent: number): Value | undefined {
  const start = reader.at;
  if (isMarkedKey(reader)) {
    const marked = readMarkedEntry(reader, parent);
    return { node: reader.builder.map(start, reader.at, true, [marked]) };
  }
  const value = readValue(reader, parent);
  const { at, lineStart } = reader;
  reader.skipSpaces();
  if (!isColon(reader, value)) {
    reader.at = at;
    reader.lineStart = lineStart;
    return value;
  }
  const entry = readAfterKey(reader, parent, keyOf(reader, value, start), start);
  return { node: reader.builder.map(start, reader.at, true, [entry]) };
}

function readMap(reader: Reader, parent: number): Value {
  const start = reader.at++;
  const entries: MutableEntry[] = [];
  let needsComma = false;
  while (inside(reader, parent, start)) {
    const code = reader.code();
    if (code === closeBrace) {
      reader.at++;
      break;
    }
    if (code === closeBracket) {
      unclosed(reader, start);
      break;
    }
    if (code === comma) {
      if (!needsComma) problemAt(reader, 'unexpected-comma', 'An entry is missing before `,`');
      needsComma = false;
      reader.at++;
      continue;
    }
    if (needsComma) problemAt(reader, 'missing-comma', 'A `,` is missing before this entry');
    const from = reader.at;
    if (isMarkedKey(reader)) entries.push(readMarkedEntry(reader, parent));
    else {
      const key = keyOf(reader, code === colonCode ? undefined : readValue(reader, parent), from);
      entries.push(readEntry(reader, parent, key, from));
    }
    needsComma = true;
    if (reader.at === from) reader.at++;
  }
  return { node: reader.builder.map(start, reader.at, true, entries) };
}

/** Reads the entry whose `?` is at the reader's place. */
function readMarkedEntry(reader: Reader, parent: number): MutableEntry {
  const start = reader.at++;
  const isKey = skip(reader) && !isFlowEnd(reader.code()) && !isColon(reader, undefined);
  const key = markedKey(reader, isKey ? readValue(reader, parent) : undefined, reader.at);
  return readEntry(reader, parent, key, start);
}

function readEntry(reader: Reader, parent: number, key: MutableScalar, start: number): MutableEntry {
  const end = reader.at;
  const { lineStart } = reader;
  const more = skip(reader);
  if (more && reader.code() === colonCode && reader.column > parent) {
    return readAfterKey(reader, parent, key, start);
  }
  reader.at = end;
  reader.lineStart = lineStart;
  return reader.builder.entry(key, undefined, undefined, start, end);
}

function readAfterKey(reader: Reader, parent: number, key: MutableScalar, start: number): MutableEntry {
  const colon = reader.at++;
  refuseKey(reader, start, colon);
  const end = reader.at;
  const { lineStart } = reader;
  if (skip(reader) && !isFlowEnd(reader.code()) && reader.column > parent) {
    const value = readValue(reader, parent);
    return reader.builder.entry(key, colon, value, start, Math.max(reader.at, end));
  }
  reader.at = end;
  reader.lineStart = lineStart;
  return reader.builder.entry(key, colon, undefined, start, end);
}

/** What the server says of a key from `start` to its colon. JSON may break the line there, and who marks a key by `?`. */
function refuseKey(reader: Reader, start: number, colon: number): void {
  const { text, builder, isJson } = reader;
  if (isMarkedKey(reader, start)) return;
  if (start === colon) builder.problem('missing-key', 'A key is missing before this `:`', colon, colon + 1);
  else if (!isJson && (colon - start > 1024 || text.slice(start, colon).includes('\n'))) {
    builder.problem(
      'long-key',
      'A key and its `:` stand on one line, with at most 1024 characters',
      start,
      colon,
    );
  }
}

function readValue(reader: Reader, parent: number): Value | undefined {
  let anchor: string | undefined;
  let tag: string | undefined;
  while (reader.code() === ampersand || reader.code() === exclamation) {
    const start = reader.at;
    const isAnchor = reader.code() === ampersand;
    while (!reader.isSpace() && !isFlowEnd(reader.code())) reader.at++;
    const property = readProperty(reader, start, isAnchor ? anchor : tag);
    if (isAnchor) anchor = property;
    else tag = property;
    if (!skip(reader)) break;
  }
  if (anchor) reader.builder.openAnchor(anchor);
  const value = readBare(reader, parent, tag);
  if (anchor) reader.builder.closeAnchor(anchor, value?.node);
  return value;
}

function readBare(reader: Reader, parent: number, tag: string | undefined): Value | undefined {
  const code = reader.code();
  if (code === openBracket || code === openBrace) return readFlow(reader, parent);
  if (code === doubleQuote || code === singleQuote) return { node: readQuoted(reader, parent, tag) };
  if (code === star) return readAlias(reader);
  if (isFlowEnd(code)) {
    return tag === undefined
      ? undefined
      : { node: reader.builder.scalar(reader.at, reader.at, 'plain', '', tag) };
  }
  if (code === 124 || code === 62 || code === 37 || code === 64 || code === 96 || code === 35) {
    problemAt(
      reader,
      'bad-start',
      `A value cannot start with \`${reader.text[reader.at]}\`; put it in quotes`,
    );
  }
  if (code === question && (reader.isSpace(reader.at + 1) || isFlowEnd(reader.code(reader.at + 1)))) {
    unquotedMark(reader, reader.at);
  }
  if (code === dash && reader.isSpace(reader.at + 1)) {
    problemAt(reader, 'misplaced-dash', 'Items inside brackets have no `-`');
  }
  return { node: readPlain(reader, parent, tag) };
}

function readPlain(reader: Reader, parent: number, tag: string | undefined): MutableScalar {
  const start = reader.at;
  let end = plainLineEnd(reader, start);
  let text = reader.text.slice(start, end);
  for (;;) {
    reader.at = end;
    const { lineStart } = reader;
    reader.skipSpaces();
    if (!reader.isEnd()) {
      reader.at = end;
      break;
    }
    let breaks = 0;
    while (reader.at < reader.text.length && reader.isEnd()) {
      reader.nextLine();
      breaks++;
      reader.skipSpaces();
    }
    const code = reader.code();
    const ended = reader.at >= reader.text.length || isFlowEnd(code) || code === colonCode || code === hash;
    const next = ended || reader.column <= parent ? reader.at : plainLineEnd(reader, reader.at);
    if (next === reader.at || isFlowStart(code)) {
      reader.at = end;
      reader.lineStart = lineStart;
      break;
    }
    text += (breaks === 1 ? ' ' : '\n'.repeat(breaks - 1)) + reader.text.slice(reader.at, next);
    end = next;
  }
  return reader.builder.scalar(start, end, 'plain', text, tag);
}

function plainLineEnd(reader: Reader, start: number): number {
  let at = start;
  let end = start;
  for (; !reader.isEnd(at); at++) {
    const code = reader.code(at);
    if (isFlowEnd(code) || ((code === openBracket || code === openBrace) && at > start)) break;
    if (code === colonCode && reader.isSpace(at + 1)) break;
    if (code === hash && at > start && reader.isSpace(at - 1)) break;
    if (code === question && at > start) unquotedMark(reader, at);
    if (!reader.isSpace(at)) end = at + 1;
  }
  return end;
}

/** Inside brackets the server takes every `?` for the mark of a key. */
function unquotedMark(reader: Reader, at: number): void {
  const message = 'Inside brackets a value with `?` must stand in quotes';
  reader.builder.problem('unquoted-mark', message, at, at + 1);
}

function keyOf(reader: Reader, value: Value | undefined, start: number): MutableScalar {
  if (value?.node.type === 'scalar') return value.node;
  if (!value) return reader.builder.scalar(start, start, 'plain', '');
  const text = reader.text.slice(start, reader.at);
  reader.builder.problem('complex-key', 'A key must be a single word or string', start, reader.at);
  return reader.builder.scalar(start, reader.at, 'single-quoted', text);
}

/** A colon that makes what stands before it a key: after quotes and brackets it needs no space. */
function isColon(reader: Reader, key: Value | undefined): boolean {
  if (reader.code() !== colonCode) return false;
  const plain = key?.node.type === 'scalar' && key.node.style === 'plain';
  return !plain || reader.isSpace(reader.at + 1);
}

/** Moves to the next content of a collection. False, and a problem, when the collection is not closed. */
function inside(reader: Reader, parent: number, start: number): boolean {
  const { at, lineStart } = reader;
  const more = skip(reader);
  const closes = more && (reader.code() === closeBracket || reader.code() === closeBrace);
  const deeper = reader.lineStart === lineStart || closes || reader.column > parent;
  if (more && deeper) return true;
  reader.at = at;
  reader.lineStart = lineStart;
  unclosed(reader, start);
  return false;
}

/** Moves over white space, line ends and comments. */
function skip(reader: Reader): boolean {
  while (reader.at < reader.text.length) {
    reader.skipSpaces();
    if (reader.at >= reader.text.length) return false;
    if (!reader.isEnd() && !reader.isComment()) return true;
    reader.nextLine();
  }
  return false;
}

function unclosed(reader: Reader, start: number): void {
  const bracket = reader.text[start];
  reader.builder.problem('unclosed-bracket', `This \`${bracket}\` is never closed`, start, start + 1);
}

function problemAt(reader: Reader, code: SyntaxCode, message: string): void {
  reader.builder.problem(code, message, reader.at, reader.at + 1);
}

function isFlowStart(code: number): boolean {
  return code === openBracket || code === openBrace;
}
