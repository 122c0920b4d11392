import { carriageReturn, newline } from './characters.ts';
import type { Span } from './nodes.ts';
import { countAhead } from './sorted.ts';

/** A place in a text as LSP counts it: 0-based line, UTF-16 units from its start. */
export interface Position {
  line: number;
  character: number;
}

/** Where the line of an offset starts, of a text whose lines end at `\n`. */
export function lineStartAt(text: string, offset: number): number {
  // To `lastIndexOf` a negative place is the first one: a text that starts with a line end would have one before it.
  return offset <= 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** Where the line of an offset ends, before its line break; counted as by `lineStartAt`. */
export function lineEndAt(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  const last = end < 0 ? text.length : end;
  return last > offset && text[last - 1] === '\r' ? last - 1 : last;
}

/** The column of an offset on its line, counted as by `lineStartAt`. */
export function columnOf(text: string, offset: number): number {
  return offset - lineStartAt(text, offset);
}

/** Turns offsets of one text into positions and back. Lines end at `\n`, `\r\n` or `\r`. */
export class LineIndex {
  readonly text: string;
  readonly #starts: number[];

  constructor(text: string) {
    this.text = text;
    this.#starts = lineStarts(text);
  }

  get lineCount(): number {
    return this.#starts.length;
  }

  /** Where a line starts; the end of the text for lines beyond it. */
  lineStart(line: number): number {
    return this.#starts[Math.max(0, line)] ?? this.text.length;
  }

  /** Where a line ends, before its line break. */
  lineEnd(line: number): number {
    let end = this.lineStart(line + 1);
    const start = this.lineStart(line);
    if (line + 1 < this.#starts.length) {
      end--;
      if (end > start && this.text.charCodeAt(end) === 10 && this.text.charCodeAt(end - 1) === 13) end--;
    }
    return Math.max(start, end);
  }

  positionAt(offset: number): Position {
    const at = Math.min(Math.max(0, offset), this.text.length);
    const line = countAhead(this.#starts, (start) => start <= at) - 1;
    return { line, character: at - this.#starts[line]! };
  }

  /** The offset of a position; one beyond its line's end is that end. */
  offsetAt(position: Position): number {
    if (position.line < 0) return 0;
    if (position.line >= this.#starts.length) return this.text.length;
    const start = this.#starts[position.line]!;
    return Math.min(start + Math.max(0, position.character), this.lineEnd(position.line));
  }

  range(span: Span): { start: Position; end: Position } {
    return { start: this.positionAt(span.start), end: this.positionAt(span.end) };
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  const hasBareReturn = text.includes('\r') && /\r(?!\n)/.test(text);
  if (!hasBareReturn) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    return starts;
  }
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === newline || (code === carriageReturn && text.charCodeAt(at + 1) !== newline))
      starts.push(at + 1);
  }
  return starts;
}
