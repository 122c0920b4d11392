import { ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { Cluster, Discovery, KubeContext, Resource } from '../../cluster/cluster.ts';
import { type Category, categorize } from '../categories.ts';
import { fallbackNamespace, KindNode, type KindParent } from './kind-node.ts';
import { MessageNode } from './message-node.ts';
import type { TreeNode, TreeView } from './node.ts';

/** A context of a kubeconfig. Its cluster is contacted when a person expands it. */
export class ContextNode implements KindParent {
  readonly id: string;
  readonly parent = undefined;
  readonly context: KubeContext;
  /** Whether it is the sandbox of this window. */
  readonly isSandbox: boolean;
  readonly #view: TreeView;
  readonly #open: () => Promise<Cluster>;
  readonly #namespace: () => string | undefined;
  readonly #kinds = new Map<string, KindNode>();
  #discovery: Discovery | undefined;
  #categories: CategoryNode[] | undefined;

  constructor(options: {
    context: KubeContext;
    isSandbox: boolean;
    view: TreeView;
    open: () => Promise<Cluster>;
    /** The namespace to show, or undefined for all. */
    namespace: () => string | undefined;
  }) {
    this.context = options.context;
    this.id = `context:${options.context.id}`;
    this.isSandbox = options.isSandbox;
    this.#view = options.view;
    this.#open = options.open;
    this.#namespace = options.namespace;
  }

  /** The name that a person knows it by. */
  get label(): string {
    return this.isSandbox ? 'Sandbox' : this.context.name;
  }

  item(): TreeItem {
    const item = new TreeItem(this.label, TreeItemCollapsibleState.Collapsed);
    item.id = this.id;
    item.description = this.#description();
    item.contextValue = this.isSandbox ? 'context sandbox' : 'context';
    item.iconPath = this.context.problem
      ? new ThemeIcon('warning', new ThemeColor('problemsWarningIcon.foreground'))
      : new ThemeIcon(this.isSandbox ? 'beaker' : 'server-environment');
    return item;
  }

  tooltip(): string {
    const { name, server, user, file, insecure } = this.context;
    const lines = [
      `Context ${name}${this.context.current ? ' (current-context)' : ''}`,
      server ?? 'no server',
      `User ${user || 'none'}`,
      file,
    ];
    if (this.#fellBack()) {
      lines.push(
        `Only namespace ${fallbackNamespace} is shown of kinds that may not be listed in all namespaces.`,
      );
    }
    if (insecure) lines.push("The server's certificate is not verified (insecure-skip-tls-verify).");
    return lines.join('\n');
  }

  async children(): Promise<TreeNode[]> {
    if (this.context.problem) return [new MessageNode(this, 'problem', this.context.problem, 'problem')];
    if (this.#categories) return this.#categories;
    try {
      const cluster = await this.#open();
      const discovery = await cluster.discover();
      if (!this.#discovery) queueMicrotask(() => this.#view.refresh(this));
      this.#discovery = discovery;
      this.#categories = categorize(discovery.resources).map(
        (category) =>
          new CategoryNode(this, this.#view, category, (parent, resource) =>
            this.#kind(parent, resource, cluster),
          ),
      );
      return this.#categories;
    } catch (error) {
      return [new MessageNode(this, 'error', (error as Error).message, 'problem')];
    }
  }

  /** Asks the server again which kinds it has, and shows all objects anew. */
  async rediscover(): Promise<void> {
    if (this.#discovery) {
      const cluster = await this.#open();
      await cluster.discover({ refresh: true }).catch(unreached);
    }
    this.#categories = undefined;
    this.restart();
    this.#view.refresh(this);
  }

  /** Shows the objects anew, in the namespace that is selected now. */
  restart(): void {
    for (const kind of this.#kinds.values()) kind.restart();
  }

  /** Watches nothing any more. */
  collapse(): void {
    for (const kind of this.#kinds.values()) kind.collapse();
  }

  resume(): void {
    for (const category of this.#categories ?? []) category.resume();
  }

  /** The kinds that are live now. */
  liveKinds(): KindNode[] {
    return [...this.#kinds.values()].filter((kind) => kind.isLive);
  }

  /** The same node for the same kind, so that what is expanded stays so after a new discovery. */
  #kind(parent: KindParent, resource: Resource, cluster: Cluster): KindNode {
    const made = new KindNode({
      parent,
      resource,
      cluster,
      view: this.#view,
      namespace: this.#namespace,
      onFallback: () => this.#view.refresh(this),
    });
    const known = this.#kinds.get(made.id);
    if (known && known.resource.apiVersion === resource.apiVersion) return known;
    known?.collapse();
    this.#kinds.set(made.id, made);
    return made;
  }

  #fellBack(): boolean {
    return [...this.#kinds.values()].some((kind) => kind.fellBack);
  }

  #description(): string {
    const namespace = this.#namespace();
    const parts = [
      namespace
        ? `namespace: ${namespace}`
        : `all namespaces${this.#fellBack() ? `, else ${fallbackNamespace}` : ''}`,
      this.#discovery?.serverVersion ?? '',
      this.context.insecure ? 'certificate not verified' : '',
    ];
    return parts.filter((part) => part !== '').join(' · ');
  }
}

type MakeKind = (parent: KindParent, resource: Resource) => KindNode;

/** A heading such as Workloads, or an API group under Custom Resources. */
export class CategoryNode implements KindParent {
  readonly id: string;
  readonly parent: KindParent;
  readonly #view: TreeView;
  readonly #name: string;
  readonly #children: TreeNode[];

  constructor(parent: KindParent, view: TreeView, category: Category, kind: MakeKind) {
    this.parent = parent;
    this.#view = view;
    this.id = `${parent.id}/category:${category.name}`;
    this.#name = category.name;
    this.#children = [
      ...category.resources.map((resource) => kind(this, resource)),
      ...category.groups.map(
        ({ group, resources }) => new CategoryNode(this, view, { name: group, resources, groups: [] }, kind),
      ),
    ];
  }

  get context(): KubeContext {
    return this.parent.context;
  }

  item(): TreeItem {
    const item = new TreeItem(this.#name, TreeItemCollapsibleState.Collapsed);
    item.id = this.id;
    item.contextValue = 'category';
    return item;
  }

  children(): TreeNode[] {
    return this.#children;
  }

  collapse(): void {
    for (const child of this.#children) child.collapse?.();
  }

  resume(): void {
    if (!this.#view.isExpanded(this)) return;
    for (const child of this.#children) child.resume?.();
  }
}

/** The failure shows when the line asks again, as one of its lines. */
function unreached(): void {}
