import { ThemeIcon, type TreeItem } from 'vscode';
import { itemContext } from '../../contributions/item-context.ts';
import { treeLine } from '../../prompts/tree-line.ts';
import type { TreeNode } from './node.ts';

/** Which way a page is turned. */
export type Turn = 'previous' | 'next';

/** A list that shows a page of itself. */
export interface TurnedList {
  /** Shows the page before, or the one after. */
  turn(way: Turn): void;
  /** The line that the page begins with, once it was made. */
  readonly firstLine: TreeNode | undefined;
}

/** The line above or below the page of a long list that turns to another one. */
export class TurnNode implements TreeNode {
  readonly id: string;
  readonly parent: TreeNode;
  readonly list: TurnedList;
  readonly way: Turn;
  readonly #label: string;

  /** @param name tells the lists under one line apart */
  constructor(parent: TreeNode, name: string, list: TurnedList, way: Turn, label: string) {
    this.parent = parent;
    this.id = `${parent.id}/${way}:${name}`;
    this.list = list;
    this.way = way;
    this.#label = label;
  }

  item(): TreeItem {
    return treeLine({
      id: this.id,
      label: this.#label,
      context: itemContext('more'),
      icon: new ThemeIcon(this.way === 'next' ? 'arrow-down' : 'arrow-up'),
      runs: { command: 'kubewright.turnPage', title: 'Turn Page', on: this },
    });
  }

  children(): TreeNode[] {
    return [];
  }
}
