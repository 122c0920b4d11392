import { ThemeIcon, type TreeItem } from 'vscode';
import type { Cluster, KubeContext, ResourceStore, StoreChange } from '../../cluster/cluster.ts';
import { sentenceOf } from '../../cluster/explanation.ts';
import type { ObjectReference, Resource, Row, Selection } from '../../cluster/kube-object.ts';
import type { NamespaceScope } from '../../cluster/namespace-scope.ts';
import type { CountedKind } from '../../cluster/objects/count-objects.ts';
import { isFirstSetComing } from '../../cluster/watch/first-set.ts';
import { kindLabel } from '../../connections/kind-label.ts';
import { namespaceWords } from '../../connections/namespace-words.ts';
import { itemContext } from '../../contributions/item-context.ts';
import { counted } from '../../prompts/counted.ts';
import { type Tooltip, treeLine } from '../../prompts/tree-line.ts';
import { countSentences, countWords, isNothing } from '../count-words.ts';
import { firstRows, lacksFirstRows } from '../first-rows.ts';
import { freshnessProblem, freshnessReason, freshnessWords } from '../freshness.ts';
import { iconOf } from '../icons.ts';
import { filterWords, leavesOut, optionWords, type RowGroup, type RowOptions } from '../row-options.ts';
import { ShownRows } from '../shown-rows.ts';
import { nextTurn } from '../slices.ts';
import { isLineOf, rowOf, SoughtObject } from '../sought-object.ts';
import { pagedLines } from './extent-node.ts';
import { GroupNode, groupId } from './group-node.ts';
import { healthIcon } from './health-icon.ts';
import { MessageNode } from './message-node.ts';
import type { TreeNode, TreeView } from './node.ts';
import { ObjectLines } from './object-lines.ts';
import { ObjectNode } from './object-node.ts';
import type { ObjectTable } from './object-table.ts';
import { Pages } from './pages.ts';
import { ProblemNode } from './problem-node.ts';
import { fallbackNamespace, ScopedWatch } from './scoped-watch.ts';

/** What a kind's line needs from the cluster it stands under. */
export interface KindParent extends TreeNode {
  readonly context: KubeContext;
}

/** What there is of a kind while its line is open. */
interface Live {
  readonly store: ResourceStore;
  readonly rows: ShownRows;
}

/** A kind of a cluster. Its objects are kept live from the moment it is expanded until it is collapsed. */
export class KindNode implements TreeNode, ObjectTable {
  readonly kinds = 'one';
  readonly id: string;
  readonly parent: KindParent;
  readonly resource: Resource;
  readonly #view: TreeView;
  readonly cluster: Cluster;
  /** Where its objects are. */
  readonly #namespaces: () => NamespaceScope;
  readonly #watch: ScopedWatch;
  #live: Live | undefined;
  readonly #lines: ObjectLines;
  /** By their ids. */
  readonly #groups = new Map<string, GroupNode>();
  readonly #pages = new Pages(this, 'objects');
  /** What was counted while the line was closed, and when. */
  #counted: { readonly kind: CountedKind; readonly at: number } | undefined;
  readonly #sought: SoughtObject;

  constructor(options: {
    parent: KindParent;
    resource: Resource;
    cluster: Cluster;
    view: TreeView;
    /** The namespaces to show. */
    namespaces: () => NamespaceScope;
    onFallback: () => void;
  }) {
    this.parent = options.parent;
    this.resource = options.resource;
    this.id = `${options.parent.id}/kind:${options.resource.plural}.${options.resource.group}`;
    this.cluster = options.cluster;
    this.#view = options.view;
    this.#namespaces = options.namespaces;
    this.#watch = new ScopedWatch({
      ...options,
      selection: () => this.options.selection,
      onDidOpen: (store, how) => this.#opened(store, how),
      onDidChange: (change) => this.#changed(change),
      onDidFallBack: options.onFallback,
    });
    this.#lines = new ObjectLines(options.view, (row) => this.objectLine(this, this, row));
    this.#sought = new SoughtObject(options.view, (row) => this.objectLine(this, this, row));
  }

  get context(): KubeContext {
    return this.parent.context;
  }

  /** What it is called. */
  get label(): string {
    return kindLabel(this.resource);
  }

  get columns() {
    return this.#live?.store.columns ?? [];
  }

  get namespaces(): 'one' | 'several' {
    if (this.resource.scope !== 'Namespaced') return 'one';
    const { shown } = this.#watch;
    return shown !== 'all' && shown.length === 1 ? 'one' : 'several';
  }

  /** Whether only `default` is shown because all namespaces may not be listed. */
  get fellBack(): boolean {
    return this.#watch.fellBack;
  }

  /** Which of its objects are shown, and in which order. */
  get options(): RowOptions {
    return this.#view.rowChoices.of(this);
  }

  /** What there is to choose from, while the line is open. */
  get store(): ResourceStore | undefined {
    return this.#live?.store;
  }

  /** Shows other objects, or in another order, from now on until the session ends. */
  choose(options: RowOptions): void {
    const { selection } = this.options;
    this.#view.rowChoices.set(this, options);
    this.#pages.restart();
    if (isSameSelection(selection, options.selection)) this.#live?.rows.choose(options);
    else this.#watch.anew();
    this.#view.refresh(this);
  }

  item(): TreeItem {
    const failed = this.#live?.rows.failed ?? 0;
    return treeLine({
      id: this.id,
      label: this.label,
      description: this.#description(failed),
      context: itemContext(
        'kind',
        this.#view.pinned.has(this.resource) ? 'pinned' : 'unpinned',
        ...(this.options.health === 'unhealthy' ? ['unhealthy' as const] : []),
      ),
      icon: failed > 0 ? healthIcon('failed', 'error') : new ThemeIcon(iconOf(this.resource)),
      opens: 'closed-at-first',
      ...(this.#counted && isNothing(this.#counted.kind.count) && { look: 'dimmed' }),
    });
  }

  tooltip(): Tooltip {
    const { kind, plural, apiVersion } = this.resource;
    const reason = this.#live && freshnessReason(this.#live.store.freshness);
    return [
      reason ? sentenceOf(reason) : `${kind} (${apiVersion}, ${plural})`,
      ...(this.#counted ? countSentences(this.#counted.kind, clock(this.#counted.at)) : []),
    ];
  }

  async ready(): Promise<void> {
    if (this.#live) await firstRows(this.#live.store);
  }

  get isComing(): boolean {
    return this.#live !== undefined && lacksFirstRows(this.#live.store);
  }

  async children(): Promise<TreeNode[]> {
    if (!this.#live) return [];
    const { store, rows } = this.#live;
    const nodes: TreeNode[] = [];
    const problem = freshnessProblem(store.freshness);
    if (problem) nodes.push(new ProblemNode(this, 'freshness', problem));
    else if (isFirstSetComing(store)) nodes.push(new MessageNode(this, 'loading', 'Loading…'));
    const { options } = rows;
    nodes.push(...(options.group ? await this.#groupLines(rows, options.group) : await this.#rowLines(rows)));
    // Something else is to be shown by now.
    if (this.#live?.rows !== rows || rows.options !== options) return this.children();
    const lines = nodes.length > 0 ? nodes : [new MessageNode(this, 'none', this.#nothing(options))];
    return this.#sought.among(lines, store.rows);
  }

  /** The lines of some of its objects under a line. */
  linesOf(parent: TreeNode, rows: readonly Row[], lines: ObjectLines): TreeNode[] {
    const namespaces = new Set(rows.map(({ namespace }) => namespace));
    void this.#view.rights.ask(this.cluster, this.resource, namespaces);
    return [
      ...rows.flatMap((row) => this.#unreadable(parent, row) ?? []),
      ...lines.of(rows.filter(({ problem }) => problem === undefined)),
    ];
  }

  /** A line of one of its objects. */
  objectLine(parent: TreeNode, table: ObjectTable, row: Row): ObjectNode {
    return new ObjectNode(parent, table, this.resource, row, this.#view);
  }

  /** Where its objects are. */
  get scope(): NamespaceScope {
    return this.#namespaces();
  }

  /** The lines whose objects are counted with it: not while it shows how many there are. */
  kindLines(): readonly KindNode[] {
    return this.#live ? [] : [this];
  }

  /** Takes in how many objects were counted, for as long as the line stays closed. */
  showCount(kind: CountedKind, at: number): void {
    if (this.#live) return;
    this.#counted = { kind, at };
    this.#view.refresh(this);
  }

  /**
   * The line of an object, which is in front of the others from now on where it would not be shown; undefined while it is not
   * known, and where it is none of the objects that are shown here.
   */
  async seek(reference: ObjectReference): Promise<ObjectNode | undefined> {
    const row = this.#live && rowOf(this.#live.store.rows, reference);
    if (!row) return undefined;
    this.#sought.seek(row);
    this.#view.refresh(this);
    return (await this.children()).find((line) => isLineOf(line, row));
  }

  /** Whether the objects are on their way. */
  get isReading(): boolean {
    return this.#live === undefined || isFirstSetComing(this.#live.store);
  }

  /** Watches the objects. */
  open(): void {
    this.#counted = undefined;
    this.#watch.open();
    // What is watched already, elsewhere, tells nothing: the line says how many there are.
    if (this.#live && !isFirstSetComing(this.#live.store)) this.#view.refresh(this);
  }

  close(): void {
    this.#watch.close();
    this.#live?.rows.dispose();
    this.#live = undefined;
    this.#lines.clear();
    this.#clearGroups();
    this.#sought.clear();
    this.#pages.restart();
    // What the line said of its objects is no longer known to be true.
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

  /** Shows the objects of the namespaces that are selected now; a line that is collapsed stays so. */
  restart(): void {
    this.#watch.restart();
    if (!this.#counted) return;
    // It was counted elsewhere.
    this.#counted = undefined;
    this.#view.refresh(this);
  }

  /** Ages are other ones now. */
  aged(): void {
    this.#lines.aged();
    for (const group of this.#groups.values()) group.aged();
  }

  #opened(store: ResourceStore, how: 'first' | 'anew'): void {
    this.#live?.rows.dispose();
    this.#live = { store, rows: this.#rowsOf(store) };
    if (how === 'anew') this.#view.refresh(this);
  }

  #changed(change: StoreChange): void {
    const { store, rows } = this.#live!;
    const extent = rows.changed(change);
    if (change.heading === 'other' || change.rows === 'all' || extent === 'more') this.#view.refresh(this);
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
    for (const group of this.#groups.values()) group.update(changed);
  }

  #rowsOf(store: ResourceStore): ShownRows {
    return new ShownRows({
      store,
      options: this.options,
      breathe: nextTurn,
      onDidCount: () => this.#view.refresh(this),
    });
  }

  async #rowLines(rows: ShownRows): Promise<TreeNode[]> {
    const first = await rows.first(this.#pages.end);
    if (this.#live?.rows !== rows) return [];
    this.#clearGroups();
    const page = this.#pages.of(first);
    const extent = { shown: page.length, all: rows.count ?? first.length, kind: this };
    return pagedLines(this, this.#pages, this.linesOf(this, page, this.#lines), extent);
  }

  async #groupLines(rows: ShownRows, group: RowGroup): Promise<TreeNode[]> {
    const groups = await rows.groups(group);
    if (this.#live?.rows !== rows) return [];
    this.#lines.clear();
    const page = this.#pages.of(groups);
    const before = new Map(this.#groups);
    this.#groups.clear();
    for (const { value, rows: own } of page) {
      const id = groupId(this, group, value);
      const node = before.get(id) ?? new GroupNode(this, group, value, this.#view);
      before.delete(id);
      node.setRows(own, rows);
      this.#groups.set(id, node);
    }
    for (const gone of before.values()) this.#view.forget(gone);
    const extent = { shown: page.length, all: groups.length, kind: this };
    return pagedLines(this, this.#pages, [...this.#groups.values()], extent);
  }

  #clearGroups(): void {
    for (const group of this.#groups.values()) this.#view.forget(group);
    this.#groups.clear();
  }

  /** The line of a row that cannot be read; undefined for one that can. */
  #unreadable(parent: TreeNode, { uid, name, problem }: Row): ProblemNode | undefined {
    if (problem === undefined) return undefined;
    const fault = `${name || `one of the ${this.label}`} cannot be read: ${problem}`;
    return new ProblemNode(parent, uid, { fault });
  }

  #description(failed: number): string {
    // What is chosen is said whether objects are shown or not.
    const set = optionWords(this.options);
    if (!this.#live) {
      return [...set, ...(this.#counted ? [countWords(this.#counted.kind.count)] : [])].join(' · ');
    }
    const { store } = this.#live;
    const parts = [
      ...set,
      this.#countWords(this.#live),
      failed === 0 ? '' : `${counted(failed)} failed`,
      this.fellBack ? `namespace ${fallbackNamespace}` : '',
      freshnessWords(store.freshness, clock),
    ];
    return parts.filter((part) => part !== '').join(' · ');
  }

  #countWords({ store, rows }: Live): string {
    const all = store.rows.size;
    if (isFirstSetComing(store) || (store.freshness.state === 'forbidden' && all === 0)) return '';
    if (!leavesOut(this.options)) return counted(all);
    return rows.count === undefined ? '' : `${counted(rows.count)} of ${counted(all)}`;
  }

  #nothing(options: RowOptions): string {
    const { shown } = this.#watch;
    const none = `No ${this.label}${shown === 'all' ? '' : ` in ${namespaceWords(shown)}`}`;
    return leavesOut(options) ? `${none} for ${filterWords(options).join(', ')}` : none;
  }
}

function isSameSelection(one: Selection, other: Selection): boolean {
  return one.labelSelector === other.labelSelector && one.fieldSelector === other.fieldSelector;
}

function clock(milliseconds: number): string {
  return new Date(milliseconds).toLocaleTimeString();
}
