import type { CompletionItem, TextEdit } from 'vscode-languageserver';
import { LineIndex } from '../../server/src/yaml/lines.ts';

/**
 * The items that VS Code's widget shows for the text between an item's start and the cursor: it leaves out those whose
 * filter text lacks the letters typed, in their order and beginning with the first, and those whose range is not on the
 * cursor's line.
 */
export function shownItems(text: string, offset: number, items: readonly CompletionItem[]): CompletionItem[] {
  const lines = new LineIndex(text);
  const { line } = lines.positionAt(offset);
  return items.filter((item) => {
    const { range } = item.textEdit as TextEdit;
    if (range.start.line !== line || range.end.line !== line) return false;
    const start = lines.offsetAt(range.start);
    if (start > offset || lines.offsetAt(range.end) < offset) return false;
    const word = text.slice(start, offset).trimStart().toLowerCase();
    return isWithin(word, (item.filterText ?? item.label).toLowerCase());
  });
}

function isWithin(word: string, filter: string): boolean {
  let at = 0;
  for (const letter of word) {
    at = filter.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
