import type { Indentation } from './indentation.ts';
import { indentationOf } from './indentation-around.ts';
import type { YamlLine } from './yaml-line.ts';

/** Where the first line of a fragment may have stood before it was copied. */
export interface FirstColumn {
  readonly column: number;
  /** As it is written, where that is possible too. */
  readonly asWritten: number | undefined;
}

/**
 * Where the first line of a fragment stood before it was copied: a selection that begins at a line's first character leaves
 * out the white space before it, or a part of it. The lines below, which are whole, tell.
 *
 * @param lines its keys and items, the first line first
 * @param text where the text begins of a block scalar whose header the first line is
 */
export function firstColumn(
  lines: readonly YamlLine[],
  text: number | undefined,
  around: Indentation,
): FirstColumn {
  const [head, value, ...others] = lines as [YamlLine, ...YamlLine[]];
  const written = head.indent;
  const style = indentationOf(lines.slice(1), around);
  if (!value)
    return { column: text === undefined ? written : columnOverText(head, text, style), asWritten: written };
  if (head.opens !== 'value') {
    return { column: Math.max(written, columnBeside(head, value, style)), asWritten: undefined };
  }
  const shown = columnByOthers(head, value, others);
  if (shown !== undefined) return { column: Math.max(written, shown), asWritten: undefined };
  if (!isOver(value, head))
    return { column: Math.max(written, columnOver(head, value, style)), asWritten: undefined };
  const isUsual = written > 0 || value.indent - head.column <= style.unit;
  return { column: isUsual ? written : columnOver(head, value, style), asWritten: written };
}

/** How many columns a value stands deeper than its key in any usual style. */
const deepest = 4;

function columnOverText({ indent, column }: YamlLine, text: number, { unit }: Indentation): number {
  return indent > 0 ? indent : Math.max(0, text - unit - column);
}

/** What follows the first line is beside it: that has a value. */
function columnBeside(head: YamlLine, next: YamlLine, { list }: Indentation): number {
  const behindDashes = head.column - head.indent;
  const isItem = next.dashes.length > 0;
  if (behindDashes === 0) return isItem ? next.column : next.indent;
  if (isItem) return next.indent;
  if (head.key === undefined) return next.indent + list;
  return next.indent >= behindDashes ? next.indent - behindDashes : next.indent;
}

/** What follows the first line is the value of its key. */
function columnOver(head: YamlLine, value: YamlLine, { unit, list }: Indentation): number {
  const deeper = value.dashes.length > 0 ? list : unit;
  return Math.max(0, value.indent - deeper - (head.column - head.indent));
}

/** The same by the lines that follow the value; undefined where they do not tell. */
function columnByOthers(head: YamlLine, value: YamlLine, others: readonly YamlLine[]): number | undefined {
  const isList = value.dashes.length > 0;
  const end = others.find((line) => line.indent < value.indent || (isList && isBeside(line, value)));
  if (end && isBeside(end, value)) return Math.max(0, value.indent - (head.column - head.indent));
  const column = end && columnByEnd(head, value, end);
  return column !== undefined && column >= 0 ? column : undefined;
}

/** A key at the column of a list follows the list, whose key stands there too. */
function isBeside({ indent, dashes }: YamlLine, list: YamlLine): boolean {
  return indent === list.indent && dashes.length === 0;
}

/** By the first line that is no part of that value; undefined where it stands too far to the left to be beside the first. */
function columnByEnd(head: YamlLine, value: YamlLine, end: YamlLine): number | undefined {
  const behindDashes = head.column - head.indent;
  const isItem = end.dashes.length > 0;
  if (isItem && behindDashes === 0) return end.column <= value.indent ? end.column : undefined;
  const column = isItem ? end.indent : end.indent - behindDashes;
  return value.indent - column - behindDashes <= deepest ? column : undefined;
}

/** Whether a line is where the value of another usually is. */
function isOver(value: YamlLine, { column }: YamlLine): boolean {
  const deeper = value.indent - column;
  return deeper <= deepest && (deeper > 0 || (deeper === 0 && value.dashes.length > 0));
}
