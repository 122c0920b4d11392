import type { TextLines } from './text-lines.ts';
import { indentOf, readLine, type YamlLine } from './yaml-line.ts';

/** A line above a place that may be around it. */
export interface SpineLine {
  readonly row: number;
  readonly line: YamlLine;
}

/**
 * The lines above a row that are less indented than all between them and the row, the nearest first: only these can be around
 * it. Blank lines and the actions of templates say nothing.
 */
export function spineAbove(lines: TextLines, row: number): SpineLine[] {
  const spine: SpineLine[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (let above = row - 1; above >= 0 && least > 0; above--) {
    const text = lines.at(above);
    const indent = indentOf(text);
    if (indent >= least || indent === text.length) continue;
    const line = readLine(text);
    if (line.kind === 'marker') break;
    if (line.kind === 'action') continue;
    spine.push({ row: above, line });
    least = indent;
  }
  return spine;
}
