import { ThemeIcon, type TreeItem } from 'vscode';
import type { Cluster, KubeContext, ResourceStore, StoreChange } from '../../cluster/cluster.ts';
import { sentenceOf } from '../../cluster/explanation.ts';
import type { Resource, Row } from '../../cluster/kube-object.ts';
import { mayOwnPods } from '../../cluster/watch/owned-pods.ts';
import { kindLabel } from '../../connections/kind-label.ts';
import type { CommandId } from '../../contributions/commands.ts';
import { itemContext } from '../../contributions/item-context.ts';
import { type Tooltip, treeLine } from '../../prompts/tree-line.ts';
import { firstRows, isFirstSetComing } from '../first-rows.ts';
import { freshnessProblem, freshnessWords } from '../freshness.ts';
import { iconOf } from '../icons.ts';
import { MessageNode } from './message-node.ts';
import type { TreeNode, TreeView } from './node.ts';
import { ObjectLines } from './object-lines.ts';
import { ObjectNode, type ObjectParent } from './object-node.ts';
import { ProblemNode } from './problem-node.ts';
import { WorkloadNode } from './workload-node.ts';

/** What a kind's line needs from the cluster it stands under. */
export interface KindParent extends TreeNode {
  readonly context: KubeContext;
}

/** Where all namespaces may not be listed, this one may be. */
export const fallbackNamespace = 'default';

/** Objects shown at first, and more with each "Show more". */
const pageSize = 500;

/** A kind of a cluster. Its objects are kept live from the moment it is expanded until it is collapsed. */
export class KindNode implements ObjectParent {
  readonly id: string;
  readonly parent: KindParent;
  readonly resource: Resource;
  readonly #view: TreeView;
  readonly cluster: Cluster;
  readonly #namespace: () => string | undefined;
  readonly #onFallback: () => void;
  #live: { store: ResourceStore; listener: { dispose(): void }; namespace: string | undefined } | undefined;
  readonly #lines: ObjectLines;
  #shown = pageSize;
  /** All namespaces were asked for, and forbidden. */
  #fellBack = false;

  constructor(options: {
    parent: KindParent;
    resource: Resource;
    cluster: Cluster;
    view: TreeView;
    /** The namespace to show, or undefined for all. */
    namespace: () => string | undefined;
    onFallback: () => void;
  }) {
    this.parent = options.parent;
    this.resource = options.resource;
    this.id = `${options.parent.id}/kind:${options.resource.plural}.${options.resource.group}`;
    this.cluster = options.cluster;
    this.#view = options.view;
    this.#namespace = options.namespace;
    this.#onFallback = options.onFallback;
    this.#lines = new ObjectLines(options.view, (row) => this.#line(row));
  }

  get context(): KubeContext {
    return this.parent.context;
  }

  get columns() {
    return this.#live?.store.columns ?? [];
  }

  get namespaces(): 'one' | 'several' {
    return this.resource.scope === 'Namespaced' && this.#live?.namespace === undefined ? 'several' : 'one';
  }

  /** Whether only `default` is shown because all namespaces may not be listed. */
  get fellBack(): boolean {
    return this.#fellBack;
  }

  item(): TreeItem {
    return treeLine({
      id: this.id,
      label: kindLabel(this.resource),
      description: this.#description(),
      context: itemContext('kind'),
      icon: new ThemeIcon(iconOf(this.resource)),
      opens: 'closed-at-first',
    });
  }

  tooltip(): Tooltip {
    const { kind, plural, apiVersion } = this.resource;
    const problem = this.#live && freshnessProblem(this.#live.store.freshness);
    return [problem ? sentenceOf(problem) : `${kind} (${apiVersion}, ${plural})`];
  }

  async children(): Promise<TreeNode[]> {
    if (this.#live) await firstRows(this.#live.store);
    if (!this.#live) return [];
    const { store } = this.#live;
    const nodes: TreeNode[] = [];
    const problem = freshnessProblem(store.freshness);
    if (problem) nodes.push(new ProblemNode(this, 'freshness', problem));
    else if (isFirstSetComing(store)) nodes.push(new MessageNode(this, 'loading', 'Loading…'));
    const rows = store.sorted;
    if (rows.length === 0 && nodes.length === 0) {
      nodes.push(new MessageNode(this, 'none', this.#nothing()));
    }
    const shown = rows.slice(0, this.#shown);
    void this.#view.rights.ask(this.cluster, this.resource, new Set(shown.map(({ namespace }) => namespace)));
    nodes.push(...shown.flatMap((row) => this.#unreadable(row) ?? []));
    nodes.push(...this.#lines.of(shown.filter(({ problem }) => problem === undefined)));
    if (rows.length > this.#shown) nodes.push(new MoreNode(this, rows.length - this.#shown));
    return nodes;
  }

  /** Shows another page of objects. */
  showMore(): void {
    this.#shown += pageSize;
    this.#view.refresh(this);
  }

  /** Watches the objects. */
  open(): void {
    const wanted = this.resource.scope === 'Namespaced' ? this.#namespace() : undefined;
    const namespace = this.#fellBack && wanted === undefined ? fallbackNamespace : wanted;
    const store = this.cluster.watch(this.resource, namespace);
    const listener = store.onDidChange((change) => this.#changed(change));
    this.#live = { store, listener, namespace };
  }

  close(): void {
    this.#stop();
    this.#lines.clear();
    this.#shown = pageSize;
    // What the line said of its objects is no longer known to be true.
    this.#view.refresh(this);
  }

  seen(): void {
    this.#live?.store.seen();
  }

  hidden(): void {
    this.#live?.store.hidden();
  }

  /** Asks the server now, also after a failure; a line that is collapsed stays so. */
  reload(): void {
    // It may list all namespaces by now.
    if (this.#fellBack) this.restart();
    else this.#live?.store.refresh();
  }

  /** Shows the objects of the namespace that is selected now; a line that is collapsed stays so. */
  restart(): void {
    this.#fellBack = false;
    if (this.#live) this.#watchAnew();
  }

  /** Ages are other ones now. */
  aged(): void {
    this.#lines.aged();
  }

  #watchAnew(): void {
    this.#stop();
    this.open();
    this.#view.refresh(this);
  }

  #stop(): void {
    this.#live?.listener.dispose();
    this.#live?.store.dispose();
    this.#live = undefined;
  }

  #changed(change: StoreChange): void {
    const { store, namespace } = this.#live!;
    const isNamespaced = this.resource.scope === 'Namespaced';
    if (store.freshness.state === 'forbidden' && isNamespaced && namespace === undefined && !this.#fellBack) {
      this.#fellBack = true;
      this.#watchAnew();
      this.#onFallback();
    } else if (change.heading === 'other' || change.rows === 'all') this.#view.refresh(this);
    else this.#rowsChanged(change.rows, store.rows);
  }

  /** The line of the kind has the number of its objects: it is shown anew when some have come or gone. */
  #rowsChanged(before: ReadonlyMap<string, Row | undefined>, rows: ReadonlyMap<string, Row>): void {
    const changed: Row[] = [];
    for (const [uid, row] of before) {
      const now = rows.get(uid);
      if ((now === undefined) !== (row === undefined)) {
        this.#view.refresh(this);
        return;
      }
      if (now) changed.push(now);
    }
    this.#lines.update(changed);
  }

  /** The line of a row that cannot be read; undefined for one that can. */
  #unreadable({ uid, name, problem }: Row): ProblemNode | undefined {
    if (problem === undefined) return undefined;
    const fault = `${name || `one of the ${kindLabel(this.resource)}`} cannot be read: ${problem}`;
    return new ProblemNode(this, uid, { fault });
  }

  #line(row: Row): ObjectNode {
    return mayOwnPods(this.resource)
      ? new WorkloadNode(this, this.resource, row, this.cluster, this.#view)
      : new ObjectNode(this, this.resource, row, this.#view);
  }

  #description(): string {
    if (!this.#live) return '';
    const { store } = this.#live;
    const words = freshnessWords(store.freshness, clock);
    const count =
      isFirstSetComing(store) || store.freshness.state === 'forbidden' ? '' : `${store.rows.size}`;
    const where = this.#fellBack ? `namespace ${fallbackNamespace}` : '';
    return [count, where, words].filter((part) => part !== '').join(' · ');
  }

  #nothing(): string {
    const where = this.#live?.namespace;
    return where === undefined
      ? `No ${kindLabel(this.resource)}`
      : `No ${kindLabel(this.resource)} in ${where}`;
  }
}

/** The line under a long list that shows more of it. */
export class MoreNode implements TreeNode {
  readonly id: string;
  readonly parent: KindNode;
  readonly #hidden: number;

  constructor(parent: KindNode, hidden: number) {
    this.parent = parent;
    this.id = `${parent.id}/more`;
    this.#hidden = hidden;
  }

  item(): TreeItem {
    const item = treeLine({
      id: this.id,
      label: `Show more (${this.#hidden} not shown)`,
      context: itemContext('more'),
      icon: new ThemeIcon('ellipsis'),
    });
    item.command = {
      command: 'kubewright.showMore' satisfies CommandId,
      title: 'Show More',
      arguments: [this],
    };
    return item;
  }

  children(): TreeNode[] {
    return [];
  }
}

function clock(milliseconds: number): string {
  return new Date(milliseconds).toLocaleTimeString();
}
