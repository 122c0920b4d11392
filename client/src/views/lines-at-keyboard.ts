import { commands, type TreeView } from 'vscode';
import { waited } from '../cluster/http/waited.ts';
import type { Clock } from '../cluster/watch/clock.ts';
import { linesOfKey } from './lines-of-key.ts';

/**
 * The lines of a tree view that a key means: those that are selected, where the keyboard is at one of them, else the one that it is
 * at. VS Code hands a key's command no line and tells an extension what is selected, but an arrow key moves the focus alone; so the
 * line in focus is added to what is selected or taken out of it, and back, by VS Code's own command, in one go. While it shows lines
 * anew VS Code does not tell what is selected: it is asked again then. Undefined where the keyboard is elsewhere.
 */
export async function linesAtKeyboard<Line>(
  view: TreeView<Line>,
  clock: Pick<Clock, 'after'>,
): Promise<readonly Line[] | undefined> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    if (attempt > 1) await waited(interval, clock, undefined);
    const lines = await linesNow(view);
    if (lines) return lines;
  }
  return undefined;
}

/** Five seconds: VS Code begins to show what it is told of after 200 ms, and a slow machine takes its time. */
const attempts = 50;
/** Milliseconds between them. */
const interval = 100;

async function linesNow<Line>(view: TreeView<Line>): Promise<readonly Line[] | undefined> {
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
