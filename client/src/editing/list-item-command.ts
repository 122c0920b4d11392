import { commands, Position, Range, type TextEditor, window } from 'vscode';
import { isInItemIndentation } from './item-indentation.ts';
import { linesOf } from './lines-of-document.ts';
import { type ItemDirection, type ItemMove, moveListItem } from './list-item.ts';

/** What the keys do everywhere else. */
const ownCommand: Readonly<Record<ItemDirection, string>> = { deeper: 'tab', shallower: 'outdent' };

/** How often an edit is tried anew that the text has overtaken. */
const tries = 3;

/**
 * Moves the item in whose indentation the cursor is. What `when` clauses know of the cursor may be a moment old: where it is
 * not in an item's indentation the key does what it does without the extension.
 */
export async function moveItemAtCursor(direction: ItemDirection): Promise<void> {
  const editor = window.activeTextEditor;
  for (let left = tries; editor && left > 0; left--) {
    const move = moveAtCursor(editor, direction);
    if (!move) break;
    if (await apply(editor, move)) return;
  }
  await commands.executeCommand(ownCommand[direction]);
}

function moveAtCursor({ document, selections }: TextEditor, direction: ItemDirection): ItemMove | undefined {
  const { active, isEmpty } = selections[0]!;
  if (selections.length > 1 || !isEmpty) return undefined;
  if (!isInItemIndentation(document.lineAt(active.line).text, active.character)) return undefined;
  return moveListItem(linesOf(document), active.line, direction);
}

/** False where the text is not the one that the move is for. */
function apply(editor: TextEditor, { rows, by }: ItemMove): Thenable<boolean> {
  return editor.edit((edit) => {
    for (const row of rows) {
      if (by > 0) edit.insert(new Position(row, 0), ' '.repeat(by));
      else edit.delete(new Range(row, 0, row, -by));
    }
  });
}
