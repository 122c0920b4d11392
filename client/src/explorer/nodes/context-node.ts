import { ThemeColor, ThemeIcon, type TreeItem } from 'vscode';
import type { Cluster, Discovery, KubeContext } from '../../cluster/cluster.ts';
import { type DefinitionsWatch, watchDefinitions } from '../../cluster/discovery/definitions-watch.ts';
import { listableKinds } from '../../cluster/discovery/listable-kinds.ts';
import { sentenceOf } from '../../cluster/explanation.ts';
import type { Resource } from '../../cluster/kube-object.ts';
import { isSameScope, type NamespaceScope } from '../../cluster/namespace-scope.ts';
import { labelWords } from '../../connections/cluster-labels.ts';
import { namespaceWords } from '../../connections/namespace-words.ts';
import { protectionWords } from '../../connections/protection-words.ts';
import { type ItemWord, itemContext } from '../../contributions/item-context.ts';
import { type Tooltip, treeLine } from '../../prompts/tree-line.ts';
import { type Category, categorize } from '../categories.ts';
import { untilDone } from '../first-rows.ts';
import { liveWord, type Problem, problemOf, problemWords, reachWords } from '../reach-words.ts';
import { KindNode, type KindParent } from './kind-node.ts';
import { MessageNode } from './message-node.ts';
import type { TreeNode, TreeView } from './node.ts';
import { ProblemNode } from './problem-node.ts';
import { ReleasesNode } from './releases-node.ts';
import { fallbackNamespace } from './scoped-watch.ts';

/** A context of a kubeconfig. Its cluster is contacted when a person expands it. */
export class ContextNode implements KindParent {
  readonly id: string;
  readonly parent = undefined;
  #context: KubeContext;
  /** Whether it is the sandbox of this window. */
  readonly isSandbox: boolean;
  readonly #view: TreeView;
  readonly #open: () => Promise<Cluster>;
  readonly #namespaces: () => NamespaceScope;
  readonly #target: () => string | undefined;
  /** The namespaces that its kinds show. */
  #selected: NamespaceScope;
  readonly #kinds = new Map<string, KindNode>();
  #discovery: Discovery | undefined;
  #categories: CategoryNode[] | undefined;
  /** The line of the releases of Helm, while the cluster has their kind. */
  #releases: ReleasesNode | undefined;
  /** Lines of their own beside those under the headings: each is opened by itself, and what both watch is watched once. */
  #pinned: KindNode[] = [];
  /** Why the server does not tell what it serves; undefined once it has. */
  #problem: Problem | undefined;
  /** The first answer, while the line is open and there is none. Never rejects. */
  #asking: Promise<void> | undefined;
  /** The cluster whose reach is listened to. */
  #cluster: Cluster | undefined;
  /** What was shown last of how the cluster is reached. */
  #shownReach = '';
  /** From when the line is open until it is closed. */
  #session: Session | undefined;

  constructor(options: {
    context: KubeContext;
    isSandbox: boolean;
    view: TreeView;
    open: () => Promise<Cluster>;
    /** The namespaces to show. */
    namespaces: () => NamespaceScope;
    /** Where it is the target: the namespace that what names none goes to. */
    target: () => string | undefined;
  }) {
    this.#context = options.context;
    this.id = `context:${options.context.id}`;
    this.isSandbox = options.isSandbox;
    this.#view = options.view;
    this.#open = options.open;
    this.#namespaces = options.namespaces;
    this.#target = options.target;
    this.#selected = options.namespaces();
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
    const shown = this.#namespaces();
    const lines = [
      `Context ${name}${this.context.current ? ' (current-context)' : ''}`,
      server ?? 'no server',
      `User ${user || 'none'}`,
      file,
      shown === 'all' ? 'All namespaces' : `Namespaces: ${shown.join(', ')}`,
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

  async ready(): Promise<void> {
    if (this.#asking) await untilDone(this.#asking);
  }

  get isComing(): boolean {
    return this.#asking !== undefined;
  }

  children(): TreeNode[] {
    if (this.context.problem) return [new ProblemNode(this, 'problem', { fault: this.context.problem })];
    if (this.#asking) return [new MessageNode(this, 'loading', 'Loading…')];
    if (this.#categories) return [...this.#pinned, ...this.#categories];
    return this.#problem ? [new ProblemNode(this, 'error', this.#problem.why)] : [];
  }

  /** Whether the cluster has told what it serves. It is asked once the line is expanded. */
  get knowsKinds(): boolean {
    return this.#categories !== undefined;
  }

  /** The line of a kind, while it is expanded, as soon as the cluster has told what it serves. Rejects where it does not tell. */
  async kindLine({ plural, group }: Pick<Resource, 'plural' | 'group'>): Promise<KindNode | undefined> {
    if (this.context.problem) throw new Error(this.context.problem);
    await this.#asking;
    if (this.#problem) throw new Error(sentenceOf(this.#problem.why));
    return [...this.#kinds.values()].find(
      ({ resource }) => resource.plural === plural && resource.group === group,
    );
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
    this.#releases?.reload();
    if (!this.#categories && this.#session) this.#ask();
    this.#view.refresh(this);
  }

  /** Asks the server again if it did not tell what it serves. */
  retry(): void {
    if (!this.#session || this.#problem === undefined) return;
    this.#ask();
    this.#view.refresh(this);
  }

  /** Shows the objects of the namespaces that are selected now, where these are others. */
  restart(): void {
    const selected = this.#namespaces();
    if (isSameScope(selected, this.#selected)) return;
    this.#selected = selected;
    for (const kind of this.#kinds.values()) kind.restart();
    this.#releases?.restart();
    this.#view.refresh(this);
  }

  /** The lines of all its kinds that are closed. Asks the server which kinds it has where that is not known. */
  async kindLines(): Promise<readonly KindNode[]> {
    if (this.context.problem) throw new Error(this.context.problem);
    await this.#asking;
    if (!this.#categories) {
      const cluster = await this.#open();
      this.#listen(cluster);
      this.#show(await cluster.discover(), cluster);
      this.#view.refresh(this);
    }
    return [...this.#kinds.values()].flatMap((kind) => kind.kindLines());
  }

  /** Other kinds are pinned now. */
  pinsChanged(): void {
    if (!this.#discovery || !this.#cluster || !this.#categories) return;
    this.#show(this.#discovery, this.#cluster);
    this.#view.refresh(this);
  }

  /** How long nobody has answered is another time now. */
  aged(): void {
    if (this.#reachWords() !== this.#shownReach) this.#view.refresh(this);
  }

  #listen(cluster: Cluster): void {
    if (this.#cluster === cluster) return;
    this.#cluster = cluster;
    cluster.onDidChangeReach(() => {
      if (this.#cluster === cluster) this.#view.refresh(this);
    });
  }

  #reachWords(): string {
    return this.#problem ? problemWords(this.#problem) : reachWords(this.#cluster?.reach, Date.now());
  }

  #ask(): void {
    this.#problem = undefined;
    const asking = this.#discover().then(() => {
      if (this.#asking === asking) this.#asking = undefined;
      // The line itself tells the server's version from now on, or why there is none.
      this.#view.refresh(this);
    });
    this.#asking = asking;
  }

  /** Takes in what the server serves, or why it does not tell. */
  async #discover(): Promise<void> {
    try {
      const cluster = await this.#open();
      this.#listen(cluster);
      this.#show(await cluster.discover(), cluster);
    } catch (error) {
      this.#problem = problemOf(error);
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
    const line = (parent: KindParent, resource: Resource) => {
      const kind = this.#kind(parent, resource, cluster);
      shown.add(kind.id);
      return kind;
    };
    this.#pinned = this.#view.pinned
      .among(listableKinds(discovery.resources))
      .map((resource) => line(this, resource));
    const releasesBefore = this.#releases;
    this.#releases = undefined;
    const makers: CategoryMakers = {
      kind: line,
      releases: (parent, secrets) => {
        this.#releases = this.#releasesLine(releasesBefore, parent, secrets, cluster);
        return this.#releases;
      },
    };
    this.#categories = categorize(discovery.resources).map(
      (category) => new CategoryNode(this, category, makers),
    );
    if (releasesBefore && releasesBefore !== this.#releases) this.#view.forget(releasesBefore);
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
      namespaces: this.#namespaces,
      onFallback: () => this.#view.refresh(this),
    });
    const known = this.#kinds.get(made.id);
    if (known && known.resource.apiVersion === resource.apiVersion) return known;
    if (known) this.#view.forget(known);
    this.#kinds.set(made.id, made);
    return made;
  }

  /** The same line as before, so that it stays expanded after a new discovery. */
  #releasesLine(
    before: ReleasesNode | undefined,
    parent: KindParent,
    secrets: Resource,
    cluster: Cluster,
  ): ReleasesNode {
    if (before?.cluster === cluster && before.secrets.apiVersion === secrets.apiVersion) return before;
    return new ReleasesNode({
      parent,
      secrets,
      cluster,
      view: this.#view,
      namespaces: this.#namespaces,
      onFallback: () => this.#view.refresh(this),
    });
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
    return this.#releases?.fellBack || [...this.#kinds.values()].some((kind) => kind.fellBack);
  }

  #description(): string {
    const shown = this.#namespaces();
    const target = this.#target();
    const reach = this.#reachWords();
    this.#shownReach = reach;
    const parts = [
      // A narrow view cuts the end: how the cluster is protected comes before all else, then what is wrong with it.
      protectionWords[this.#view.protectionOf(this.context)].word,
      reach === liveWord ? '' : reach,
      target === undefined
        ? ''
        : shown !== 'all' && shown.length === 1 && shown[0] === target
          ? 'target'
          : `target: ${target}`,
      // The kubeconfig of the sandbox is its own, and says nothing of what kubectl does.
      this.context.current && !this.isSandbox ? 'current' : '',
      ...labelWords(this.#view.labelOf(this.context)),
      `${namespaceWords(shown)}${this.#fellBack() ? `, else ${fallbackNamespace}` : ''}`,
      this.#discovery?.serverVersion ?? '',
      this.context.insecure ? 'certificate not verified' : '',
      reach === liveWord ? reach : '',
    ];
    return parts.filter((part) => part !== '').join(' · ');
  }
}

/** What runs while a context's line is open. */
interface Session {
  /** Tells when kinds may have come or gone. */
  definitions: DefinitionsWatch | undefined;
}

/** What makes the lines under a heading. */
export interface CategoryMakers {
  readonly kind: (parent: KindParent, resource: Resource) => KindNode;
  readonly releases: (parent: KindParent, secrets: Resource) => ReleasesNode;
}

/** A heading such as Workloads, or an API group under Custom Resources. */
export class CategoryNode implements KindParent {
  readonly id: string;
  readonly parent: KindParent;
  readonly #name: string;
  readonly #kinds: readonly (KindNode | CategoryNode)[];
  readonly #releases: ReleasesNode | undefined;

  constructor(parent: KindParent, category: Category, makers: CategoryMakers) {
    this.parent = parent;
    this.id = `${parent.id}/category:${category.name}`;
    this.#name = category.name;
    this.#kinds = [
      ...category.resources.map((resource) => makers.kind(this, resource)),
      ...category.groups.map(
        ({ group, resources }) => new CategoryNode(this, { name: group, resources, groups: [] }, makers),
      ),
    ];
    this.#releases = category.releasesIn && makers.releases(this, category.releasesIn);
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
    return this.#releases ? [...this.#kinds, this.#releases] : [...this.#kinds];
  }

  /** The lines of the kinds under it that are closed. */
  kindLines(): readonly KindNode[] {
    return this.#kinds.flatMap((child) => child.kindLines());
  }
}

/** Two discoveries that serve the same give the same text. */
function servedBy({ serverVersion, resources }: Discovery): string {
  return JSON.stringify([serverVersion, resources]);
}
