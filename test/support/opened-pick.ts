import { commands, type QuickPick, type QuickPickItem } from 'vscode';
import type { TreeNode } from '../../client/src/explorer/nodes/node.ts';
import type { Testing } from '../../client/src/testing.ts';

/** A pick that a command has opened. */
export interface OpenedPick {
  readonly pick: QuickPick<QuickPickItem>;
  /** Resolves when the command is done. */
  readonly done: Thenable<unknown>;
}

/** Runs a command on a line, and gives the pick that it opens, once that is shown. */
export async function openedPick({ window }: Testing, command: string, line: TreeNode): Promise<OpenedPick> {
  const { createQuickPick } = window;
  const opened = new Promise<QuickPick<QuickPickItem>>((resolve) => {
    window.createQuickPick = <Item extends QuickPickItem>() => {
      const made = createQuickPick<Item>();
      window.createQuickPick = createQuickPick;
      const show = made.show.bind(made);
      // What is set before it is shown would be what the command itself sets.
      made.show = () => {
        show();
        resolve(made as unknown as QuickPick<QuickPickItem>);
      };
      return made;
    };
  });
  const done = commands.executeCommand(command, line);
  return { pick: await opened, done };
}
