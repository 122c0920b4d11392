import { type Command, ThemeColor, ThemeIcon, TreeItem } from 'vscode';
import { itemContext } from '../../contributions/item-context.ts';
import { messageLine } from '../../prompts/message-line.ts';
import type { TreeNode } from './node.ts';

/** One line that tells something in place of objects, or besides them. */
export class MessageNode implements TreeNode {
  readonly id: string;
  readonly parent: TreeNode | undefined;
  readonly #text: string;
  readonly #kind: 'information' | 'problem';
  readonly #command: Command | undefined;

  constructor(
    parent: TreeNode | undefined,
    name: string,
    text: string,
    kind: 'information' | 'problem',
    command?: Command,
  ) {
    this.parent = parent;
    this.id = `${parent?.id ?? ''}/message:${name}`;
    this.#text = text;
    this.#kind = kind;
    this.#command = command;
  }

  item(): TreeItem {
    const item = new TreeItem(messageLine(this.#text));
    item.id = this.id;
    item.tooltip = this.#text;
    item.contextValue = itemContext('message');
    item.iconPath =
      this.#kind === 'problem'
        ? new ThemeIcon('warning', new ThemeColor('problemsWarningIcon.foreground'))
        : new ThemeIcon('info');
    if (this.#command) item.command = this.#command;
    return item;
  }

  children(): TreeNode[] {
    return [];
  }
}
