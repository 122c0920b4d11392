import { commands, type TreeView } from 'vscode';
import { linesOfKey } from './line-in-focus.ts';

/**
 * The lines of a tree view that a key means: those that are selected, where the keyboard is at one of them, else the one that it is
 * at. VS Code hands a key's command no line and tells an extension what is selected, but an arrow key moves the focus alone; so the
 * line in focus is added to what is selected or taken out of it, and back, by VS Code's own command, in one go. Undefined where the
 * keyboard is elsewhere or the view changes meanwhile.
 */
export async function linesAtKeyboard<Line>(view: TreeView<Line>): Promise<readonly Line[] | undefined> {
  const selections: (readonly Line[])[] = [view.selection];
  const listener = view.onDidChangeSelection(({ selection }) => selections.push(selection));
  try {
    await commands.executeCommand('runCommands', { commands: [toggle, toggle] });
  } finally {
    listener.dispose();
  }
  return linesOfKey(selections);
}

const toggle = 'list.toggleSelection';
