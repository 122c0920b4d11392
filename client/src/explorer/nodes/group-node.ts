import { ThemeIcon, type TreeItem } from 'vscode';
import type { KubeContext } from '../../cluster/cluster.ts';
import type { Row } from '../../cluster/kube-object.ts';
import { itemContext } from '../../contributions/item-context.ts';
import { counted } from '../../prompts/counted.ts';
import { treeLine } from '../../prompts/tree-line.ts';
import { groupWord, type RowGroup } from '../row-options.ts';
import type { ShownRows } from '../shown-rows.ts';
import { pagedLines } from './extent-node.ts';
import type { TreeNode, TreeView } from './node.ts';
import { ObjectLines } from './object-lines.ts';
import type { ObjectNode } from './object-node.ts';
import type { ObjectTable } from './object-table.ts';
import { Pages } from './pages.ts';

/** What a group needs of the line of its kind. */
export interface GroupedKind extends TreeNode, ObjectTable {
  linesOf(parent: TreeNode, rows: readonly Row[], lines: ObjectLines): TreeNode[];
  objectLine(parent: TreeNode, table: ObjectTable, row: Row): ObjectNode;
}

/** The id of a group's line: the same for one that is made anew. */
export function groupId({ id }: TreeNode, group: RowGroup, value: string | undefined): string {
  const is = value === undefined ? 'none' : `is:${value}`;
  return `${id}/group:${[groupWord(group), is].map(encodeURIComponent).join('=')}`;
}

/** Objects of a kind that have their namespace, or the value of a label, in common. */
export class GroupNode implements ObjectTable, TreeNode {
  readonly kinds = 'one';
  readonly id: string;
  readonly parent: GroupedKind;
  readonly #group: RowGroup;
  readonly #value: string | undefined;
  readonly #lines: ObjectLines;
  #rows: readonly Row[] = [];
  #shown: ShownRows | undefined;
  readonly #pages = new Pages(this, 'objects');

  constructor(parent: GroupedKind, group: RowGroup, value: string | undefined, view: TreeView) {
    this.id = groupId(parent, group, value);
    this.parent = parent;
    this.#group = group;
    this.#value = value;
    this.#lines = new ObjectLines(view, (row) => parent.objectLine(this, this, row));
  }

  get context(): KubeContext {
    return this.parent.context;
  }

  get cluster(): ObjectTable['cluster'] {
    return this.parent.cluster;
  }

  get columns(): ObjectTable['columns'] {
    return this.parent.columns;
  }

  get namespaces(): ObjectTable['namespaces'] {
    return this.#group.by === 'namespace' ? 'one' : this.parent.namespaces;
  }

  /** The rows of the group now, and who knows their order. */
  setRows(rows: readonly Row[], shown: ShownRows): void {
    this.#rows = rows;
    this.#shown = shown;
  }

  /** Takes in rows that have changed and stay where they are. */
  update(rows: readonly Row[]): void {
    this.#lines.update(rows);
  }

  aged(): void {
    this.#lines.aged();
  }

  open(): void {
    this.#pages.restart();
  }

  close(): void {
    this.#lines.clear();
  }

  item(): TreeItem {
    return treeLine({
      id: this.id,
      label: this.#label(),
      description: counted(this.#rows.length),
      context: itemContext('category'),
      icon: new ThemeIcon(this.#group.by === 'namespace' ? 'symbol-namespace' : 'tag'),
      opens: 'closed-at-first',
    });
  }

  async children(): Promise<TreeNode[]> {
    const rows = this.#rows;
    if (!this.#shown) return [];
    const page = this.#pages.of(await this.#shown.firstOf(rows, this.#pages.end));
    const extent = { shown: page.length, all: rows.length, kind: this.parent };
    return pagedLines(this, this.#pages, this.parent.linesOf(this, page, this.#lines), extent);
  }

  #label(): string {
    if (this.#value === undefined) return `no ${groupWord(this.#group)}`;
    return this.#group.by === 'namespace' ? this.#value : `${this.#group.key}=${this.#value}`;
  }
}
