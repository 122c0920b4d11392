import type { TextDocument } from 'vscode';
import type { TextLines } from './text-lines.ts';

/** The lines of an open document as they are when they are read. */
export function linesOf(document: TextDocument): TextLines {
  return { count: document.lineCount, at: (row) => document.lineAt(row).text };
}
