import { type BlockScalarAround, blockScalarAround } from './block-scalar-around.ts';
import type { Indentation } from './indentation.ts';
import { indentationAround } from './indentation-around.ts';
import { type SpineLine, spineAbove } from './spine.ts';
import { structureAbove } from './structure-above.ts';
import type { TextLines } from './text-lines.ts';
import { indentOf, isBlank, readLine, type YamlLine } from './yaml-line.ts';

/** A place in a text: a row, and how many characters of its line are before it. */
export interface TextPlace {
  readonly row: number;
  readonly column: number;
}

/** A paste that somebody asks for. */
export interface Paste {
  readonly lines: TextLines;
  /** The selection, which the paste replaces; both ends are the same where there is none. */
  readonly start: TextPlace;
  readonly end: TextPlace;
  readonly text: string;
  /** How many characters of its line were before the text where it was copied, where that is known. */
  readonly copiedFrom?: number | undefined;
}

/** What to write instead of what. */
export interface TextReplacement {
  readonly start: TextPlace;
  readonly end: TextPlace;
  /** Its lines end with `\n`. */
  readonly text: string;
}

/** Where something is pasted. */
export class PastePlace {
  readonly start: TextPlace;
  readonly end: TextPlace;
  readonly copiedFrom: number | undefined;
  /** The lines of what is pasted. */
  readonly pasted: readonly string[];
  /** The lines up to the place, the text of a block scalar right above it left out. */
  readonly above: TextLines;
  /** Those of them that may be around the place. */
  readonly spine: readonly SpineLine[];
  /** All lines, as they are. */
  readonly lines: TextLines;
  /** What stands before it on its line. */
  readonly before: string;
  readonly line: YamlLine;
  /** Whether nothing but white space stands before it, and behind it, on its line. */
  readonly isLineStart: boolean;
  readonly isLineEnd: boolean;
  /** Of the line behind it, which is not blank, how much white space that begins with; undefined where it is cut. */
  readonly lineBehind: number | undefined;
  /** The block scalar that is or ends right above it. */
  readonly scalar: BlockScalarAround | undefined;
  readonly indentation: Indentation;

  constructor({ lines, start, end, text, copiedFrom }: Paste) {
    const last = lines.at(end.row);
    this.lines = lines;
    this.start = start;
    this.end = end;
    this.copiedFrom = copiedFrom;
    this.pasted = text.split(/\r\n|\r|\n/);
    this.before = lines.at(start.row).slice(0, start.column);
    this.line = readLine(this.before);
    this.isLineStart = this.line.kind === 'blank';
    this.isLineEnd = isBlank(last.slice(end.column));
    this.lineBehind = this.isLineEnd || end.column > indentOf(last) ? undefined : indentOf(last);
    const spine = spineAbove(lines, start.row);
    const scalar = blockScalarAround(lines, start.row, spine);
    this.scalar = scalar;
    this.spine = scalar ? spine.filter(({ row }) => row <= scalar.row) : spine;
    this.above = structureAbove(lines, start.row, this.before, this.scalar);
    this.indentation = indentationAround(lines, start.row);
  }

  /** Whether what is pasted becomes text of the block scalar. */
  isTextOf({ base, column }: BlockScalarAround): boolean {
    const line = this.lines.at(this.start.row);
    if (!isBlank(line)) return indentOf(line) > base;
    const below = firstIndent(this.lines, this.end.row + 1);
    return column === undefined || below > base || this.start.column > base;
  }

  /** Where the text of the block scalar begins, or will. */
  textColumnOf({ base, column }: BlockScalarAround): number {
    const own = column ?? firstIndent(this.lines, this.start.row);
    if (own > base) return own;
    return this.start.column > base ? this.start.column : base + this.indentation.unit;
  }

  /** Writes lines from a place before this one on, and what the line behind it needs. Undefined where it would be cut. */
  replaceFrom(start: TextPlace, lines: readonly string[]): TextReplacement | undefined {
    const { end, lineBehind } = this;
    if (this.isLineEnd) {
      return { start, end: { row: end.row, column: this.lines.at(end.row).length }, text: lines.join('\n') };
    }
    const endsLine = lines.length > 1 && isBlank(lines.at(-1)!);
    if (lineBehind === undefined || !endsLine) return undefined;
    const whole = [...lines.slice(0, -1), ' '.repeat(lineBehind)];
    return { start, end: { row: end.row, column: lineBehind }, text: whole.join('\n') };
  }
}

/** The indent of the first line from a row on that is neither blank nor an action; 0 where there is none. */
function firstIndent(lines: TextLines, from: number): number {
  for (let row = from; row < lines.count; row++) {
    const { kind, indent } = readLine(lines.at(row));
    if (kind !== 'blank' && kind !== 'action') return indent;
  }
  return 0;
}
