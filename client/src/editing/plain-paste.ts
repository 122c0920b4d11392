import type { Paste, TextReplacement } from './paste-place.ts';

/** Whether the editor's own paste, which inserts the text as it is, gives the same. */
export function isPlainPaste({ lines, start, end, text }: Paste, replacement: TextReplacement): boolean {
  const before = lines.at(start.row).slice(replacement.start.column, start.column);
  const behind = lines.at(end.row).slice(end.column, replacement.end.column);
  return replacement.text === before + text.replace(/\r\n|\r/g, '\n') + behind;
}
