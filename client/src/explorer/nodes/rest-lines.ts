import { ThemeIcon, type TreeItem } from 'vscode';
import { itemContext } from '../../contributions/item-context.ts';
import { counted } from '../../prompts/counted.ts';
import { treeLine } from '../../prompts/tree-line.ts';
import { MoreNode } from './more-node.ts';
import type { TreeNode } from './node.ts';

/** Nobody reads more lines than this, and VS Code holds all of them. */
export const mostRows = 5_000;

/** A line with more under it than is shown. */
export interface PagedLine extends TreeNode {
  /** Shows another page. */
  showMore(): void;
}

/** How much is shown of a list, and whose filter leads to the rest. */
export interface Extent {
  readonly shown: number;
  readonly all: number;
  readonly kind: TreeNode;
}

/** The lines at the end of a long list: how to find what is not shown, and to show more as long as that helps. */
export function restLines(parent: PagedLine, { shown, all, kind }: Extent): TreeNode[] {
  if (shown >= all) return [];
  const more =
    shown < mostRows ? [new MoreNode(parent, 'objects', all - shown, () => parent.showMore())] : [];
  return [new ExtentNode(parent, { shown, all, kind }), ...more];
}

/** The line under a long list that tells how much is shown, and leads to the filter. */
export class ExtentNode implements TreeNode {
  readonly id: string;
  readonly parent: TreeNode;
  readonly #extent: Extent;

  constructor(parent: TreeNode, extent: Extent) {
    this.parent = parent;
    this.id = `${parent.id}/extent`;
    this.#extent = extent;
  }

  item(): TreeItem {
    const { shown, all, kind } = this.#extent;
    return treeLine({
      id: this.id,
      label: `Showing ${counted(shown)} of ${counted(all)}: filter`,
      context: itemContext('more'),
      icon: new ThemeIcon('filter'),
      runs: { command: 'kubewright.filterObjects', title: 'Filter Objects', on: kind },
    });
  }

  children(): TreeNode[] {
    return [];
  }
}
