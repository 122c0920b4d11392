const lines = new WeakSet<object>();

/** Remembers a line that a view of the extension's own shows: menus give it to commands. */
export function rememberLine(line: object): void {
  lines.add(line);
}

/** Whether a command was run on a line that was shown. What another extension or a link makes up is none. */
export function isShownLine(argument: unknown): argument is object {
  return typeof argument === 'object' && argument !== null && lines.has(argument);
}
