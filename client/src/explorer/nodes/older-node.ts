import { ThemeIcon, type TreeItem } from 'vscode';
import type { Resource, Row } from '../../cluster/kube-object.ts';
import { kindLabel } from '../../connections/kind-label.ts';
import { itemContext } from '../../contributions/item-context.ts';
import { treeLine } from '../../prompts/tree-line.ts';
import type { TreeNode, TreeView } from './node.ts';
import { type ObjectLine, ObjectLines } from './object-lines.ts';

/** The line of what only an object's history is: `3 older ReplicaSets`. */
export class OlderNode implements TreeNode {
  readonly id: string;
  readonly parent: TreeNode;
  readonly #resource: Resource;
  readonly #lines: ObjectLines;
  #rows: readonly Row[] = [];

  constructor(
    parent: TreeNode,
    resource: Resource,
    view: TreeView,
    make: (parent: TreeNode, row: Row) => ObjectLine,
  ) {
    this.parent = parent;
    this.id = `${parent.id}/older`;
    this.#resource = resource;
    this.#lines = new ObjectLines(view, (row) => make(this, row));
  }

  /** Takes in what there is now, and shows anew the lines that look another way by that. */
  update(rows: readonly Row[]): void {
    this.#rows = rows;
    this.#lines.update(rows);
  }

  item(): TreeItem {
    const count = this.#rows.length;
    return treeLine({
      id: this.id,
      label: `${count} older ${count === 1 ? this.#resource.kind : kindLabel(this.#resource)}`,
      context: itemContext('category'),
      icon: new ThemeIcon('history'),
      opens: 'closed-at-first',
    });
  }

  children(): TreeNode[] {
    return this.#lines.of(this.#rows);
  }

  close(): void {
    this.#lines.clear();
  }

  aged(): void {
    this.#lines.aged();
  }
}
