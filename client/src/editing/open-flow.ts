import type { SpineLine } from './spine.ts';
import type { TextLines } from './text-lines.ts';
import { readLine, type YamlLine } from './yaml-line.ts';

/**
 * Whether a place is inside brackets, braces or quotes that began on a line of its spine, or on its line before `column`. The
 * lines between must not be text of a block scalar.
 */
export function isInOpenFlow(
  lines: TextLines,
  row: number,
  column: number,
  spine: readonly SpineLine[],
): boolean {
  const start = spine.findLast(({ line }) => isOpen(readOn(closed, openingValue(line))))?.row;
  let state = closed;
  for (let at = start ?? row; at < row; at++) {
    const text = lines.at(at);
    state = readOn(state, at === start ? openingValue(readLine(text)) : text);
  }
  const before = lines.at(row).slice(0, column);
  return isOpen(readOn(state, start === undefined ? openingValue(readLine(before)) : before));
}

/** The value of a line, where it may leave something open. */
function openingValue({ kind, value }: YamlLine): string {
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
