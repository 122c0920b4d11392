import { ThemeColor, ThemeIcon, type TreeItem } from 'vscode';
import type { Cluster, Discovery, KubeContext } from '../../cluster/cluster.ts';
import { type DefinitionsWatch, watchDefinitions } from '../../cluster/discovery/definitions-watch.ts';
import { explanationOf } from '../../cluster/errors.ts';
import type { Explanation } from '../../cluster/explanation.ts';
import type { Resource } from '../../cluster/kube-object.ts';
import { labelWords } from '../../connections/cluster-labels.ts';
import { protectionWords } from '../../connections/protection-words.ts';
import { type ItemWord, itemContext } from '../../contributions/item-context.ts';
import { type Tooltip, treeLine } from '../../prompts/tree-line.ts';
import { type Category, categorize } from '../categories.ts';
import { fallbackNamespace, KindNode, type KindParent } from './kind-node.ts';
import type { TreeNode, TreeView } from './node.ts';
import { ProblemNode } from './problem-node.ts';

/** A context of a kubeconfig. Its cluster is contacted when a person expands it. */
export class ContextNode implements KindParent {
  readonly id: string;
  readonly parent = undefined;
  #context: KubeContext;
  /** Whether it is the sandbox of this window. */
  readonly isSandbox: boolean;
  readonly #view: TreeView;
  readonly #open: () => Promise<Cluster>;
  readonly #namespace: () => string | undefined;
  readonly #target: () => string | undefined;
  readonly #kinds = new Map<string, KindNode>();
  #discovery: Discovery | undefined;
  #categories: CategoryNode[] | undefined;
  /** Why the server does not tell what it serves; undefined once it has. */
  #problem: Explanation | undefined;
  /** The first answer, while the line is open and there is none. Never rejects. */
  #asking: Promise<void> | undefined;
  /** From when the line is open until it is closed. */
  #session: Session | undefined;

  constructor(options: {
    context: KubeContext;
    isSandbox: boolean;
    view: TreeView;
    open: () => Promise<Cluster>;
    /** The namespace to show, or undefined for all. */
    namespace: () => string | undefined;
    /** Where it is the target: the namespace that what names none goes to. */
    target: () => string | undefined;
  }) {
    this.#context = options.context;
    this.id = `context:${options.context.id}`;
    this.isSandbox = options.isSandbox;
    this.#view = options.view;
    this.#open = options.open;
    this.#namespace = options.namespace;
    this.#target = options.target;
  }

  get context(): KubeContext {
    return this.#context;
  }

  /** Takes in what a kubeconfig says now of the same cluster as the same user, such as that it is the current one. */
  update(context: KubeContext): void {
    this.#context = context;
  }

  /** The name that a person knows it by. */
  get label(): string {
    return this.isSandbox ? 'Sandbox' : this.context.name;
  }

  item(): TreeItem {
    return treeLine({
      id: this.id,
      label: this.label,
      description: this.#description(),
      context: itemContext('context', ...this.#words()),
      icon: this.#icon(),
      opens: 'closed-at-first',
    });
  }

  tooltip(): Tooltip {
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
    if (server?.startsWith('http://')) {
      lines.push(
        'The server is asked without TLS (http://), so no credentials are sent to it, as by kubectl.',
      );
    }
    const target = this.#target();
    if (target !== undefined) {
      lines.push(`Target: manifests go here, to namespace ${target} where they name none.`);
    }
    const words = labelWords(this.#view.labelOf(this.context));
    if (words.length > 0) lines.push(`Labelled ${words.join(', ')} (kubewright.clusterLabels).`);
    const { sentence } = protectionWords[this.#view.protectionOf(this.context)];
    if (sentence !== '') lines.push(sentence);
    if (insecure) lines.push("The server's certificate is not verified (insecure-skip-tls-verify).");
    return lines;
  }

  async children(): Promise<TreeNode[]> {
    if (this.context.problem) return [new ProblemNode(this, 'problem', { fault: this.context.problem })];
    await this.#asking;
    if (this.#categories) return this.#categories;
    return this.#problem ? [new ProblemNode(this, 'error', this.#problem)] : [];
  }

  /** Contacts the cluster. Kinds that came or went while nobody looked show then. */
  open(): void {
    if (this.context.problem) return;
    this.#session = { definitions: undefined };
    if (this.#categories) void this.#rediscover();
    else this.#ask();
  }

  /** Watches no definitions any more. */
  close(): void {
    this.#session?.definitions?.dispose();
    this.#session = undefined;
  }

  seen(): void {
    this.#session?.definitions?.seen();
  }

  hidden(): void {
    this.#session?.definitions?.hidden();
  }

  /** Asks the server again which kinds and objects it has. */
  async reload(): Promise<void> {
    const { reached } = await this.#rediscover();
    if (!reached) this.#forgetKinds();
    for (const kind of this.#kinds.values()) kind.reload();
    if (!this.#categories && this.#session) this.#ask();
    this.#view.refresh(this);
  }

  /** Asks the server again if it did not tell what it serves. */
  retry(): void {
    if (this.#session && this.#problem !== undefined) this.#ask();
  }

  /** Shows the objects anew, in the namespace that is selected now. */
  restart(): void {
    for (const kind of this.#kinds.values()) kind.restart();
  }

  #ask(): void {
    this.#problem = undefined;
    this.#asking = this.#discover();
  }

  /** Takes in what the server serves, or why it does not tell. */
  async #discover(): Promise<void> {
    try {
      const cluster = await this.#open();
      this.#show(await cluster.discover(), cluster);
      // The line itself tells the server's version from now on.
      this.#view.refresh(this);
    } catch (error) {
      this.#problem = explanationOf(error);
    }
  }

  /** Takes in what the server serves now; where it does not answer, what it served before stays. */
  async #rediscover(): Promise<{ reached: boolean }> {
    if (!this.#discovery) return { reached: true };
    try {
      const cluster = await this.#open();
      const discovery = await cluster.discover({ refresh: true });
      this.#view.rights.forget(cluster);
      if (this.#categories && servedBy(discovery) === servedBy(this.#discovery)) this.#watch(cluster);
      else {
        this.#show(discovery, cluster);
        this.#view.refresh(this);
      }
      return { reached: true };
    } catch (error) {
      this.#view.log.warn(`asking ${this.label} again what it serves`, error);
      return { reached: false };
    }
  }

  #show(discovery: Discovery, cluster: Cluster): void {
    this.#discovery = discovery;
    this.#problem = undefined;
    const shown = new Set<string>();
    this.#categories = categorize(discovery.resources).map(
      (category) =>
        new CategoryNode(this, category, (parent, resource) => {
          const kind = this.#kind(parent, resource, cluster);
          shown.add(kind.id);
          return kind;
        }),
    );
    for (const [id, kind] of this.#kinds) {
      if (shown.has(id)) continue;
      this.#view.forget(kind);
      this.#kinds.delete(id);
    }
    this.#watch(cluster);
  }

  /** Looks for definitions that come or go, while the line is open. */
  #watch(cluster: Cluster): void {
    if (!this.#session || !this.#discovery) return;
    this.#session.definitions ??= watchDefinitions(this.#discovery, cluster, () => void this.#rediscover());
  }

  /** The next look at the line asks the server, and says why it does not answer. */
  #forgetKinds(): void {
    this.#categories = undefined;
    this.#session?.definitions?.dispose();
    if (this.#session) this.#session.definitions = undefined;
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
    if (known) this.#view.forget(known);
    this.#kinds.set(made.id, made);
    return made;
  }

  #icon(): ThemeIcon {
    if (this.context.problem) {
      return new ThemeIcon('warning', new ThemeColor('problemsWarningIcon.foreground'));
    }
    const plain = this.isSandbox ? 'beaker' : 'server-environment';
    const own = this.#target() === undefined ? plain : 'target';
    const { color } = this.#view.labelOf(this.context);
    return new ThemeIcon(
      protectionWords[this.#view.protectionOf(this.context)].icon ?? own,
      color && new ThemeColor(`charts.${color}`),
    );
  }

  #words(): ItemWord[] {
    if (this.isSandbox) return ['sandbox'];
    return this.context.login ? ['login'] : [];
  }

  #fellBack(): boolean {
    return [...this.#kinds.values()].some((kind) => kind.fellBack);
  }

  #description(): string {
    const namespace = this.#namespace();
    const target = this.#target();
    const parts = [
      // A narrow view cuts the end: how the cluster is protected comes before all else.
      protectionWords[this.#view.protectionOf(this.context)].word,
      target === undefined ? '' : target === namespace ? 'target' : `target: ${target}`,
      ...labelWords(this.#view.labelOf(this.context)),
      namespace
        ? `namespace: ${namespace}`
        : `all namespaces${this.#fellBack() ? `, else ${fallbackNamespace}` : ''}`,
      this.#discovery?.serverVersion ?? '',
      this.context.insecure ? 'certificate not verified' : '',
    ];
    return parts.filter((part) => part !== '').join(' · ');
  }
}

/** What runs while a context's line is open. */
interface Session {
  /** Tells when kinds may have come or gone. */
  definitions: DefinitionsWatch | undefined;
}

type MakeKind = (parent: KindParent, resource: Resource) => KindNode;

/** A heading such as Workloads, or an API group under Custom Resources. */
export class CategoryNode implements KindParent {
  readonly id: string;
  readonly parent: KindParent;
  readonly #name: string;
  readonly #children: TreeNode[];

  constructor(parent: KindParent, category: Category, kind: MakeKind) {
    this.parent = parent;
    this.id = `${parent.id}/category:${category.name}`;
    this.#name = category.name;
    this.#children = [
      ...category.resources.map((resource) => kind(this, resource)),
      ...category.groups.map(
        ({ group, resources }) => new CategoryNode(this, { name: group, resources, groups: [] }, kind),
      ),
    ];
  }

  get context(): KubeContext {
    return this.parent.context;
  }

  item(): TreeItem {
    return treeLine({
      id: this.id,
      label: this.#name,
      context: itemContext('category'),
      opens: 'closed-at-first',
    });
  }

  children(): TreeNode[] {
    return this.#children;
  }
}

/** Two discoveries that serve the same give the same text. */
function servedBy({ serverVersion, resources }: Discovery): string {
  return JSON.stringify([serverVersion, resources]);
}
