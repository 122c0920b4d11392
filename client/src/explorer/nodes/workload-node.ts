import { type TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { Cluster, Resource, Row } from '../../cluster/cluster.ts';
import { podSelectorOf } from '../../cluster/objects/pod-selector.ts';
import { type OwnedPods, watchOwnedPods } from '../../cluster/watch/owned-pods.ts';
import { freshnessProblem } from '../freshness.ts';
import { MessageNode } from './message-node.ts';
import type { TreeNode, TreeView } from './node.ts';
import { ObjectNode, type ObjectParent } from './object-node.ts';

/** An object with Pods: they are its children, live from the moment it is expanded until it is collapsed. */
export class WorkloadNode extends ObjectNode implements ObjectParent {
  readonly namespaces = 'one';
  readonly cluster: Cluster;
  readonly #view: TreeView;
  /** From when the line is open until it is closed. */
  #session: Session | undefined;
  #nodes = new Map<string, ObjectNode>();

  constructor(parent: ObjectParent, resource: Resource, row: Row, cluster: Cluster, view: TreeView) {
    super(parent, resource, row, view);
    this.cluster = cluster;
    this.#view = view;
  }

  get columns() {
    return this.#session?.pods?.store.columns ?? [];
  }

  override item(): TreeItem {
    const item = super.item();
    item.collapsibleState = TreeItemCollapsibleState.Collapsed;
    return item;
  }

  override async children(): Promise<TreeNode[]> {
    const session = this.#session;
    try {
      await session?.opened;
    } catch (error) {
      return [new MessageNode(this, 'error', (error as Error).message, 'problem')];
    }
    if (!session?.pods || session !== this.#session) return [];
    const { freshness } = session.pods.store;
    const problem = freshnessProblem(freshness);
    const nodes: TreeNode[] = problem ? [new MessageNode(this, 'freshness', problem, 'problem')] : [];
    nodes.push(...this.#podNodes(session.pods));
    if (nodes.length > 0) return nodes;
    const text = freshness.state === 'loading' ? 'Loading…' : 'No Pods';
    return [new MessageNode(this, 'none', text, 'information')];
  }

  /** Watches the Pods. */
  override open(): void {
    const session: Session = { opened: undefined, pods: undefined };
    this.#session = session;
    session.opened = this.#watch(session);
    // Who asks for the children is told.
    session.opened.catch(() => undefined);
  }

  override close(): void {
    this.#session?.pods?.dispose();
    this.#session = undefined;
    for (const node of this.#nodes.values()) this.#view.forget(node);
    this.#nodes.clear();
  }

  override seen(): void {
    this.#session?.pods?.store.seen();
  }

  /** Ages are other ones now. */
  aged(): void {
    this.#view.refresh(this);
  }

  /** Rejects with a `ClusterError` when the server does not tell what it serves. */
  async #watch(session: Session): Promise<void> {
    const { namespace } = this.reference;
    if (namespace === undefined) return;
    const [discovery, labelSelector] = await Promise.all([
      this.cluster.discover(),
      podSelectorOf(this.cluster, this.reference),
    ]);
    if (session !== this.#session) return;
    const owner = { uid: this.uid, resource: this.resource, namespace, labelSelector };
    session.pods = watchOwnedPods(owner, this.cluster, discovery, () => this.#view.refresh(this));
  }

  /** The same node for the same Pod, so that an expanded one keeps what it has read. */
  #podNodes(pods: OwnedPods): ObjectNode[] {
    const before = this.#nodes;
    this.#nodes = new Map();
    const nodes = pods.rows().map((row) => {
      const node = before.get(row.uid) ?? new ObjectNode(this, pods.resource, row, this.#view);
      before.delete(row.uid);
      node.update(row);
      this.#nodes.set(row.uid, node);
      return node;
    });
    for (const gone of before.values()) this.#view.forget(gone);
    return nodes;
  }
}

/** What runs while the line of a workload is open. */
interface Session {
  /** When `pods` are there, where the server has such. */
  opened: Promise<void> | undefined;
  pods: OwnedPods | undefined;
}
