import type { TreeItem } from 'vscode';
import type { Cluster, Discovery, KubeContext } from '../../cluster/cluster.ts';
import type { Log } from '../../cluster/log.ts';
import type { Protection } from '../../cluster/protection/protection.ts';
import type { ClusterLabel } from '../../connections/cluster-labels.ts';
import type { Rights } from '../../connections/rights.ts';
import type { Tooltip } from '../../prompts/tree-line.ts';
import type { PinnedKinds } from '../pinned-kinds.ts';
import type { RowChoices } from '../row-choices.ts';

/** A line of the Clusters view. */
export interface TreeNode {
  /** Unique in the view and stable: by it VS Code keeps selection and expansion over a refresh. */
  readonly id: string;
  readonly parent: TreeNode | undefined;
  item(): TreeItem;
  /** Resolves when what is under the line is known, or when that takes long. Asked for while it is open. */
  ready?(): Promise<void>;
  /** Whether that is on its way. */
  readonly isComing?: boolean;
  /** What is under the line as far as it is known. Asked for while it is open; begins nothing that goes on, and waits for no server. */
  children(): TreeNode[] | Promise<TreeNode[]>;
  /** The line and all above it are expanded: what keeps its children live begins. Closed before it is opened again. */
  open?(): void;
  /** The line, or one above it, is collapsed or gone: what only its children need ends. */
  close?(): void;
  /** The person looks at the line, or at one below it. */
  seen?(): void;
  /** The view is out of sight: what only shows something need not be kept live. */
  hidden?(): void;
  /** What lines are made of beside their objects may be other now: ages, because time has passed, and what one may do. */
  aged?(): void;
  /** Asks again now for what is under the line, where that has failed. */
  retry?(): void;
  /** The tooltip, made when it is wanted. */
  tooltip?(): Tooltip;
}

/** Where the contents of a namespace are shown. */
export interface NamespacePlace {
  readonly parent: TreeNode & { readonly context: KubeContext };
  readonly cluster: Cluster;
  readonly discovery: Discovery;
}

/** What nodes need of the view that shows them. */
export interface TreeView {
  /** For what goes wrong without a line that says so. */
  readonly log: Log;
  /** What users of clusters lack the right to. */
  readonly rights: Rights;
  /** The kinds that stand before the headings. */
  readonly pinned: PinnedKinds;
  /** Which objects of kinds are shown, and in which order. */
  readonly rowChoices: RowChoices;
  /** What the person's settings call it. */
  labelOf(context: KubeContext): ClusterLabel;
  /** How far the cluster of a context is protected. */
  protectionOf(context: KubeContext): Protection;
  /** The kinds of a namespace, whose objects are shown of it alone, under a line of it. */
  contentsOf(namespace: string, place: NamespacePlace): TreeNode[];
  /** Shows a node and, where it is open, what is under it anew. */
  refresh(node: TreeNode | undefined): void;
  /** The line is gone, and all under it: closes what is open of them. */
  forget(node: TreeNode): void;
}
