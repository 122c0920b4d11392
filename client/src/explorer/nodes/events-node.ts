import { ThemeIcon, type TreeItem } from 'vscode';
import type { Freshness, ResourceStore } from '../../cluster/cluster.ts';
import type { ObjectRow, Row } from '../../cluster/kube-object.ts';
import { newestFirst, readEvent } from '../../cluster/objects/object-event.ts';
import type { EventSelection } from '../../cluster/relations/events-of.ts';
import { isFirstSetComing } from '../../cluster/watch/first-set.ts';
import { itemContext } from '../../contributions/item-context.ts';
import { treeLine } from '../../prompts/tree-line.ts';
import { firstRows, lacksFirstRows } from '../first-rows.ts';
import { freshnessProblem } from '../freshness.ts';
import { iconOf } from '../icons.ts';
import { EventNode } from './event-node.ts';
import { MessageNode } from './message-node.ts';
import type { TreeNode, TreeView } from './node.ts';
import { ObjectLines } from './object-lines.ts';
import type { ObjectTable } from './object-table.ts';
import { Pages } from './pages.ts';
import { ProblemNode } from './problem-node.ts';

/** Events on a page. */
const eventsAtATime = 50;

/** The events that tell of an object, under its line: watched from the moment it is expanded until it is collapsed. */
export class EventsNode implements TreeNode {
  readonly id: string;
  readonly parent: TreeNode;
  readonly #table: Pick<ObjectTable, 'context' | 'cluster'>;
  readonly #selection: EventSelection;
  readonly #view: TreeView;
  readonly #lines: ObjectLines;
  #store: ResourceStore<ObjectRow> | undefined;
  readonly #pages: Pages;
  /** Which lines there were when they were last shown, in which order, and how fresh they were. */
  #shape: { readonly uids: string; readonly freshness: Freshness } | undefined;

  constructor(
    parent: TreeNode,
    table: Pick<ObjectTable, 'context' | 'cluster'>,
    selection: EventSelection,
    view: TreeView,
  ) {
    this.parent = parent;
    this.id = `${parent.id}/events`;
    this.#table = table;
    this.#pages = new Pages(this, 'events', eventsAtATime);
    this.#selection = selection;
    this.#view = view;
    const { context, cluster } = table;
    const { resource } = selection;
    this.#lines = new ObjectLines(
      view,
      (row) => new EventNode(this, { context, cluster, resource }, row as ObjectRow, view),
    );
  }

  item(): TreeItem {
    return treeLine({
      id: this.id,
      label: 'Events',
      context: itemContext('category'),
      icon: new ThemeIcon(iconOf(this.#selection.resource)),
      opens: 'closed-at-first',
    });
  }

  async ready(): Promise<void> {
    if (this.#store) await firstRows(this.#store);
  }

  get isComing(): boolean {
    return this.#store !== undefined && lacksFirstRows(this.#store);
  }

  children(): TreeNode[] {
    if (!this.#store) return [];
    const store = this.#store;
    const { freshness } = store;
    const rows = this.#sorted(store);
    this.#shape = { uids: uidsOf(rows), freshness };
    const problem = freshnessProblem(freshness);
    const nodes: TreeNode[] = problem ? [new ProblemNode(this, 'freshness', problem)] : [];
    if (rows.length === 0 && nodes.length === 0) {
      const text = isFirstSetComing(store) ? 'Loading…' : 'No events: clusters keep them for an hour or so';
      return [new MessageNode(this, 'none', text)];
    }
    const { resource, namespace } = this.#selection;
    void this.#view.rights.ask(this.#table.cluster, resource, new Set([namespace]));
    return [...nodes, ...this.#pages.around(this.#lines.of(this.#pages.of(rows)), rows.length)];
  }

  open(): void {
    const { resource, namespace, fieldSelector } = this.#selection;
    this.#store = this.#table.cluster.watchObjects(resource, namespace, { fieldSelector });
    this.#store.onDidChange(() => this.#changed());
  }

  close(): void {
    this.#store?.dispose();
    this.#store = undefined;
    this.#lines.clear();
    this.#pages.restart();
  }

  seen(): void {
    this.#store?.seen();
  }

  hidden(): void {
    this.#store?.hidden();
  }

  retry(): void {
    this.#store?.refresh();
  }

  aged(): void {
    this.#lines.aged();
  }

  #changed(): void {
    const store = this.#store!;
    const rows = this.#sorted(store);
    if (this.#shape?.freshness === store.freshness && this.#shape.uids === uidsOf(rows))
      this.#lines.update(rows);
    else this.#view.refresh(this);
  }

  #sorted(store: ResourceStore<ObjectRow>): ObjectRow[] {
    const readable = [...store.rows.values()].filter(({ problem }) => problem === undefined);
    return newestFirst(readable.map((row) => ({ row, at: readEvent(row.object).at }))).map(({ row }) => row);
  }
}

function uidsOf(rows: readonly Row[]): string {
  return rows.map(({ uid }) => uid).join(' ');
}
