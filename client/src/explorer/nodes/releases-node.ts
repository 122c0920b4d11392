import { ThemeIcon, type TreeItem } from 'vscode';
import type { Cluster, Freshness, KubeContext } from '../../cluster/cluster.ts';
import { sentenceOf } from '../../cluster/explanation.ts';
import { ofHelm } from '../../cluster/helm/release-revision.ts';
import { type Release, releaseKey, releasesOf } from '../../cluster/helm/releases.ts';
import type { Resource } from '../../cluster/kube-object.ts';
import type { NamespaceScope } from '../../cluster/namespace-scope.ts';
import { isFirstSetComing } from '../../cluster/watch/first-set.ts';
import { namespaceWords } from '../../connections/namespace-words.ts';
import { itemContext } from '../../contributions/item-context.ts';
import { counted } from '../../prompts/counted.ts';
import { type Tooltip, treeLine } from '../../prompts/tree-line.ts';
import { firstRows, lacksFirstRows } from '../first-rows.ts';
import { freshnessProblem, freshnessReason, freshnessWords } from '../freshness.ts';
import { healthIcon } from './health-icon.ts';
import type { KindParent } from './kind-node.ts';
import { MessageNode } from './message-node.ts';
import type { TreeNode, TreeView } from './node.ts';
import { Pages } from './pages.ts';
import { ProblemNode } from './problem-node.ts';
import type { ReleaseParent } from './release-line.ts';
import { ReleaseNode } from './release-node.ts';
import { fallbackNamespace, ScopedWatch } from './scoped-watch.ts';

/**
 * The releases of Helm in a cluster, by the labels of the Secrets that it keeps them in: watched from the moment the line is
 * expanded until it is collapsed, without the Secrets' contents.
 */
export class ReleasesNode implements ReleaseParent {
  readonly id: string;
  readonly parent: KindParent;
  readonly cluster: Cluster;
  /** The kind that they are kept in. */
  readonly secrets: Resource;
  readonly #view: TreeView;
  readonly #watch: ScopedWatch;
  #releases: readonly Release[] = [];
  /** By what tells releases apart: the same line for the same release, whatever its revision. */
  readonly #lines = new Map<string, ReleaseNode>();
  readonly #pages: Pages;
  /** Which lines there were when they were last shown. */
  #shape: string | undefined;

  constructor(options: {
    parent: KindParent;
    secrets: Resource;
    cluster: Cluster;
    view: TreeView;
    /** The namespaces to show. */
    namespaces: () => NamespaceScope;
    onFallback: () => void;
  }) {
    this.parent = options.parent;
    this.secrets = options.secrets;
    this.id = `${options.parent.id}/helm-releases`;
    this.cluster = options.cluster;
    this.#pages = new Pages(this, 'releases');
    this.#view = options.view;
    this.#watch = new ScopedWatch({
      ...options,
      resource: options.secrets,
      selection: () => ofHelm,
      onDidOpen: (_, how) => this.#opened(how),
      onDidChange: () => this.#changed(),
      onDidFallBack: options.onFallback,
    });
  }

  get context(): KubeContext {
    return this.parent.context;
  }

  get namespaces(): 'one' | 'several' {
    const { shown } = this.#watch;
    return shown !== 'all' && shown.length === 1 ? 'one' : 'several';
  }

  /** Whether only `default` is shown because all namespaces may not be listed. */
  get fellBack(): boolean {
    return this.#watch.fellBack;
  }

  item(): TreeItem {
    const failed = this.#failed;
    return treeLine({
      id: this.id,
      label: 'Helm Releases',
      description: this.#description(failed),
      context: itemContext('releases'),
      icon: failed > 0 ? healthIcon('failed', 'error') : new ThemeIcon('symbol-package'),
      opens: 'closed-at-first',
    });
  }

  tooltip(): Tooltip {
    const { store } = this.#watch;
    const reason = store && freshnessReason(store.freshness);
    if (reason) return [sentenceOf(reason)];
    return ['Releases of Helm, by the labels of the Secrets that it keeps them in (owner=helm)'];
  }

  async ready(): Promise<void> {
    if (this.#watch.store) await firstRows(this.#watch.store);
  }

  get isComing(): boolean {
    return this.#watch.store !== undefined && lacksFirstRows(this.#watch.store);
  }

  children(): TreeNode[] {
    const { store } = this.#watch;
    if (!store) return [];
    this.#releases = releasesOf(store.rows.values());
    this.#shape = this.#shapeNow(store.freshness);
    const nodes: TreeNode[] = [];
    const problem = freshnessProblem(store.freshness);
    if (problem) nodes.push(new ProblemNode(this, 'freshness', problem));
    else if (isFirstSetComing(store)) nodes.push(new MessageNode(this, 'loading', 'Loading…'));
    nodes.push(...this.#pages.around(this.#releaseLines(), this.#releases.length));
    return nodes.length > 0 ? nodes : [new MessageNode(this, 'none', this.#nothing())];
  }

  /** Watches the Secrets that have Helm's label. */
  open(): void {
    this.#watch.open();
  }

  close(): void {
    this.#watch.close();
    this.#releases = [];
    for (const line of this.#lines.values()) this.#view.forget(line);
    this.#lines.clear();
    this.#pages.restart();
    // What the line said of them is no longer known to be true.
    this.#view.refresh(this);
  }

  seen(): void {
    this.#watch.seen();
  }

  hidden(): void {
    this.#watch.hidden();
  }

  /** Asks the server now, also after a failure; a line that is collapsed stays so. */
  reload(): void {
    this.#watch.reload();
  }

  retry(): void {
    this.reload();
  }

  /** Shows the releases of the namespaces that are selected now; a line that is collapsed stays so. */
  restart(): void {
    this.#watch.restart();
  }

  aged(): void {
    const now = Date.now();
    for (const line of this.#lines.values()) {
      if (line.isAged() && !line.isRead(now)) this.#view.refresh(line);
    }
  }

  #opened(how: 'first' | 'anew'): void {
    this.#releases = [];
    if (how === 'anew') this.#view.refresh(this);
  }

  #changed(): void {
    const store = this.#watch.store!;
    this.#releases = releasesOf(store.rows.values());
    if (this.#shape !== this.#shapeNow(store.freshness)) {
      this.#view.refresh(this);
      return;
    }
    for (const release of this.#releases) {
      const line = this.#lines.get(releaseKey(release));
      if (line?.update(release) === 'other') this.#view.refresh(line);
    }
  }

  #shapeNow(freshness: Freshness): string {
    const keys = this.#releases.map(releaseKey);
    return JSON.stringify([this.#failed, freshness.state, freshnessProblem(freshness)?.fault, keys]);
  }

  #releaseLines(): ReleaseNode[] {
    const releases = this.#pages.of(this.#releases);
    const namespaces = new Set(releases.map(({ namespace }) => namespace));
    void this.#view.rights.ask(this.cluster, this.secrets, namespaces);
    const before = new Map(this.#lines);
    this.#lines.clear();
    for (const release of releases) {
      const key = releaseKey(release);
      const line = before.get(key) ?? new ReleaseNode(this, release, this.#view);
      before.delete(key);
      line.update(release);
      this.#lines.set(key, line);
    }
    for (const gone of before.values()) this.#view.forget(gone);
    return [...this.#lines.values()];
  }

  get #failed(): number {
    return this.#releases.filter(({ newest }) => newest.status === 'failed').length;
  }

  #description(failed: number): string {
    const { store } = this.#watch;
    if (!store) return '';
    const { freshness } = store;
    const count = this.#releases.length;
    const isKnown = !isFirstSetComing(store) && !(freshness.state === 'forbidden' && count === 0);
    const parts = [
      isKnown ? counted(count) : '',
      failed === 0 ? '' : `${counted(failed)} failed`,
      this.fellBack ? `namespace ${fallbackNamespace}` : '',
      freshnessWords(freshness, (milliseconds) => new Date(milliseconds).toLocaleTimeString()),
    ];
    return parts.filter((part) => part !== '').join(' · ');
  }

  #nothing(): string {
    const { shown } = this.#watch;
    return `No Helm Releases${shown === 'all' ? '' : ` in ${namespaceWords(shown)}`}`;
  }
}
