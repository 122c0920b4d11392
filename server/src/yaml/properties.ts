import { ampersand, colonCode, exclamation, star } from './characters.ts';
import { isFlowEnd } from './flow.ts';
import { colonHere } from './keys.ts';
import type { LineCursor } from './line-cursor.ts';
import type { Reader } from './reader.ts';
import type { Value } from './tree.ts';

/** Whether an anchor or a tag stands at the reader's place. */
export function isProperty(reader: LineCursor): boolean {
  const code = reader.code();
  return code === ampersand || code === exclamation;
}

/** Whether an implicit key stands behind the properties at `at`: then they are the key's. */
export function isKeyAfterProperties(reader: Reader): boolean {
  const { at } = reader;
  const problems = reader.builder.problems.length;
  readProperties(reader);
  const key = !reader.isEnd() && !reader.isComment() && colonHere(reader) >= 0;
  reader.at = at;
  reader.builder.problems.length = problems;
  return key;
}

/** Reads the anchor and the tag that stand before a value or a key. */
export function readProperties(reader: Reader): { anchor: string | undefined; tag: string | undefined } {
  if (!isProperty(reader)) return noProperties;
  let anchor: string | undefined;
  let tag: string | undefined;
  while (isProperty(reader)) {
    const start = reader.at;
    const isAnchor = reader.code() === ampersand;
    while (!reader.isSpace()) reader.at++;
    const property = readProperty(reader, start, isAnchor ? anchor : tag);
    if (isAnchor) anchor = property;
    else tag = property;
    reader.skipSpaces();
  }
  if (reader.code() === star) refusePropertiesOfAlias(reader);
  return { anchor, tag };
}

/** The anchor's name or the tag that stands from `start` to the reader's place, behind another one or not. */
export function readProperty(reader: Reader, start: number, other: string | undefined): string {
  const word = reader.text.slice(start, reader.at);
  const isAnchor = word.startsWith('&');
  if (other !== undefined) {
    const message = `A value has at most one ${isAnchor ? 'anchor' : 'tag'}`;
    reader.builder.problem('two-properties', message, start, reader.at);
  }
  if (!isAnchor) return longTag(word);
  if (!anchorName.test(word.slice(1))) refuseAnchor(reader, start);
  return word.slice(1);
}

/** Reads the `*name` at the reader's place. */
export function readAlias(reader: Reader): Value | undefined {
  const start = reader.at;
  reader.at++;
  while (!reader.isSpace() && !isFlowEnd(reader.code()) && reader.code() !== colonCode) reader.at++;
  const name = reader.text.slice(start + 1, reader.at);
  if (!anchorName.test(name)) refuseAnchor(reader, start);
  return reader.builder.alias(name, start, reader.at);
}

function refuseAnchor(reader: Reader, start: number): void {
  const message = `An anchor is named by letters, digits, \`-\` and \`_\`, at least one, after the \`${reader.text[start]}\``;
  reader.builder.problem('bad-anchor', message, start, reader.at);
}

function refusePropertiesOfAlias(reader: Reader): void {
  const message = 'An alias has no anchor or tag of its own';
  reader.builder.problem('two-properties', message, reader.at, reader.at + 1);
}

const anchorName = /^[\w-]+(?:[?:%@`\]}].*)?$/;

const noProperties = { anchor: undefined, tag: undefined };

/** The long form of a tag as it is written. */
function longTag(word: string): string {
  if (word.startsWith('!!')) return `tag:yaml.org,2002:${word.slice(2)}`;
  if (word.startsWith('!<') && word.endsWith('>')) return word.slice(2, -1);
  return word;
}
