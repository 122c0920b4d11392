import {
  type Disposable,
  EventEmitter,
  type TreeDataProvider,
  type TreeItem,
  TreeItemCollapsibleState,
  type TreeView,
  window,
  workspace,
} from 'vscode';
import type { KubeContext } from '../cluster/cluster.ts';
import { waited } from '../cluster/http/waited.ts';
import type { ObjectReference, Resource } from '../cluster/kube-object.ts';
import type { Log } from '../cluster/log.ts';
import type { Protection } from '../cluster/protection/protection.ts';
import { systemClock } from '../cluster/watch/clock.ts';
import type { ClusterLabel } from '../connections/cluster-labels.ts';
import type { Connections } from '../connections/connections.ts';
import type { DraggedObjects } from '../connections/dragged-objects.ts';
import { kindLabel } from '../connections/kind-label.ts';
import { namespaceWords } from '../connections/namespace-words.ts';
import type { Namespaces } from '../connections/namespaces.ts';
import type { ObjectTarget } from '../connections/object-target.ts';
import type { Rights } from '../connections/rights.ts';
import type { Targets } from '../connections/targets.ts';
import { views } from '../contributions/views.ts';
import { linesOfMenu } from '../prompts/lines-of-menu.ts';
import type { LineOffer, MenuLines } from '../prompts/menu-lines.ts';
import { questions } from '../prompts/questions.ts';
import { withTooltip } from '../prompts/tree-line.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { Answers } from '../views/answers.ts';
import { FocusBesideGone, isAtOrUnder } from '../views/focus-beside-gone.ts';
import { LineInFocus } from '../views/line-in-focus.ts';
import { linesAtKeyboard } from '../views/lines-at-keyboard.ts';
import { ReadyLines } from '../views/ready-lines.ts';
import { scheduleRefreshes } from '../views/refresh-schedule.ts';
import { isShownLine, rememberLine } from '../views/shown-lines.ts';
import { ToldTogether } from '../views/told-together.ts';
import { DragAndDrop } from './drag-and-drop.ts';
import { Expansion } from './expansion.ts';
import { patience } from './first-rows.ts';
import { ContextNode } from './nodes/context-node.ts';
import type { KindNode } from './nodes/kind-node.ts';
import { namespaceContents } from './nodes/namespace-contents.ts';
import type { NamespacePlace, TreeNode } from './nodes/node.ts';
import { ProblemNode } from './nodes/problem-node.ts';
import { SandboxNode } from './nodes/sandbox-node.ts';
import type { TurnNode } from './nodes/turn-node.ts';
import type { PinnedKinds } from './pinned-kinds.ts';
import { expandAfterRefresh, expandAgain, expandLine, revealLine } from './reveal-line.ts';
import { RowChoices } from './row-choices.ts';

/** Printed ages are counted anew this often while the view is visible. */
const ageInterval = 10_000;

/** Milliseconds in which VS Code says which line is in focus. While it is too busy for that it shows nothing, either. */
const focusPatience = 5_000;

/** What the Clusters view shows, and where it tells what no line says. */
export interface ShownClusters {
  readonly connections: Connections;
  readonly namespaces: Namespaces;
  readonly rights: Rights;
  readonly targets: Targets;
  readonly sandbox: Sandbox;
  readonly dragged: DraggedObjects;
  readonly log: Log;
  readonly pinned: PinnedKinds;
}

/** The Clusters view: contexts, categories, kinds, objects, containers. */
export class ClustersView implements TreeDataProvider<TreeNode>, MenuLines, Disposable {
  readonly #refreshed = new EventEmitter<TreeNode | TreeNode[] | undefined>();
  readonly onDidChangeTreeData = this.#refreshed.event;
  readonly log: Log;
  readonly rights: Rights;
  readonly pinned: PinnedKinds;
  readonly rowChoices = new RowChoices();
  readonly #connections: Connections;
  readonly #namespaces: Namespaces;
  readonly #targets: Targets;
  readonly #sandbox: Sandbox;
  readonly #view: TreeView<TreeNode>;
  readonly #expansion = new Expansion<TreeNode>(systemClock);
  readonly #answers = new Answers<TreeNode>(({ parent }) => parent, systemClock);
  readonly #ready = new ReadyLines<TreeNode>(
    (line) => this.#expansion.openBelow(line),
    patience,
    systemClock,
  );
  readonly #schedule = scheduleRefreshes<TreeNode>({
    look: (changed) => this.#look(changed),
    tell: (changed) => this.#tell(changed),
    parentOf: ({ parent }) => parent,
    first: (nodes) => this.#first(nodes),
    isHeld: (node) => this.#isHeld(node),
    isHidden: () => !this.#view.visible,
    clock: systemClock,
  });
  readonly #lineInFocus = new LineInFocus<TreeNode>(views.clusters);
  readonly #focus = new FocusBesideGone<TreeNode>({
    inFocus: () => this.#lineInFocus.now(),
    selected: () => this.#view.selection,
    isOpen: (line) => this.#expansion.isOpen(line),
    close: (line) => this.forget(line),
    now: systemClock.now,
  });
  readonly #together = new ToldTogether<TreeNode>({
    given: (line) => this.#focus.given(line),
    isLeaf: (line) => this.#leaves.has(line),
    isOpen: (line) => this.#expansion.isOpen(line),
    now: (line) => this.#now(line),
    isBusy: () => this.#answers.areOpen,
  });
  /** The lines under which there is never one. */
  readonly #leaves = new WeakSet<TreeNode>();
  readonly #linesOfMenu = linesOfMenu<TreeNode>(
    {
      isBeingTold: () => this.#answers.touch(undefined),
      inFocus: () => this.#lineInFocus.now(),
      selected: () => this.#view.selection,
      besideGoneSince: (line) =>
        isShownLine(line) && 'id' in line ? this.#focus.besideGoneSince(line as TreeNode) : undefined,
    },
    systemClock,
  );
  readonly #lifetime: Disposable[];
  #contexts = new Map<string, ContextNode>();
  /** The lines at the top, as VS Code was given them last. */
  #top: readonly TreeNode[] | undefined;
  /** The line under which VS Code is about to lose the line in focus, for some moments. */
  #losing: TreeNode | undefined;
  /** It is being found out so often which lines a key or a menu means: nothing is shown anew meanwhile. */
  #askedForLines = 0;

  constructor({ connections, namespaces, rights, targets, sandbox, dragged, log, pinned }: ShownClusters) {
    this.log = log;
    this.rights = rights;
    this.pinned = pinned;
    this.#connections = connections;
    this.#namespaces = namespaces;
    this.#targets = targets;
    this.#sandbox = sandbox;
    this.#view = window.createTreeView(views.clusters, {
      treeDataProvider: this,
      canSelectMany: true,
      dragAndDropController: new DragAndDrop(dragged),
    });
    const ages = setInterval(() => this.#refreshAges(), ageInterval);
    this.#lifetime = [
      this.#view,
      this.#view.onDidExpandElement(({ element }) => this.#expanded(element)),
      this.#view.onDidCollapseElement(({ element }) => this.#collapsed(element)),
      this.#view.onDidChangeVisibility(({ visible }) => this.#inSight(visible ? 'seen' : 'hidden')),
      this.#view.onDidChangeSelection(({ selection }) => selection.forEach(see)),
      connections.onDidChange(() => this.#retry()),
      namespaces.onDidChange(() => this.#showNamespaces()),
      rights.onDidLearn(() => this.#showAged()),
      targets.onDidChange(() => this.#showTarget()),
      pinned.onDidChange(() => this.#showPinned()),
      { dispose: () => clearInterval(ages) },
      this.#schedule,
      this.#refreshed,
      this.#lineInFocus,
    ];
  }

  getTreeItem(node: TreeNode): TreeItem | Promise<TreeItem> {
    return questions.afterwards(() => {
      rememberLine(node);
      const item = node.item();
      item.id = this.#focus.shownId(node.id);
      if (item.collapsibleState === TreeItemCollapsibleState.None) this.#leaves.add(node);
      return item;
    });
  }

  resolveTreeItem(item: TreeItem, node: TreeNode): TreeItem {
    const tooltip = node.tooltip?.();
    return tooltip === undefined ? item : withTooltip(item, tooltip);
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return node.parent;
  }

  getChildren(node?: TreeNode): Promise<TreeNode[]> {
    return this.#answers.give(node, this.#lines(node));
  }

  labelOf(context: KubeContext): ClusterLabel {
    return this.#connections.clusterLabelOf(context);
  }

  protectionOf(context: KubeContext): Protection {
    return this.#connections.protectionOf(context);
  }

  contentsOf(namespace: string, place: NamespacePlace): TreeNode[] {
    return namespaceContents(namespace, place, this);
  }

  refresh(node: TreeNode | undefined): void {
    this.#schedule.refresh(node);
  }

  forget(node: TreeNode): void {
    this.#expansion.forget(node);
  }

  /** The lines that are expanded, with all above them. */
  get openLines(): readonly TreeNode[] {
    return this.#expansion.open;
  }

  /** The lines that are selected. */
  get selectedLines(): readonly TreeNode[] {
    return this.#view.selection;
  }

  /** Expands a line, if it is not yet. */
  async expand(node: TreeNode): Promise<void> {
    await expandLine(this.#view, node, () => this.#expansion.isOpen(node), systemClock);
  }

  /** The lines that a key means; undefined where the keyboard is elsewhere. */
  async linesAtKeyboard(): Promise<readonly TreeNode[] | undefined> {
    if (!this.#view.visible) return undefined;
    return await this.#withLinesAtRest(() => linesAtKeyboard(this.#view, systemClock));
  }

  meant(given: readonly unknown[], from: LineOffer): Promise<readonly unknown[]> {
    return this.#withLinesAtRest(() => this.#linesOfMenu.meant(given, from));
  }

  /** Selects the line of a kind, expanded, with the keyboard at it. Rejects with the way out where there is none. */
  async showKind(context: KubeContext, resource: Resource): Promise<void> {
    await revealLine(this.#view, () => this.#kindLine(context, resource), 'expanded', systemClock);
  }

  /** Selects the line of an object, with the keyboard at it. Rejects with the way out where there is none. */
  async showObject({ context, reference }: ObjectTarget): Promise<void> {
    const find = async () => {
      const kind = await this.#kindLine(context, reference.resource);
      if (!kind) return undefined;
      await this.expand(kind);
      const line = await kind.seek(reference);
      if (!line && !kind.isReading) throw new Error(this.#whyNotShown(context, reference));
      return line;
    };
    await revealLine(this.#view, find, 'as it is', systemClock);
  }

  /** Shows another page of a long list, with the keyboard at its first line. */
  async turnPage({ list, way, parent }: TurnNode): Promise<void> {
    list.turn(way);
    this.refresh(parent);
    const find = async () => {
      await parent.children();
      return list.firstLine;
    };
    await revealLine(this.#view, find, 'as it is', systemClock);
  }

  /** Asks a cluster anew for its kinds and objects, or, without one, reads the kubeconfigs and asks all that are shown. */
  async reload(contextId?: string): Promise<void> {
    if (contextId === undefined) this.#connections.reload();
    const nodes = [...this.#contexts.values()].filter(
      ({ context }) => contextId === undefined || context.id === contextId,
    );
    await Promise.all(nodes.map((node) => node.reload()));
  }

  dispose(): void {
    for (const node of this.#contexts.values()) this.forget(node);
    for (const part of this.#lifetime) part.dispose();
  }

  async #lines(node: TreeNode | undefined): Promise<TreeNode[]> {
    const lines = node ? await this.#children(node) : await this.#roots();
    await this.#ready.readyBelow(node);
    await questions.opened();
    if (!node) this.#top = lines;
    this.#focus.give(node ?? this, lines);
    return lines;
  }

  async #children(node: TreeNode): Promise<TreeNode[]> {
    if (!this.#expansion.asked(node)) return [];
    await this.#ready.ready(node);
    return node.children();
  }

  /** Nothing at all shows the view's welcome instead, which tells what to do. */
  async #roots(): Promise<TreeNode[]> {
    if (!workspace.isTrusted) return [];
    const { contexts, problems } = await this.#connections.contexts();
    const before = this.#contexts;
    this.#contexts = new Map();
    for (const context of contexts) {
      const known = before.get(context.id);
      if (known?.context.revision === context.revision) {
        known.update(context);
        this.#contexts.set(context.id, known);
      } else {
        this.#contexts.set(
          context.id,
          new ContextNode({
            context,
            isSandbox: this.#connections.isSandbox(context),
            view: this,
            open: () => this.#connections.open(context),
            namespaces: () => this.#namespaces.shown(context),
            target: () => this.#targetNamespace(context),
          }),
        );
      }
    }
    for (const [id, node] of before) if (this.#contexts.get(id) !== node) this.forget(node);
    const lines = problems.map(({ file, message }) => new ProblemNode(undefined, file, { fault: message }));
    const roots: TreeNode[] = [...lines, ...this.#contexts.values()];
    if (this.#sandbox.end) roots.push(new SandboxNode(this.#sandbox.end));
    return roots;
  }

  /** The line of a kind; the cluster's is expanded for it. Undefined until VS Code has told that it is, and the cluster what it serves. */
  async #kindLine(context: KubeContext, resource: Resource): Promise<KindNode | undefined> {
    if (!this.#contexts.has(context.id)) await this.#roots();
    const cluster = this.#contexts.get(context.id);
    if (!cluster) throw new Error(`${this.#connections.labelOf(context)} is in no kubeconfig any more.`);
    await this.expand(cluster);
    const line = await cluster.kindLine(resource);
    if (line || !cluster.knowsKinds) return line;
    const name = this.#connections.labelOf(context);
    throw new Error(
      `The Clusters view has no line for the ${kindLabel(resource)} (${resource.apiVersion}) of ${name}: it shows what can be listed.`,
    );
  }

  #whyNotShown(context: KubeContext, { resource, namespace, name }: ObjectReference): string {
    const label = this.#connections.labelOf(context);
    const what = `${resource.kind} ${name}${namespace === undefined ? '' : ` in namespace ${namespace}`}`;
    const shown = this.#namespaces.shown(context);
    return shown === 'all' || namespace === undefined || shown.includes(namespace)
      ? `${what} is not among what the Clusters view shows of ${label}: refresh it, or look whether it was deleted.`
      : `${what} is not shown, because the Clusters view shows ${namespaceWords(shown)} of ${label} alone: select its namespace with "Select Namespaces".`;
  }

  async #withLinesAtRest<Lines>(asked: () => Promise<Lines>): Promise<Lines> {
    this.#askedForLines++;
    try {
      return await asked();
    } finally {
      this.#askedForLines--;
    }
  }

  #isHeld(node: TreeNode | undefined): boolean {
    return this.#askedForLines > 0 || this.#answers.touch(node) || this.#ready.areComing(node);
  }

  async #look(changed: () => readonly (TreeNode | undefined)[]): Promise<void> {
    this.#losing = undefined;
    const isFocusKnown = this.#findFocus().catch((error: unknown) =>
      this.log.debug('asking for the line in focus', error),
    );
    const isKnown = isFocusKnown
      .then(() => this.#together.look(changed()))
      .catch((error: unknown) => this.log.debug('looking for leaves that go', error));
    await Promise.race([isKnown, waited(focusPatience, systemClock, undefined)]);
  }

  async #findFocus(): Promise<void> {
    await this.#focus.look();
    // What VS Code is told of together it shows one by one; and each time it looks for the line in focus.
    this.#losing = await this.#focus.losing((line) => this.#now(line));
  }

  /** By reading what is there now, what has gone closes: not while VS Code asks for what is under that. */
  #now(line: TreeNode): TreeNode[] | Promise<TreeNode[]> | undefined {
    return this.#isHeld(line) ? undefined : line.children();
  }

  #first(nodes: (TreeNode | undefined)[]): (TreeNode | undefined)[] {
    const losing = this.#losing;
    const alone = losing && nodes.find((node) => node !== undefined && isAtOrUnder(losing, node));
    return this.#together.of(nodes, alone);
  }

  #tell(changed: TreeNode[] | undefined): void {
    this.#expansion.refreshed(changed);
    this.#answers.told(changed?.filter((node) => this.#expansion.isOpen(node)) ?? [undefined]);
    this.#refreshed.fire(changed);
  }

  /** What VS Code has kept of lines that are open again is of the time when they were closed. */
  #expanded(node: TreeNode): void {
    for (const opened of this.#expansion.expanded(node)) this.refresh(opened);
    see(node);
    if (!this.#answers.touchedAround(node)) return;
    const is = {
      open: () => this.#expansion.isOpen(node),
      refreshed: () => this.#answers.touchAround(node),
    };
    this.#withLinesAtRest(() => expandAfterRefresh(this.#view, node, is, systemClock)).catch(
      (error: unknown) => this.log.debug(`expanding ${node.id} after a refresh`, error),
    );
  }

  /** What the person expanded stays expanded, whatever was refreshed meanwhile. */
  #collapsed(node: TreeNode): void {
    if (this.#expansion.collapsed(node) === 'by the person') return;
    // The line may be gone by now.
    expandAgain(this.#view, node).catch((error: unknown) =>
      this.log.debug(`expanding ${node.id} again`, error),
    );
  }

  /** A file or a login has changed: what could not be reached may be now. */
  #retry(): void {
    for (const node of this.#contexts.values()) node.retry();
    this.#showTop().catch((error: unknown) => {
      this.log.warn('reading the kubeconfigs', error);
      this.refresh(undefined);
    });
  }

  /**
   * Shows all lines anew; where those at the top are the same, one by one: of a view as a whole VS Code makes every line anew, and
   * does not find the one that a key was pressed at meanwhile.
   */
  async #showTop(): Promise<void> {
    const lines = await this.#roots();
    // VS Code may have asked for them meanwhile.
    const shown = this.#top;
    const areSame = lines.length === shown?.length && lines.every((line, place) => line === shown[place]);
    for (const line of areSame ? lines : [undefined]) this.refresh(line);
  }

  #showNamespaces(): void {
    for (const node of this.#contexts.values()) node.restart();
  }

  /** Another line is the target: the lines of clusters alone say it. */
  #showTarget(): void {
    for (const node of this.#contexts.values()) this.refresh(node);
  }

  #showPinned(): void {
    for (const node of this.#contexts.values()) node.pinsChanged();
  }

  #targetNamespace(context: KubeContext): string | undefined {
    const target = this.#targets.of();
    return target?.context.id === context.id ? target.namespace : undefined;
  }

  #inSight(what: 'seen' | 'hidden'): void {
    for (const node of this.#expansion.open) node[what]?.();
    if (what === 'seen') {
      this.#answers.shown();
      this.#schedule.shown();
    } else this.#answers.hidden();
  }

  #refreshAges(): void {
    if (this.#view.visible) this.#showAged();
  }

  #showAged(): void {
    for (const node of this.#expansion.open) node.aged?.();
  }
}

function see(node: TreeNode): void {
  for (let line: TreeNode | undefined = node; line; line = line.parent) line.seen?.();
}
