import type { SpineLine } from './spine.ts';
import type { TextLines } from './text-lines.ts';
import { readLine, type YamlLine } from './yaml-line.ts';

/** A block scalar that may go on at a row. */
export interface BlockScalarAround {
  /** The row of its header. */
  readonly row: number;
  /** What the header belongs to stands here: its text is deeper. */
  readonly base: number;
  /** Where its text begins; undefined while it has none above the row. */
  readonly column: number | undefined;
}

/**
 * The outermost block scalar whose text the lines above a row belong to, up to that row; undefined where they are no text.
 * The row itself is not looked at: it goes on with the text when it is deeper than the base.
 */
export function blockScalarAround(
  lines: TextLines,
  row: number,
  spine: readonly SpineLine[],
): BlockScalarAround | undefined {
  let found: BlockScalarAround | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const { row: above, line } of spine) {
    const base = baseOf(line);
    if (line.opens === 'text' && base < least) {
      found = { row: above, base, column: firstText(lines, above + 1, row) };
    }
    least = line.indent;
  }
  return found;
}

/** Where the key, or else the dash, stands that a block scalar's header is behind. */
function baseOf({ key, column, dashes }: YamlLine): number {
  return key === undefined ? (dashes.at(-1) ?? column) : column;
}

function firstText(lines: TextLines, from: number, end: number): number | undefined {
  for (let row = from; row < end; row++) {
    const { kind, indent } = readLine(lines.at(row));
    if (kind !== 'blank' && kind !== 'action') return indent;
  }
  return undefined;
}
