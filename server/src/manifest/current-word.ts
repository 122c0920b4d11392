import { lineStartAt } from '../yaml/lines.ts';
import type { Span } from '../yaml/nodes.ts';

/** The word that a person types; its end is behind white space that ends the line. */
export interface CurrentWord extends Span {
  /** Nothing separates the cursor from the `-` or `:` before it. */
  readonly needsSpace: boolean;
  /** A colon follows that makes a key of it. */
  readonly hasColon: boolean;
}

/** The word of `span` that the cursor is in or behind. */
export function currentWordAt(text: string, offset: number, span: Span): CurrentWord {
  let start = offset;
  while (start > span.start && !isBoundary(text[start - 1]!)) start--;
  let end = offset;
  while (end < span.end && !isBoundary(text[end]!) && !isKeyEnd(text, end)) end++;
  const before = text.slice(start, offset);
  const needsSpace = isDashAlone(text, start, offset) || (before.endsWith(':') && end === offset);
  if (needsSpace)
    return { start: offset, end: trailingSpace(text, offset, span.end), needsSpace, hasColon: false };
  const hasColon = isKeyEnd(text, end);
  return { start, end: hasColon ? end : trailingSpace(text, end, span.end), needsSpace, hasColon };
}

function isBoundary(character: string): boolean {
  return /[\s[\]{},"']/.test(character);
}

function isKeyEnd(text: string, at: number): boolean {
  return text[at] === ':' && (at + 1 >= text.length || /\s/.test(text[at + 1]!));
}

/** A dash with nothing but indentation and other dashes before it. */
function isDashAlone(text: string, start: number, offset: number): boolean {
  if (text.slice(start, offset) !== '-') return false;
  const lineStart = lineStartAt(text, start);
  return /^[\s-]*$/.test(text.slice(lineStart, start));
}

/** Where white space ends that runs to the end of the line; `from` where something else follows. */
function trailingSpace(text: string, from: number, limit: number): number {
  let end = from;
  while (end < limit && (text[end] === ' ' || text[end] === '\t')) end++;
  const atEnd = end >= limit || text[end] === '\n' || (text[end] === '\r' && text[end + 1] === '\n');
  return atEnd ? end : from;
}
