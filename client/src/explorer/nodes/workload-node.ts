import { type TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { Cluster, Freshness } from '../../cluster/cluster.ts';
import { explanationOf } from '../../cluster/errors.ts';
import type { Resource, Row } from '../../cluster/kube-object.ts';
import { podSelectorOf } from '../../cluster/objects/pod-selector.ts';
import { type OwnedPods, watchOwnedPods } from '../../cluster/watch/owned-pods.ts';
import { isFirstSetComing } from '../first-rows.ts';
import { freshnessProblem } from '../freshness.ts';
import { MessageNode } from './message-node.ts';
import type { TreeNode, TreeView } from './node.ts';
import { ObjectLines } from './object-lines.ts';
import { ObjectNode, type ObjectParent } from './object-node.ts';
import { ProblemNode } from './problem-node.ts';

/** An object with Pods: they are its children, live from the moment it is expanded until it is collapsed. */
export class WorkloadNode extends ObjectNode implements ObjectParent {
  readonly namespaces = 'one';
  readonly cluster: Cluster;
  readonly #view: TreeView;
  /** From when the line is open until it is closed. */
  #session: Session | undefined;

  constructor(parent: ObjectParent, resource: Resource, row: Row, cluster: Cluster, view: TreeView) {
    super(parent, resource, row, view);
    this.cluster = cluster;
    this.#view = view;
  }

  get columns() {
    return this.#session?.shown?.pods.columns ?? [];
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
      return [new ProblemNode(this, 'error', explanationOf(error))];
    }
    if (!session?.shown || session !== this.#session) return [];
    const { pods, lines } = session.shown;
    const { freshness } = pods;
    session.shown.freshness = freshness;
    const problem = freshnessProblem(freshness);
    const nodes: TreeNode[] = problem ? [new ProblemNode(this, 'freshness', problem)] : [];
    void this.#view.rights.ask(this.cluster, pods.resource, new Set([this.reference.namespace]));
    nodes.push(...lines.of(pods.rows()));
    if (nodes.length > 0) return nodes;
    const text = isFirstSetComing(pods) ? 'Loading…' : 'No Pods';
    return [new MessageNode(this, 'none', text)];
  }

  /** Watches the Pods. */
  override open(): void {
    const session: Session = { opened: undefined, shown: undefined };
    this.#session = session;
    session.opened = this.#watch(session);
    // Who asks for the children is told.
    session.opened.catch(() => undefined);
  }

  override close(): void {
    this.#session?.shown?.pods.dispose();
    this.#session?.shown?.lines.clear();
    this.#session = undefined;
  }

  override seen(): void {
    this.#session?.shown?.pods.seen();
  }

  override hidden(): void {
    this.#session?.shown?.pods.hidden();
  }

  /** Ages are other ones now. */
  aged(): void {
    this.#session?.shown?.lines.aged();
  }

  /** Rejects with a `ClusterError` when the server does not tell what it serves. */
  async #watch(session: Session): Promise<void> {
    const { namespace } = this.reference;
    if (namespace === undefined) return;
    const [discovery, labelSelector] = await Promise.all([
      this.cluster.discover(),
      podSelectorOf(this.cluster, this.reference, this.#view.log),
    ]);
    if (session !== this.#session) return;
    const owner = { uid: this.uid, resource: this.resource, namespace, labelSelector };
    const pods = watchOwnedPods(owner, this.cluster, discovery, () => this.#changed());
    if (!pods) return;
    const line = (row: Row) => new ObjectNode(this, pods.resource, row, this.#view);
    session.shown = { pods, lines: new ObjectLines(this.#view, line), freshness: undefined };
  }

  #changed(): void {
    if (!this.#session?.shown) return;
    const { pods, lines, freshness } = this.#session.shown;
    const rows = pods.rows();
    if (freshness === pods.freshness && lines.areOf(rows)) lines.update(rows);
    else this.#view.refresh(this);
  }
}

/** What runs while the line of a workload is open. */
interface Session {
  /** When the Pods are watched, where the server has such. */
  opened: Promise<void> | undefined;
  shown: ShownPods | undefined;
}

/** The Pods of a workload and their lines. */
interface ShownPods {
  readonly pods: OwnedPods;
  readonly lines: ObjectLines;
  /** How fresh the Pods were when they were last shown. */
  freshness: Freshness | undefined;
}
