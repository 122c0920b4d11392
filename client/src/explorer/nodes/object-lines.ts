import type { Row } from '../../cluster/kube-object.ts';
import type { TreeNode, TreeView } from './node.ts';

/** A line of an object that stays the same as long as the object is there. */
export interface ObjectLine extends TreeNode {
  /** Takes in what the server has now. Tells whether the line looks another way by that. */
  update(row: Row): 'same' | 'other';
  /** Whether the line would look another way than when it was last shown. */
  isAged(): boolean;
  /** Whether somebody may be reading the tooltip, which VS Code takes away when the line is shown anew. */
  isRead(now: number): boolean;
}

/** The lines of objects under another line: the same one for the same object, so that an expanded one stays as it is. */
export class ObjectLines {
  readonly #view: TreeView;
  readonly #make: (row: Row) => ObjectLine;
  #nodes = new Map<string, ObjectLine>();

  constructor(view: TreeView, make: (row: Row) => ObjectLine) {
    this.#view = view;
    this.#make = make;
  }

  /** The lines of these rows in their order. Those of others are gone. */
  of(rows: readonly Row[]): ObjectLine[] {
    const before = this.#nodes;
    this.#nodes = new Map();
    const nodes = rows.map((row) => {
      const node = before.get(row.uid) ?? this.#make(row);
      before.delete(row.uid);
      node.update(row);
      this.#nodes.set(row.uid, node);
      return node;
    });
    for (const gone of before.values()) this.#view.forget(gone);
    return nodes;
  }

  /**
   * Takes in changed rows, and shows anew the lines that look another way by that, and no others: VS Code takes the tooltip
   * away from what is shown anew.
   */
  update(rows: Iterable<Row>): void {
    for (const row of rows) {
      const node = this.#nodes.get(row.uid);
      if (node?.update(row) === 'other') this.#view.refresh(node);
    }
  }

  /** Shows anew the lines that look another way because time has passed, but for those whose tooltip is read. */
  aged(): void {
    const now = Date.now();
    for (const node of this.#nodes.values()) {
      if (node.isAged() && !node.isRead(now)) this.#view.refresh(node);
    }
  }

  /** All lines are gone. */
  clear(): void {
    this.of([]);
  }
}
