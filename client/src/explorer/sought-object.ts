import type { ObjectReference, Row } from '../cluster/kube-object.ts';
import type { TreeNode, TreeView } from './nodes/node.ts';
import { ObjectLines } from './nodes/object-lines.ts';
import { ObjectNode } from './nodes/object-node.ts';

/** The object under a line that a person has asked to be shown: it has a line, wherever it stands among the others. */
export class SoughtObject {
  readonly #lines: ObjectLines;
  #uid: string | undefined;

  constructor(view: TreeView, make: (row: Row) => ObjectNode) {
    this.#lines = new ObjectLines(view, make);
  }

  /** From now on it is this one. */
  seek({ uid }: Row): void {
    this.#uid = uid;
  }

  /** The lines with that of the object: in front, where it is not among them. */
  among(lines: TreeNode[], rows: ReadonlyMap<string, Row>): TreeNode[] {
    const row = this.#uid === undefined ? undefined : rows.get(this.#uid);
    if (!row || lines.some((line) => isLineOf(line, row))) return lines;
    return [...this.#lines.of([row]), ...lines];
  }

  /** There is none. */
  clear(): void {
    this.#uid = undefined;
    this.#lines.clear();
  }
}

/** The row of an object. */
export function rowOf(
  rows: ReadonlyMap<string, Row>,
  { namespace, name }: Pick<ObjectReference, 'namespace' | 'name'>,
): Row | undefined {
  for (const row of rows.values()) {
    if (row.name === name && row.namespace === namespace && row.problem === undefined) return row;
  }
  return undefined;
}

/** Whether a line is that of an object. */
export function isLineOf(line: TreeNode, { uid }: Pick<Row, 'uid'>): line is ObjectNode {
  return line instanceof ObjectNode && line.uid === uid;
}
