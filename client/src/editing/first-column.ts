import type { Indentation } from './indentation.ts';
import type { YamlLine } from './yaml-line.ts';

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
  indentation: Indentation,
): number {
  const head = lines[0]!;
  const written = head.indent;
  const style = styleOf(lines.slice(1), indentation);
  if (lines.length === 1) {
    return text === undefined || written > 0
      ? written
      : Math.max(0, text - style.unit - (head.column - head.indent));
  }
  if (head.opens !== 'value') return Math.max(written, columnBeside(lines, style));
  return isOver(lines[1]!, head) && written > 0 ? written : Math.max(written, columnOver(lines, style));
}

/** How many columns a value stands deeper than its key in any usual style. */
const deepest = 4;

/** What follows the first line is beside it: that has a value. */
function columnBeside([head, next]: readonly YamlLine[], { list }: Indentation): number {
  const behindDashes = head!.column - head!.indent;
  const isItem = next!.dashes.length > 0;
  if (behindDashes === 0) return isItem ? next!.column : next!.indent;
  if (isItem) return next!.indent;
  if (head!.key === undefined) return next!.indent + list;
  return next!.indent >= behindDashes ? next!.indent - behindDashes : next!.indent;
}

/** What follows the first line is the value of its key. */
function columnOver([head, next, ...others]: readonly YamlLine[], { unit, list }: Indentation): number {
  const behindDashes = head!.column - head!.indent;
  const isList = next!.dashes.length > 0;
  const beside = others.find((line) => line.indent === next!.indent && line.dashes.length === 0);
  if (isList && beside) return Math.max(0, next!.indent - behindDashes);
  const after = others.find(({ indent }) => indent < next!.indent);
  const column = after && columnByEnd(head!, next!, after);
  if (column !== undefined && column >= 0) return column;
  return Math.max(0, next!.indent - (isList ? list : unit) - behindDashes);
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

/** The style that lines show by themselves, else the one around. */
function styleOf(lines: readonly YamlLine[], { unit, list }: Indentation): Indentation {
  const shown: { unit?: number; list?: number } = {};
  for (const [index, line] of lines.slice(0, -1).entries()) {
    if (line.key === undefined || line.opens !== 'value') continue;
    const below = lines[index + 1]!;
    const deeper = below.indent - line.column;
    if (below.dashes.length > 0 && deeper >= 0) shown.list ??= deeper;
    if (below.dashes.length === 0 && deeper > 0) shown.unit ??= deeper;
  }
  return { unit: shown.unit ?? unit, list: shown.list ?? shown.unit ?? list };
}
