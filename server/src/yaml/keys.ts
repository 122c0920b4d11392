import {
  backslash,
  colonCode,
  doubleQuote,
  greater,
  hash,
  newline,
  openBrace,
  openBracket,
  pipe,
  singleQuote,
  space,
  star,
  tab,
  trimEnd,
} from './characters.ts';
import { refuseTabsAfter } from './indentation.ts';
import { keyText } from './key-text.ts';
import type { LineCursor } from './line-cursor.ts';
import type { MutableScalar } from './mutable-nodes.ts';
import { readAlias } from './properties.ts';
import { readQuoted } from './quoted.ts';
import type { Reader } from './reader.ts';

/** Where the colon of the key stands that is at the reader's place; -1 where its line has no `key:`. */
export function colonHere(reader: LineCursor): number {
  const start = reader.at;
  const code = reader.code();
  if (code === doubleQuote || code === singleQuote) return colonOfQuoted(reader, code);
  if (code === openBracket || code === openBrace || code === hash) return -1;
  if (code === pipe || code === greater) return -1;
  const { text } = reader;
  for (let at = start; at < text.length; at++) {
    const here = text.charCodeAt(at);
    if (here === newline) return -1;
    if (here === colonCode) {
      if (reader.isSpace(at + 1)) return at;
    } else if (here === hash && at > start && reader.isSpace(at - 1)) return -1;
  }
  return -1;
}

function colonOfQuoted(reader: LineCursor, quote: number): number {
  let at = reader.at + 1;
  for (; !reader.isEnd(at); at++) {
    const code = reader.text.charCodeAt(at);
    if (code === backslash && quote === doubleQuote) at++;
    else if (code === quote && quote === singleQuote && reader.code(at + 1) === quote) at++;
    else if (code === quote) break;
  }
  if (reader.isEnd(at)) return -1;
  let colon = at + 1;
  while (reader.code(colon) === space || reader.code(colon) === tab) colon++;
  return reader.code(colon) === colonCode && reader.isSpace(colon + 1) ? colon : -1;
}

/** Reads the key at the reader's place; where there is none, the word that should have been one. */
export function readKey(
  reader: Reader,
  tag: string | undefined,
): { node: MutableScalar; colon: number | undefined } {
  const start = reader.at;
  const colon = colonHere(reader);
  if (colon < 0) return { node: firstWord(reader, start), colon: undefined };
  const code = reader.code();
  if (code === doubleQuote || code === singleQuote) return { node: readQuoted(reader, -1, tag), colon };
  const end = trimEnd(reader.text, start, colon);
  if (code === star) return { node: aliasKey(reader, end), colon };
  if (notPlain.includes(reader.text[start]!)) {
    const message = `A key cannot start with \`${reader.text[start]}\`; put it in quotes`;
    reader.builder.problem('bad-start', message, start, start + 1);
  }
  if (end === start) {
    refuseTabsAfter(reader, colon);
    reader.builder.problem('missing-key', 'A key is missing before this `:`', colon, colon + 1);
  }
  const text = keyText(reader.text.slice(start, end));
  return { node: reader.builder.scalar(start, end, 'plain', text, tag), colon };
}

function aliasKey(reader: Reader, end: number): MutableScalar {
  const start = reader.at;
  const value = readAlias(reader);
  if (value?.node.type === 'scalar') {
    return reader.builder.scalar(start, end, value.node.style, value.node.text, value.node.tag);
  }
  return reader.builder.scalar(start, end, 'plain', reader.text.slice(start, end));
}

/** The first word of a line that should have been a key. */
function firstWord(reader: Reader, start: number): MutableScalar {
  let end = start;
  while (!reader.isSpace(end) && reader.code(end) !== colonCode) end++;
  if (end === start) end = reader.contentEnd(start);
  return reader.builder.scalar(start, end, 'plain', reader.text.slice(start, end));
}

/** A single line, no key, that cannot be a value because keys follow on its column or below it. */
export function isHalfTypedKey(reader: Reader, column: number): boolean {
  const code = reader.code();
  if (code === hash || notPlain.includes(String.fromCharCode(code))) return false;
  if (code === doubleQuote || code === singleQuote || code === openBracket || code === openBrace)
    return false;
  if (code === star || code === pipe || code === greater) return false;
  const { at, lineStart } = reader;
  reader.nextLine();
  const problems = reader.builder.problems.length;
  const follows = reader.skipToContent() && reader.column >= column && colonHere(reader) >= 0;
  const dashed = follows && reader.isDash();
  reader.builder.problems.length = problems;
  reader.at = at;
  reader.lineStart = lineStart;
  return follows && !dashed;
}

/** No plain scalar starts with one of these. */
export const notPlain = ',]}%@`|>';
