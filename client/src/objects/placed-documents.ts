/** Text that goes to the begin of a line; to the end of the text where there is no such line. */
export interface Placed {
  readonly line: number;
  readonly text: string;
}

/**
 * Where documents of YAML go that are dropped on a line of a text, and with which separators: behind the document that the line is
 * of, so that neither is cut in two.
 */
export function placedDocuments(lines: readonly string[], at: number, documents: string): Placed {
  const next = lines.findIndex((line, number) => number > at && isSeparator(line));
  const end = next === -1 ? lines.length : next;
  const own = lines.slice(0, end);
  const begin = own.findLastIndex(isSeparator);
  const isEmpty = own.slice(begin + 1).every((line) => line.trim() === '');
  // A separator is there for a document that is still empty.
  const before = isEmpty ? '' : '---\n';
  if (next !== -1) return { line: next, text: before + documents };
  const isOpen = lines.length > 0 && lines.at(-1) !== '';
  return { line: Math.max(0, lines.length - 1), text: (isOpen ? '\n' : '') + before + documents };
}

function isSeparator(line: string): boolean {
  return /^---(?:\s|$)/.test(line);
}
