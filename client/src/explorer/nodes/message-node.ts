import { ThemeIcon, type TreeItem } from 'vscode';
import { itemContext } from '../../contributions/item-context.ts';
import { treeLine } from '../../prompts/tree-line.ts';
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
    return treeLine({
      id: this.id,
      label: this.#text,
      tooltip: [this.#text],
      context: itemContext('message'),
      icon: new ThemeIcon('info'),
    });
  }

  children(): TreeNode[] {
    return [];
  }
}
