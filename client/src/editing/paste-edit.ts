import { chooseColumn, columnUnder, type WantedColumn } from './choose-column.ts';
import { type Fragment, readFragment } from './fragment.ts';
import type { Indentation } from './indentation.ts';
import { isInOpenFlow } from './open-flow.ts';
import { levelsBetween, type OpenLevels } from './open-levels.ts';
import { blockScalarBehindKey, pasteIntoText } from './paste-into-text.ts';
import { type Paste, PastePlace, type TextReplacement } from './paste-place.ts';
import { placedLines } from './placed-lines.ts';
import { indentOf } from './yaml-line.ts';

export type { Paste, TextPlace, TextReplacement } from './paste-place.ts';

/** Nobody copies more by hand, and the answer must not keep them waiting. */
const longestPaste = 200_000;

/**
 * Pastes a block of YAML at the indentation of its place, with every line of it where it was in relation to the others.
 * Undefined where nobody knows better than the editor: in a comment, a string or brackets, of what is no YAML on lines of its
 * own, and where the place says nothing.
 */
export function pasteEdit(paste: Paste): TextReplacement | undefined {
  if (paste.text.length > longestPaste) return undefined;
  const place = new PastePlace(paste);
  if (place.scalar && place.isTextOf(place.scalar)) return pasteIntoText(place, place.scalar);
  if (/(?:^|\s)#/.test(place.before)) return undefined;
  if (isInOpenFlow(place.above, paste.start.row, paste.start.column, place.spine)) return undefined;
  const fragment = readFragment(place.pasted, place.indentation, paste.copiedFrom);
  if (place.isLineStart) return fragment && ontoLine(place, fragment);
  if (!place.isLineEnd || place.pasted.length === 1) return undefined;
  if (!fragment) return blockScalarBehindKey(place);
  if (place.pasted[0]!.trim() === '') return belowLine(place, fragment);
  return behindKey(place, fragment) ?? behindDash(place, fragment) ?? overWord(place, fragment);
}

/** On a line of its own, or above the line behind the place. */
function ontoLine(place: PastePlace, fragment: Fragment): TextReplacement | undefined {
  const { start, end, isLineEnd } = place;
  const open = levelsBetween(place.above, start.row, place.lines, isLineEnd ? end.row + 1 : end.row);
  const lines = chosenLines(fragment, open, wantedColumn(place), place.indentation);
  return lines && place.replaceFrom({ row: start.row, column: 0 }, lines);
}

/** What may stand as it is written stays so. */
function chosenLines(
  fragment: Fragment,
  open: OpenLevels,
  wanted: WantedColumn,
  indentation: Indentation,
): string[] | undefined {
  const { asWritten } = fragment;
  const written = asWritten && chooseColumn(asWritten, open, wanted, indentation);
  if (asWritten && written === asWritten.column) return placedLines(asWritten, written);
  const column = chooseColumn(fragment, open, wanted, indentation);
  return column === undefined ? undefined : placedLines(fragment, column);
}

/** What is replaced, or stands behind the place, has a column; else the cursor has one, but at the start of the line. */
function wantedColumn({ start, end, lines, lineBehind }: PastePlace): WantedColumn {
  const line = lines.at(start.row);
  const isReplaced = end.row > start.row || end.column > indentOf(line);
  if (isReplaced && indentOf(line) < line.length) return { column: indentOf(line), isChosen: true };
  return { column: start.column === 0 ? 0 : (lineBehind ?? start.column), isChosen: start.column > 0 };
}

/** A fragment that begins with a line break goes below the line that it is pasted behind. */
function belowLine(place: PastePlace, fragment: Fragment): TextReplacement | undefined {
  const { start, end } = place;
  const open = levelsBetween(place.above, start.row + 1, place.lines, end.row + 1);
  const lines = chosenLines(fragment, open, { column: 0, isChosen: false }, place.indentation);
  return lines && place.replaceFrom(start, lines);
}

/** The value of a key goes below it; the key that was typed before a whole entry was pasted is not said twice. */
function behindKey(place: PastePlace, fragment: Fragment): TextReplacement | undefined {
  const { line, start, end, before, indentation } = place;
  if (line.key === undefined || line.opens !== 'value' || fragment.type === 'comment') return undefined;
  if (fragment.key === line.key && fragment.type === 'map') return inPlaceOf(place, fragment, line.column);
  const { levels, opener } = levelsBetween(place.above, start.row + 1, place.lines, end.row + 1);
  const child = levels[0]?.type === fragment.type ? levels[0].column : undefined;
  const column = opener ? columnUnder(opener, fragment, indentation) : child;
  const lines = column === undefined ? undefined : placedLines(fragment, column);
  return lines && place.replaceFrom({ row: start.row, column: before.trimEnd().length }, ['', ...lines]);
}

/** Keys go behind the dash; items bring their own. */
function behindDash(place: PastePlace, fragment: Fragment): TextReplacement | undefined {
  const { line, before } = place;
  const dash = line.dashes.at(-1);
  if (dash === undefined || line.key !== undefined || line.value !== '') return undefined;
  if (fragment.type === 'list') return inPlaceOf(place, fragment, dash);
  return fragment.type === 'map' ? inPlaceOf(place, fragment, Math.max(dash + 2, before.length)) : undefined;
}

/** The key that somebody began to type before they pasted it. */
function overWord(place: PastePlace, fragment: Fragment): TextReplacement | undefined {
  const { line } = place;
  const isBegun = line.key === undefined && line.value !== '' && fragment.key?.startsWith(line.value);
  return isBegun && fragment.type === 'map' ? inPlaceOf(place, fragment, line.column) : undefined;
}

/** The fragment instead of what stands on the line from a column on. */
function inPlaceOf(place: PastePlace, fragment: Fragment, column: number): TextReplacement | undefined {
  const lines = placedLines(fragment, column);
  if (!lines) return undefined;
  const kept = Math.min(column, place.before.length);
  const [first, ...others] = lines;
  return place.replaceFrom({ row: place.start.row, column: kept }, [first!.slice(kept), ...others]);
}
