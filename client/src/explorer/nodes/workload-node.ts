import { type TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { Cluster, KubeObject, ObjectReference, Resource, Row } from '../../cluster/cluster.ts';
import { type OwnedPods, watchOwnedPods } from '../../cluster/watch/owned-pods.ts';
import { freshnessProblem } from '../freshness.ts';
import { MessageNode } from './message-node.ts';
import type { TreeNode, TreeView } from './node.ts';
import { ObjectNode, type ObjectParent } from './object-node.ts';

/** An object with Pods: they are its children, live from the moment it is expanded until it is collapsed. */
export class WorkloadNode extends ObjectNode implements ObjectParent {
  readonly namespaces = 'one';
  readonly #cluster: Cluster;
  readonly #view: TreeView;
  #pods: OwnedPods | undefined;
  /** Stays known after a collapse: a line of a Pod never becomes one of another kind. */
  #podResource: Resource | undefined;
  #nodes = new Map<string, ObjectNode>();
  #collapsed = false;

  constructor(parent: ObjectParent, row: Row, cluster: Cluster, view: TreeView) {
    super(parent, row);
    this.#cluster = cluster;
    this.#view = view;
  }

  get resource(): Resource {
    return this.#podResource ?? this.parent.resource;
  }

  get columns() {
    return this.#pods?.store.columns ?? [];
  }

  read(reference: ObjectReference): Promise<KubeObject> {
    return this.#cluster.get(reference);
  }

  override item(): TreeItem {
    const item = super.item();
    item.collapsibleState = TreeItemCollapsibleState.Collapsed;
    return item;
  }

  override async children(): Promise<TreeNode[]> {
    try {
      await this.#open();
    } catch (error) {
      return [new MessageNode(this, 'error', (error as Error).message, 'problem')];
    }
    if (!this.#pods) return [];
    const { freshness } = this.#pods.store;
    const problem = freshnessProblem(freshness);
    const nodes: TreeNode[] = problem ? [new MessageNode(this, 'freshness', problem, 'problem')] : [];
    nodes.push(...this.#podNodes(this.#pods.rows()));
    if (nodes.length > 0) return nodes;
    const text = freshness.state === 'loading' ? 'Loading…' : 'No Pods';
    return [new MessageNode(this, 'none', text, 'information')];
  }

  collapse(): void {
    this.#collapsed = true;
    this.#pods?.dispose();
    this.#pods = undefined;
    this.#nodes.clear();
  }

  resume(): void {
    this.#collapsed = false;
    if (this.#view.isExpanded(this)) this.#view.refresh(this);
  }

  seen(): void {
    this.#pods?.store.seen();
  }

  async #open(): Promise<void> {
    const { namespace, resource } = this.reference;
    if (namespace === undefined) return;
    const discovery = await this.#cluster.discover();
    if (this.#pods || this.#collapsed) return;
    const owner = { uid: this.uid, resource, namespace };
    this.#podResource = discovery.find('v1', 'Pod');
    this.#pods = watchOwnedPods(owner, this.#cluster, discovery, () => this.#view.refresh(this));
  }

  /** The same node for the same Pod, so that an expanded one keeps what it has read. */
  #podNodes(rows: readonly Row[]): ObjectNode[] {
    const before = this.#nodes;
    this.#nodes = new Map();
    return [...rows]
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .map((row) => {
        const node = before.get(row.uid) ?? new ObjectNode(this, row);
        node.update(row);
        this.#nodes.set(row.uid, node);
        return node;
      });
  }
}
