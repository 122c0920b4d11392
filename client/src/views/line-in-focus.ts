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
  /** Those who ask, in their order. */
  readonly #asking: ((line: Line | undefined) => void)[] = [];

  /** @param view its id */
  constructor(view: string) {
    this.#command = `${view}.lineInFocus`;
    this.#argument = { $treeViewId: view, $focusedTreeItem: true };
    this.#registered = commands.registerCommand(this.#command, (given: unknown) => {
      this.#asking.shift()?.(isShownLine(given) ? (given as Line) : undefined);
    });
  }

  /** The line; undefined where none is known. Rejects where VS Code does not run the command. */
  now(): Promise<Line | undefined> {
    return new Promise((resolve, reject) => {
      this.#asking.push(resolve);
      const isWaiting = () => {
        const place = this.#asking.indexOf(resolve);
        if (place >= 0) this.#asking.splice(place, 1);
        return place >= 0;
      };
      const run = { command: this.#command, args: this.#argument };
      // The line comes with the command; that it has been run is told a round trip later, in which the focus may move.
      commands.executeCommand('runCommands', { commands: [run] }).then(
        () => isWaiting() && resolve(undefined),
        (error: unknown) => isWaiting() && reject(error),
      );
    });
  }

  dispose(): void {
    this.#registered.dispose();
  }
}
