import { blockScalarAround } from './block-scalar-around.ts';
import type { Indentation } from './indentation.ts';
import { indentationAround } from './indentation-around.ts';
import { isInItemIndentation } from './item-indentation.ts';
import { isInOpenFlow } from './open-flow.ts';
import { levelsAbove, type OpenLevels } from './open-levels.ts';
import { spineAbove } from './spine.ts';
import { structureAbove } from './structure-above.ts';
import type { TextLines } from './text-lines.ts';
import { indentOf, readLine } from './yaml-line.ts';

/** Into the list that the item above has, or out of the one that it is in. */
export type ItemDirection = 'deeper' | 'shallower';

/** Rows that move together. */
export interface ItemMove {
  readonly rows: readonly number[];
  /** By how many columns, to the left where it is negative. */
  readonly by: number;
}

/**
 * Moves the item of a list that begins on a row, with everything that belongs to it. Undefined where none begins there, as in
 * the text of a block scalar, or where it cannot move: to the left of the text, or into the text of a block scalar above.
 */
export function moveListItem(lines: TextLines, row: number, direction: ItemDirection): ItemMove | undefined {
  const text = lines.at(row);
  const column = indentOf(text);
  if (!isInItemIndentation(text, 0)) return undefined;
  const spine = spineAbove(lines, row);
  const scalar = blockScalarAround(lines, row, spine);
  if (scalar && column > scalar.base) return undefined;
  const above = structureAbove(lines, row, text, scalar);
  const around = scalar ? spine.filter((line) => line.row <= scalar.row) : spine;
  if (isInOpenFlow(above, row, column, around)) return undefined;
  const open = levelsAbove(above, row);
  const indentation = indentationAround(lines, row);
  const target =
    direction === 'deeper'
      ? deeperColumn(column, open, indentation)
      : shallowerColumn(column, open, indentation);
  const isText = scalar !== undefined && target > scalar.base;
  return target === column || isText
    ? undefined
    : { rows: rowsOfItem(lines, row, column), by: target - column };
}

/** The column of the list that the line above has open below this one's, or may begin; else one step. */
function deeperColumn(column: number, { levels, opener }: OpenLevels, { unit, list }: Indentation): number {
  if (opener?.by === 'dash' && opener.column >= column) return opener.column + 2;
  if (opener && opener.column > column) return opener.column + list;
  const nested = levels.findLast((level) => level.type === 'list' && level.column > column);
  return nested?.column ?? column + unit;
}

/** Of a first item the place that it has below its key; else the column of the list around, of the key, or one step. */
function shallowerColumn(
  column: number,
  { levels, opener }: OpenLevels,
  { unit, list }: Indentation,
): number {
  const usual = opener?.by === 'key' ? [opener.column + unit, opener.column + list] : [];
  const nearest = Math.max(...usual.filter((place) => place < column));
  if (nearest >= 0) return nearest;
  const around = levels.find((level) => level.type === 'list' && level.column < column);
  if (around) return around.column;
  const owner = levels.find((level) => level.type === 'map' && level.column < column);
  const isBesideKey = levels.some((level) => level.type === 'map' && level.column === column);
  return owner && !isBesideKey ? owner.column : Math.max(0, column - unit);
}

/** The rows of an item that stand deeper than its dash, and its own. Blank lines behind it are not its. */
function rowsOfItem(lines: TextLines, row: number, column: number): number[] {
  const rows = [row];
  const pending: number[] = [];
  for (let below = row + 1; below < lines.count; below++) {
    const text = lines.at(below);
    const { kind, indent } = readLine(text);
    const isDeeper = indent > column;
    if (kind === 'marker' || (kind === 'content' && !isDeeper)) break;
    if (!isDeeper) continue;
    pending.push(below);
    if (kind !== 'blank') rows.push(...pending.splice(0));
  }
  return rows;
}
