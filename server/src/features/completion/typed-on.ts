import type { CompletionItem, CompletionList, Position, Range, TextEdit } from 'vscode-languageserver';
import type { LineIndex } from '../../yaml/lines.ts';

/**
 * The letters that a person has typed on at a position since they asked there, and nothing else of the text has changed.
 * Undefined where anything else has, or what was typed ends a word: a client filters what it was offered by letters alone.
 */
export function typedOn(position: Position, asked: LineIndex, now: LineIndex): string | undefined {
  const count = now.text.length - asked.text.length;
  const offset = asked.offsetAt(position);
  const typed = now.text.slice(offset, offset + Math.max(count, 0));
  if (!/^[\p{L}\p{N}_-]+$/u.test(typed)) return undefined;
  const stayed =
    now.text.startsWith(asked.text.slice(0, offset)) &&
    now.text.slice(offset + count) === asked.text.slice(offset);
  return stayed ? typed : undefined;
}

/** Where letters end that begin at a position. */
export function positionBehind({ line, character }: Position, typed: string): Position {
  return { line, character: character + typed.length };
}

/** A list for the place behind these letters, as one for the text before them: their client has them still to come. */
export function beforeTyping(list: CompletionList, position: Position, typed: string): CompletionList {
  const moved = (range: Range) => ({ start: before(range.start), end: before(range.end) });
  const before = ({ line, character }: Position): Position => {
    if (line !== position.line || character <= position.character) return { line, character };
    return { line, character: Math.max(position.character, character - typed.length) };
  };
  return { ...list, items: list.items.map((item) => withRanges(item, moved)) };
}

function withRanges(item: CompletionItem, moved: (range: Range) => Range): CompletionItem {
  const { textEdit, additionalTextEdits } = item;
  const edited = (edit: TextEdit): TextEdit => ({ ...edit, range: moved(edit.range) });
  return {
    ...item,
    ...(textEdit && 'range' in textEdit && { textEdit: edited(textEdit) }),
    ...(additionalTextEdits && { additionalTextEdits: additionalTextEdits.map(edited) }),
  };
}
