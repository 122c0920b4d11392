import { ThemeIcon, type TreeItem } from 'vscode';
import { itemContext } from '../../contributions/item-context.ts';
import { counted } from '../../prompts/counted.ts';
import { treeLine } from '../../prompts/tree-line.ts';
import type { TreeNode } from './node.ts';

/** Objects shown at first, and more with each "Show more". */
export const pageSize = 500;

/** The line under a long list that shows more of it. */
export class MoreNode implements TreeNode {
  readonly id: string;
  readonly parent: TreeNode;
  readonly #hidden: number;
  /** Shows another page. */
  readonly showMore: () => void;

  /** @param name tells the lists under one line apart */
  constructor(parent: TreeNode, name: string, hidden: number, showMore: () => void) {
    this.parent = parent;
    this.id = `${parent.id}/more:${name}`;
    this.#hidden = hidden;
    this.showMore = showMore;
  }

  item(): TreeItem {
    return treeLine({
      id: this.id,
      label: `Show more (${counted(this.#hidden)} not shown)`,
      context: itemContext('more'),
      icon: new ThemeIcon('ellipsis'),
      runs: { command: 'kubewright.showMore', title: 'Show More', on: this },
    });
  }

  children(): TreeNode[] {
    return [];
  }
}
