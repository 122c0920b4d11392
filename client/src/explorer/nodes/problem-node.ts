import { ThemeColor, ThemeIcon, TreeItem } from 'vscode';
import { type Explanation, sentenceOf, sentenceWithoutRequest } from '../../cluster/explanation.ts';
import { itemContext } from '../../contributions/item-context.ts';
import type { TreeNode } from './node.ts';

/** One line that tells why objects are not there, or are not what the server has now; all of it is in the tooltip. */
export class ProblemNode implements TreeNode {
  readonly id: string;
  readonly parent: TreeNode | undefined;
  readonly #why: Explanation;

  constructor(parent: TreeNode | undefined, name: string, why: Explanation) {
    this.parent = parent;
    this.id = `${parent?.id ?? ''}/message:${name}`;
    this.#why = why;
  }

  item(): TreeItem {
    const item = new TreeItem(sentenceWithoutRequest(this.#why));
    item.id = this.id;
    item.tooltip = sentenceOf(this.#why);
    item.contextValue = itemContext('message');
    item.iconPath = new ThemeIcon('warning', new ThemeColor('problemsWarningIcon.foreground'));
    return item;
  }

  children(): TreeNode[] {
    return [];
  }
}
