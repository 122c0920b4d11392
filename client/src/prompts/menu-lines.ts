/** Where a command of a line of a view was run: in the line's menu, or by a button on the line. */
export type LineOffer = 'menu' | 'button';

/**
 * The lines of views that commands of menus and buttons are run on. VS Code gives them to the command, but for those that it is just
 * showing anew: in their place it gives nothing, as if the command were run without any.
 */
export interface MenuLines {
  /**
   * What a command is to be given.
   *
   * @param given what VS Code gave it
   * @throws for the person, where it is not known on which line it was run, or that line has gone
   */
  meant(given: readonly unknown[], from: LineOffer): Promise<readonly unknown[]>;
}

/**
 * Whether VS Code had nothing in place of the line that a command was run on, or of one of those that are selected. It gives two
 * arguments: the line, and those that are selected where it is one of several.
 */
export function lacksLine(given: readonly unknown[]): boolean {
  if (given.length !== 2) return false;
  const [line, selected] = given;
  if (Array.isArray(selected)) return isNothing(line) || selected.some(isNothing);
  return isNothing(line) && isNothing(selected);
}

function isNothing(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}
