/**
 * A failure's message for a line of the tree: without the request and the context at its beginning, which the lines
 * above already say, so that what is wrong and what to do are not cut off. Other texts stay as they are.
 */
export function messageLine(message: string): string {
  const line = message.replace(/^.*? \(context `[^`]*`\): /s, '');
  return line.charAt(0).toUpperCase() + line.slice(1);
}
