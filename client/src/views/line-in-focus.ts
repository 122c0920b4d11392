import { commands, type Disposable } from 'vscode';
import { isShownLine } from './shown-lines.ts';

/**
 * The line of a tree view that has the focus, whether the keyboard is in the view or elsewhere; one that had it last where none has.
 * VS Code tells what is selected alone; but a command that it runs itself is given the line in place of an argument like this, as
 * those above a view are.
 */
export class LineInFocus<Line extends object> implements Disposable {
  readonly #command: string;
  readonly #argument: object;
  readonly #registered: Disposable;
  #given: unknown;

  /** @param view its id */
  constructor(view: string) {
    this.#command = `${view}.lineInFocus`;
    this.#argument = { $treeViewId: view, $focusedTreeItem: true };
    this.#registered = commands.registerCommand(this.#command, (given: unknown) => {
      this.#given = given;
    });
  }

  /** The line; undefined where none is known. */
  async now(): Promise<Line | undefined> {
    this.#given = undefined;
    const run = { command: this.#command, args: this.#argument };
    await commands.executeCommand('runCommands', { commands: [run] });
    return isShownLine(this.#given) ? (this.#given as Line) : undefined;
  }

  dispose(): void {
    this.#registered.dispose();
  }
}
