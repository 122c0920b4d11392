import type { BlockScalarAround } from './block-scalar-around.ts';
import type { PastePlace, TextReplacement } from './paste-place.ts';
import { isBlank, spacesBefore } from './yaml-line.ts';

/** Keeps what is pasted inside a block scalar: every line at least where the text of that begins. */
export function pasteIntoText(place: PastePlace, scalar: BlockScalarAround): TextReplacement | undefined {
  const { start, end, pasted, copiedFrom, isLineStart, isLineEnd, lineBehind } = place;
  if (pasted.length === 1 && !isLineStart) return undefined;
  const textColumn = place.textColumnOf(scalar);
  const lines = linesOfText(pasted, textColumn, copiedFrom);
  if (!isLineStart) lines[0] = pasted[0]!;
  const from = isLineStart ? { row: start.row, column: 0 } : start;
  if (isLineEnd) return place.replaceFrom(from, lines);
  if (lines.length > 1 && isBlank(lines.at(-1)!))
    lines[lines.length - 1] = ' '.repeat(lineBehind ?? textColumn);
  return { start: from, end: { row: end.row, column: lineBehind ?? end.column }, text: lines.join('\n') };
}

/** The text of a block scalar, its header first, behind a key without a value; undefined where what is pasted is none. */
export function blockScalarBehindKey(place: PastePlace): TextReplacement | undefined {
  const { line, pasted, before, start, indentation } = place;
  const [header, ...text] = pasted;
  if (line.key === undefined || line.opens !== 'value' || !/^[|>][-+\d]*\s*$/.test(header!)) return undefined;
  const lines = linesOfText(text, line.column + indentation.unit, 0);
  return place.replaceFrom({ row: start.row, column: before.trimEnd().length }, [
    ` ${header!.trimEnd()}`,
    ...lines,
  ]);
}

/**
 * The lines that are pasted into a block scalar whose text begins at a column, each with its white space. What they are to
 * each other stays. `start` is where the first of them began in the text that it was copied from, where that is known.
 */
function linesOfText(pasted: readonly string[], column: number, start?: number): string[] {
  const columns = pasted.map(spacesBefore);
  columns[0] = (start ?? 0) + columns[0]!;
  if (start === undefined && hasLostIndent(pasted)) columns[0] = leastOf(pasted.slice(1));
  const filled = columns.filter((_, row) => !isBlank(pasted[row]!));
  const least = filled.reduce((found, other) => Math.min(found, other), Number.POSITIVE_INFINITY);
  return pasted.map((text, row) => {
    const shifted = columns[row]! - least + column;
    if (isBlank(text)) return text === '' ? '' : ' '.repeat(Math.max(0, shifted));
    return ' '.repeat(shifted) + text.slice(spacesBefore(text));
  });
}

/** Nothing in the first line says why those below it should stand deeper: its white space was not copied with it. */
function hasLostIndent([first, ...others]: readonly string[]): boolean {
  if (spacesBefore(first!) > 0 || leastOf(others) === 0) return false;
  return !/(?:[^\w\s)"'`;]|\b(?:then|do|else|begin|in))\s*$/.test(first!);
}

/** 0 where all are blank. */
function leastOf(lines: readonly string[]): number {
  const indents = lines.filter((text) => !isBlank(text)).map(spacesBefore);
  return indents.length === 0 ? 0 : indents.reduce((least, indent) => Math.min(least, indent));
}
