import type { TextLines } from './text-lines.ts';
import { indentOf, readLine } from './yaml-line.ts';

/**
 * Whether a place is inside brackets, braces or quotes that began above it, or on its line before `column`. The lines around
 * it must not be text of a block scalar.
 */
export function isInOpenFlow(lines: TextLines, row: number, column: number): boolean {
  const start = outermostOpening(lines, row);
  let state = closed;
  for (let at = start ?? row; at < row; at++) {
    const text = lines.at(at);
    state = readOn(state, at === start ? openingValue(text) : text);
  }
  const before = lines.at(row).slice(0, column);
  return isOpen(readOn(state, start === undefined ? openingValue(before) : before));
}

/** The highest of the rows around a row that leaves something open. */
function outermostOpening(lines: TextLines, row: number): number | undefined {
  let found: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (let above = row - 1; above >= 0 && least > 0; above--) {
    const text = lines.at(above);
    const indent = indentOf(text);
    if (indent === text.length || indent >= least) continue;
    const { kind } = readLine(text);
    if (kind === 'marker') break;
    if (kind !== 'content') continue;
    least = indent;
    if (isOpen(readOn(closed, openingValue(text)))) found = above;
  }
  return found;
}

/** The value of a line, where it may leave something open. */
function openingValue(text: string): string {
  const { kind, value } = readLine(text);
  return kind === 'content' && /^(?:["'[]|\{(?!\{))/.test(value) ? value : '';
}

interface FlowState {
  /** Brackets and braces that are open. */
  readonly depth: number;
  readonly quote: '"' | "'" | undefined;
}

const closed: FlowState = { depth: 0, quote: undefined };

function isOpen({ depth, quote }: FlowState): boolean {
  return depth > 0 || quote !== undefined;
}

/** The state behind a line, or a part of one. */
function readOn(state: FlowState, text: string): FlowState {
  let { depth, quote } = state;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (isEscape(text, at, quote)) at++;
    else if (quote !== undefined) quote = character === quote ? undefined : quote;
    else if (character === '#' && (at === 0 || /\s/.test(text[at - 1]!))) break;
    else if (text.startsWith('{{', at)) at = endOfAction(text, at);
    else if ((character === '"' || character === "'") && opensQuote(text, at)) quote = character;
    else if (character === '[' || character === '{') depth++;
    else if (character === ']' || character === '}') depth = Math.max(0, depth - 1);
  }
  return { depth, quote };
}

/** A quote within a word is a letter of it. */
function opensQuote(text: string, at: number): boolean {
  return at === 0 || /[\s,:[\]{}]/.test(text[at - 1]!);
}

function isEscape(text: string, at: number, quote: FlowState['quote']): boolean {
  return (
    (quote === '"' && text[at] === '\\') || (quote === "'" && text[at] === quote && text[at + 1] === quote)
  );
}

function endOfAction(text: string, start: number): number {
  const end = text.indexOf('}}', start);
  return end === -1 ? text.length : end + 1;
}
