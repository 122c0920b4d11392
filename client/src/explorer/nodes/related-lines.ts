import type { Cluster, KubeContext } from '../../cluster/cluster.ts';
import type { Resource, Row } from '../../cluster/kube-object.ts';
import { type Arranged, arrange } from '../../cluster/relations/arrange.ts';
import type { LiveObjects } from '../../cluster/relations/live-objects.ts';
import type { SelectedObjects, Source } from '../../cluster/relations/source.ts';
import { isFirstSetComing } from '../../cluster/watch/first-set.ts';
import { kindLabel } from '../../connections/kind-label.ts';
import { freshnessProblem } from '../freshness.ts';
import { MessageNode } from './message-node.ts';
import type { TreeNode, TreeView } from './node.ts';
import { type ObjectLine, ObjectLines } from './object-lines.ts';
import type { ObjectTable } from './object-table.ts';
import { OlderNode } from './older-node.ts';
import { Pages } from './pages.ts';
import { ProblemNode } from './problem-node.ts';

/** Makes the line of an object of a table. */
export type MakeLine = (parent: TreeNode, table: ObjectTable, resource: Resource, row: Row) => ObjectLine;

/** The line that objects stand under. */
export interface RelatedParent extends TreeNode {
  readonly context: KubeContext;
  readonly cluster: Cluster;
  readonly namespace: string | undefined;
  /** The objects at and above the line: they are not shown again below it. */
  readonly uids: ReadonlySet<string>;
}

/** The lines of the objects that one source gives, under an object's line. */
export class RelatedLines implements ObjectTable {
  readonly #parent: RelatedParent;
  readonly #source: Source;
  readonly #objects: LiveObjects;
  readonly #view: TreeView;
  /** Tells the sources of one object apart. */
  readonly #name: string;
  readonly #lines: ObjectLines;
  readonly #older: OlderNode;
  readonly #pages: Pages;
  kinds: ObjectTable['kinds'] = 'one';

  constructor(
    parent: RelatedParent,
    name: string,
    source: Source,
    objects: LiveObjects,
    view: TreeView,
    make: MakeLine,
  ) {
    this.#parent = parent;
    this.#name = name;
    this.#pages = new Pages(parent, name);
    this.#source = source;
    this.#objects = objects;
    this.#view = view;
    const { resource } = objects;
    this.#lines = new ObjectLines(view, (row) => make(parent, this, resource, row));
    this.#older = new OlderNode(parent, resource, view, (under, row) => make(under, this, resource, row));
  }

  get context(): KubeContext {
    return this.#parent.context;
  }

  get cluster(): Cluster {
    return this.#parent.cluster;
  }

  get columns() {
    return this.#objects.columns;
  }

  get resource(): Resource {
    return this.#objects.resource;
  }

  get namespaces(): 'one' | 'several' {
    const namespace = this.#source.from === 'selection' ? this.#source.namespace : this.#parent.namespace;
    return this.#objects.resource.scope === 'Cluster' || namespace === this.#parent.namespace
      ? 'one'
      : 'several';
  }

  /** Which lines there are: they are others when this is another text. */
  shape(): string {
    const { freshness } = this.#objects;
    const { shown, older } = this.#rows();
    return JSON.stringify([
      freshness.state,
      freshnessProblem(freshness)?.fault,
      shown.map(({ uid }) => uid),
      older.map(({ uid }) => uid),
      this.kinds,
    ]);
  }

  nodes(): TreeNode[] {
    const { resource, freshness } = this.#objects;
    const { shown, older } = this.#rows();
    const problem = freshnessProblem(freshness);
    const nodes: TreeNode[] = problem
      ? [new ProblemNode(this.#parent, `freshness:${this.#name}`, problem)]
      : [];
    const page = this.#pages.of(shown);
    void this.#view.rights.ask(this.cluster, resource, new Set(page.map(({ namespace }) => namespace)));
    nodes.push(...this.#pages.around(this.#lines.of(page), shown.length));
    nodes.push(...this.#missing());
    this.#older.update(older);
    if (older.length > 0) nodes.push(this.#older);
    else this.#view.forget(this.#older);
    // What stands above the line is there, and not shown again.
    if (nodes.length === 0 && this.#objects.rows().length === 0) {
      nodes.push(new MessageNode(this.#parent, `none:${this.#name}`, this.#nothing()));
    }
    return nodes;
  }

  /** Takes in what has changed of the lines that there are. */
  update(): void {
    const { shown, older } = this.#rows();
    this.#lines.update(shown);
    this.#older.update(older);
  }

  aged(): void {
    this.#lines.aged();
  }

  clear(): void {
    this.#lines.clear();
    this.#view.forget(this.#older);
  }

  #rows(): Arranged {
    const { uids } = this.#parent;
    const rows = this.#objects.rows().filter(({ uid, problem }) => problem === undefined && !uids.has(uid));
    const order = this.#source.from === 'selection' ? this.#source.order : 'by name';
    return arrange(order, this.#objects.columns, rows);
  }

  /** What the object names and the server has not, where that is known. */
  #missing(): TreeNode[] {
    const source = this.#source;
    if (source.from !== 'selection' || source.only.by !== 'names') return [];
    if (this.#objects.freshness.state !== 'live') return [];
    const there = new Set(this.#objects.rows().map(({ name }) => name));
    const missing = source.only.names.filter((name) => !there.has(name));
    return missing.map((name) => {
      const where = this.namespaces === 'several' ? ` in ${source.namespace}` : '';
      const fault = `${source.resource.kind} ${name}${where} does not exist`;
      return new ProblemNode(this.#parent, `missing:${this.#name}:${name}`, { fault });
    });
  }

  #nothing(): string {
    if (isFirstSetComing(this.#objects)) return 'Loading…';
    const kinds = kindLabel(this.#objects.resource);
    if (this.#source.from !== 'selection') return `No ${kinds}`;
    return nothingWords(kinds, this.#source);
  }
}

function nothingWords(kinds: string, { only, selection }: SelectedObjects): string {
  if (only.by === 'claim') return `No ${kinds} use it`;
  if (only.by === 'selection' && selection.labelSelector !== undefined) {
    return `No ${kinds} have ${selection.labelSelector}`;
  }
  return `No ${kinds}`;
}
