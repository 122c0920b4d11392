import type { BlockScalarAround } from './block-scalar-around.ts';
import type { TextLines } from './text-lines.ts';

/**
 * The lines up to a row as what a new line there goes on with: the row's own cut at `before`, and the text of a block scalar
 * that is or ends right above it left out.
 */
export function structureAbove(
  lines: TextLines,
  row: number,
  before: string,
  scalar: BlockScalarAround | undefined,
): TextLines {
  const header = scalar?.row ?? row;
  return {
    count: row + 1,
    at: (other) => (other === row ? before : other > header ? '' : lines.at(other)),
  };
}
