import { commands, type QuickPick, type QuickPickItem } from 'vscode';
import type { Testing } from '../../client/src/testing.ts';
import { eventually, pause } from './extension-ui.ts';

/** A pick that a command has opened, and that VS Code shows. */
export class OpenedPick {
  readonly pick: QuickPick<QuickPickItem>;
  /** Resolves when the command is done. */
  readonly done: Thenable<unknown>;

  constructor(pick: QuickPick<QuickPickItem>, done: Thenable<unknown>) {
    this.pick = pick;
    this.done = done;
  }

  /** Resolves when the pick has its choices. */
  async filled(): Promise<void> {
    await eventually(async () => (this.pick.items.length > 0 && !this.pick.busy ? true : undefined));
    await this.#shown();
  }

  /** Types into the pick; resolves when its command has learnt of it, and what that offers for it at once is shown. */
  async type(text: string): Promise<void> {
    if (text === this.pick.value) return;
    const heard = new Promise((resolve) => {
      const listener = this.pick.onDidChangeValue(() => resolve(listener.dispose()));
    });
    this.pick.value = text;
    await heard;
    await this.#shown();
  }

  /** Moves the keyboard down to the first choice of this name. */
  async moveTo(label: string): Promise<void> {
    await eventually(async () => {
      if (this.pick.activeItems[0]?.label === label) return true;
      await commands.executeCommand('workbench.action.quickOpenSelectNext');
      await this.#shown();
      return this.pick.activeItems[0]?.label === label || undefined;
    });
  }

  /** Resolves when there is such a choice. */
  offers(isMeant: (label: string) => boolean): Promise<QuickPickItem> {
    return eventually(async () => this.pick.items.find(({ label }) => isMeant(label)));
  }

  /** Presses Enter; resolves when the command is done. */
  async accept(): Promise<void> {
    await this.press('workbench.action.acceptSelectedQuickOpenItem');
    await this.done;
  }

  /** Leaves the pick; resolves when the command is done. */
  async leave(): Promise<void> {
    await this.press('workbench.action.closeQuickOpen');
    await this.done;
  }

  /** Presses a key at what is offered now. */
  async press(key: string): Promise<void> {
    await this.#shown();
    await commands.executeCommand(key);
  }

  /** VS Code is told of what a pick offers a moment after it was set, and works at what it is told in turn. */
  async #shown(): Promise<void> {
    await pause(0);
    await commands.executeCommand('noop');
  }
}

/** Runs a command, and gives the first pick that it opens, once that is shown. */
export async function openedPick(
  { window }: Testing,
  command: string,
  ...given: unknown[]
): Promise<OpenedPick> {
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
  const done = commands.executeCommand(command, ...given);
  return new OpenedPick(await opened, done);
}
