import { ThemeIcon, type TreeItem } from 'vscode';
import { itemContext } from '../../contributions/item-context.ts';
import { counted } from '../../prompts/counted.ts';
import { treeLine } from '../../prompts/tree-line.ts';
import type { TreeNode } from './node.ts';
import type { Pages } from './pages.ts';

/** Pages end here, and a filter leads to the rest: to find a page in an order, all that comes before it is sorted. */
const mostRows = 5_000;

/** How much is shown of a list, and whose filter leads to the rest. */
export interface Extent {
  readonly shown: number;
  readonly all: number;
  readonly kind: TreeNode;
}

/** The lines of a page of objects, with those that turn it and one that tells how much of all it is, where it is not all. */
export function pagedLines(
  parent: TreeNode,
  pages: Pages,
  lines: readonly TreeNode[],
  extent: Extent,
): TreeNode[] {
  const turned = pages.around(lines, extent.all, mostRows);
  return extent.shown < extent.all ? [...turned, new ExtentNode(parent, pages.from, extent)] : turned;
}

/** The line under a long list that tells how much is shown, and leads to the filter. */
class ExtentNode implements TreeNode {
  readonly id: string;
  readonly parent: TreeNode;
  readonly #from: number;
  readonly #extent: Extent;

  /** @param from the place of the first that is shown, counted from 0 */
  constructor(parent: TreeNode, from: number, extent: Extent) {
    this.parent = parent;
    this.id = `${parent.id}/extent`;
    this.#from = from;
    this.#extent = extent;
  }

  item(): TreeItem {
    const { shown, all, kind } = this.#extent;
    const from = this.#from;
    const which = from === 0 ? counted(shown) : `${counted(from + 1)} to ${counted(from + shown)}`;
    return treeLine({
      id: this.id,
      label: `Showing ${which} of ${counted(all)}: filter`,
      context: itemContext('more'),
      icon: new ThemeIcon('filter'),
      runs: { command: 'kubewright.filterObjects', title: 'Filter Objects', on: kind },
    });
  }

  children(): TreeNode[] {
    return [];
  }
}
