/**
 * What VS Code writes to its console where it looks for a line of a tree view and finds none: the error, and the functions of VS
 * Code that called each other, the innermost first. Undefined for any other text.
 *
 * @param text a message of the console, an error with its stack
 */
export function treeError(text: string): string | undefined {
  const [what] = /TreeError.*?(?=: Error: |\n|$)/m.exec(text) ?? [];
  if (what === undefined) return undefined;
  const frames = text.matchAll(/^ +at (?:async )?(?:\w+\.)*(\w+) /gm);
  return `${what} (${[...frames].map(([, name = '']) => name).join(' < ')})`;
}
