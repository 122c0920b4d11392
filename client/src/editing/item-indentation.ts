import { indentOf } from './yaml-line.ts';

/** Whether a cursor is in the white space in front of an item's dash, up to the dash. */
export function isInItemIndentation(line: string, column: number): boolean {
  return column <= indentOf(line) && /^ *-(?:\s|$)/.test(line);
}
