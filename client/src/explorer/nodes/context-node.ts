import { ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { Cluster, Discovery, KubeContext, Resource } from '../../cluster/cluster.ts';
import { watchDefinitions } from '../../cluster/discovery/definitions-watch.ts';
import { itemContext } from '../../contributions/item-context.ts';
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
  /** While the line is expanded: tells when kinds may have come or gone. */
  #definitions: { dispose(): void } | undefined;
  #collapsed = false;

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
    item.contextValue = this.isSandbox ? itemContext('context', 'sandbox') : itemContext('context');
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
      this.#show(await cluster.discover(), cluster);
      // The line itself tells the server's version from now on.
      queueMicrotask(() => this.#view.refresh(this));
      return this.#categories ?? [];
    } catch (error) {
      return [new MessageNode(this, 'error', (error as Error).message, 'problem')];
    }
  }

  /** Asks the server again which kinds and objects it has. */
  async reload(): Promise<void> {
    const { reached } = await this.#rediscover();
    if (!reached) this.#forget();
    for (const kind of this.#kinds.values()) kind.reload();
    this.#view.refresh(this);
  }

  /** Shows the objects anew, in the namespace that is selected now. */
  restart(): void {
    for (const kind of this.#kinds.values()) kind.restart();
  }

  /** Watches nothing any more. */
  collapse(): void {
    this.#collapsed = true;
    this.#definitions?.dispose();
    this.#definitions = undefined;
    for (const kind of this.#kinds.values()) kind.collapse();
  }

  /** Kinds that came or went while nobody looked show now. */
  resume(): void {
    this.#collapsed = false;
    for (const category of this.#categories ?? []) category.resume();
    if (this.#categories && !this.#definitions) void this.#rediscover();
  }

  /** The kinds that are live now. */
  liveKinds(): KindNode[] {
    return [...this.#kinds.values()].filter((kind) => kind.isLive);
  }

  /** Takes in what the server serves now; where it does not answer, what it served before stays. */
  async #rediscover(): Promise<{ reached: boolean }> {
    if (!this.#discovery) return { reached: true };
    try {
      const cluster = await this.#open();
      const discovery = await cluster.discover({ refresh: true });
      if (this.#categories && servedBy(discovery) === servedBy(this.#discovery)) this.#watch(cluster);
      else {
        this.#show(discovery, cluster);
        this.#view.refresh(this);
      }
      return { reached: true };
    } catch {
      return { reached: false };
    }
  }

  #show(discovery: Discovery, cluster: Cluster): void {
    this.#discovery = discovery;
    const shown = new Set<string>();
    this.#categories = categorize(discovery.resources).map(
      (category) =>
        new CategoryNode(this, this.#view, category, (parent, resource) => {
          const kind = this.#kind(parent, resource, cluster);
          shown.add(kind.id);
          return kind;
        }),
    );
    for (const [id, kind] of this.#kinds) {
      if (shown.has(id)) continue;
      kind.collapse();
      this.#kinds.delete(id);
    }
    this.#watch(cluster);
  }

  #watch(cluster: Cluster): void {
    if (this.#collapsed || !this.#discovery) return;
    this.#definitions ??= watchDefinitions(this.#discovery, cluster, () => void this.#rediscover());
  }

  /** The next look at the line asks the server, and says why it does not answer. */
  #forget(): void {
    this.#categories = undefined;
    this.#definitions?.dispose();
    this.#definitions = undefined;
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
    item.contextValue = itemContext('category');
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

/** Two discoveries that serve the same give the same text. */
function servedBy({ serverVersion, resources }: Discovery): string {
  return JSON.stringify([serverVersion, resources]);
}
