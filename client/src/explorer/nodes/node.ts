import type { TreeItem } from 'vscode';

/** A line of the Clusters view. */
export interface TreeNode {
  /** Unique in the view and stable: by it VS Code keeps selection and expansion over a refresh. */
  readonly id: string;
  readonly parent: TreeNode | undefined;
  item(): TreeItem;
  /** Asked for when a person expands the line, and on each refresh while it is expanded. */
  children(): TreeNode[] | Promise<TreeNode[]>;
  /** The person has collapsed the line, or a line above it: what only its children need can go. */
  collapse?(): void;
  /** The line is shown again after it was hidden with a line above it. */
  resume?(): void;
  /** The person looks at the line, or at one below it. */
  seen?(): void;
  /** The tooltip, made when it is wanted. */
  tooltip?(): TreeItem['tooltip'];
}

/** What nodes need of the view that shows them. */
export interface TreeView {
  /** Shows a node and what is under it anew. */
  refresh(node: TreeNode | undefined): void;
  /** Whether the person has expanded the node. */
  isExpanded(node: TreeNode): boolean;
}
