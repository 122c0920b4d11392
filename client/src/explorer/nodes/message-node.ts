import { ThemeIcon, TreeItem } from 'vscode';
import { itemContext } from '../../contributions/item-context.ts';
import type { TreeNode } from './node.ts';

/** One line that tells something in place of objects. */
export class MessageNode implements TreeNode {
  readonly id: string;
  readonly parent: TreeNode;
  readonly #text: string;

  constructor(parent: TreeNode, name: string, text: string) {
    this.parent = parent;
    this.id = `${parent.id}/message:${name}`;
    this.#text = text;
  }

  item(): TreeItem {
    const item = new TreeItem(this.#text);
    item.id = this.id;
    item.tooltip = this.#text;
    item.contextValue = itemContext('message');
    item.iconPath = new ThemeIcon('info');
    return item;
  }

  children(): TreeNode[] {
    return [];
  }
}
