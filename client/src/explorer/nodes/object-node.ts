import { ThemeIcon, type TreeItem } from 'vscode';
import type { Column } from '../../../../server/src/catalog/catalog.ts';
import type { Cluster, KubeContext, ResourceStore } from '../../cluster/cluster.ts';
import type { KubeObject, ObjectReference, ObjectRow, Resource, Row } from '../../cluster/kube-object.ts';
import { type Container, containersOf } from '../../cluster/objects/containers.ts';
import { healthOf } from '../../cluster/objects/health.ts';
import type { Protection } from '../../cluster/protection/protection.ts';
import { watchOne } from '../../cluster/watch/watch-one.ts';
import { wordsOfRight } from '../../connections/rights.ts';
import { type Ability, missingWord } from '../../contributions/abilities.ts';
import { containerContext, objectContext } from '../../contributions/item-context.ts';
import { type Tooltip, treeLine } from '../../prompts/tree-line.ts';
import { cellsOf, describeRow } from '../cells.ts';
import { firstRows, isFirstSetComing } from '../first-rows.ts';
import { freshnessProblem } from '../freshness.ts';
import { iconOf } from '../icons.ts';
import { healthIcon } from './health-icon.ts';
import { MessageNode } from './message-node.ts';
import type { TreeNode, TreeView } from './node.ts';
import { ProblemNode } from './problem-node.ts';

/** For so many milliseconds a tooltip is left to its reader. */
const readingTime = 30_000;

/** What an object's line needs from the line it stands under. */
export interface ObjectParent extends TreeNode {
  readonly context: KubeContext;
  /** Whether the objects under the line are of one namespace, or may be of several. */
  readonly namespaces: 'one' | 'several';
  /** Of the objects under the line. */
  readonly columns: readonly Column[];
  readonly cluster: Pick<Cluster, 'watchObjects' | 'mayI'>;
}

/** An object of a cluster, as the server's table prints it. Its containers are live while it is expanded. */
export class ObjectNode implements TreeNode {
  readonly id: string;
  readonly parent: ObjectParent;
  readonly resource: Resource;
  readonly #view: TreeView;
  #row: Row;
  /** How the line looked when it was last shown. */
  #shown: string | undefined;
  /** Until then somebody may read the tooltip, in milliseconds since the epoch. */
  #readUntil = 0;
  /** The object itself, while the line is open. */
  #object: ResourceStore<ObjectRow> | undefined;
  #containers: { of: KubeObject; nodes: TreeNode[] } | undefined;

  constructor(parent: ObjectParent, resource: Resource, row: Row, view: TreeView) {
    this.parent = parent;
    this.#view = view;
    this.resource = resource;
    this.id = `${parent.id}/object:${row.uid.replaceAll('/', '%2F')}`;
    this.#row = row;
  }

  get context(): KubeContext {
    return this.parent.context;
  }

  /** How far its cluster is protected now. */
  get protection(): Protection {
    return this.#view.protectionOf(this.context);
  }

  /** What commands do to it that its user lacks the right to. */
  get missing(): readonly Ability[] {
    return this.#view.rights.missing(this.parent.cluster, this.resource, this.#row.namespace);
  }

  get reference(): ObjectReference {
    const { name, namespace } = this.#row;
    return { resource: this.resource, namespace, name };
  }

  /** The very object: another of the same name has another one. */
  get uid(): string {
    return this.#row.uid;
  }

  /** Takes in what the server has now. Tells whether the line looks another way by that. */
  update(row: Row): 'same' | 'other' {
    this.#row = row;
    return this.isAged() ? 'other' : 'same';
  }

  /** Whether the line would look another way than when it was last shown. */
  isAged(): boolean {
    return this.#shown !== undefined && this.#shown !== this.#look();
  }

  /** Whether somebody may be reading the tooltip, which VS Code takes away when the line is shown anew. */
  isRead(now: number): boolean {
    return now < this.#readUntil;
  }

  item(): TreeItem {
    const { resource } = this;
    const { columns } = this.parent;
    this.#shown = this.#look();
    const description = this.#describe();
    return treeLine({
      id: this.id,
      label: this.#row.name,
      description,
      spoken: `${resource.kind} ${this.#row.name}, ${description}`,
      context: objectContext(resource, this.protection, this.missing),
      icon: healthIcon(healthOf(columns, this.#row), iconOf(resource)),
      opens: this.#hasContainers() ? 'closed-at-first' : 'never',
    });
  }

  tooltip(): Tooltip {
    const { columns } = this.parent;
    const { name, namespace } = this.#row;
    const now = Date.now();
    this.#readUntil = now + readingTime;
    const cells = cellsOf(columns, this.#row, now, 'all').filter(({ text }) => text !== '');
    return {
      heading: `${this.resource.kind} ${name}`,
      rows: [
        ...(namespace ? [{ name: 'Namespace', value: namespace }] : []),
        ...cells.map(({ column, text }) => ({ name: column, value: text })),
        ...this.#missingRights(),
      ],
    };
  }

  async children(): Promise<TreeNode[]> {
    if (this.#object) await firstRows(this.#object);
    if (!this.#object) return [];
    const { freshness, rows } = this.#object;
    const problem = freshnessProblem(freshness);
    const nodes: TreeNode[] = problem ? [new ProblemNode(this, 'freshness', problem)] : [];
    const row = rows.get(this.uid);
    if (row) return [...nodes, ...this.#containersOf(row.object)];
    if (isFirstSetComing(this.#object)) nodes.push(new MessageNode(this, 'loading', 'Loading…'));
    return nodes;
  }

  /** Watches the object for its containers. */
  open(): void {
    if (!this.#hasContainers()) return;
    this.#object = watchOne(this.parent.cluster, this.reference);
    this.#object.onDidChange(() => this.#view.refresh(this));
  }

  close(): void {
    this.#object?.dispose();
    this.#object = undefined;
  }

  seen(): void {
    this.#object?.seen();
  }

  hidden(): void {
    this.#object?.hidden();
  }

  #hasContainers(): boolean {
    return this.resource.subresources.some(({ name }) => name === 'log');
  }

  /** The same nodes while the object is the same. */
  #containersOf(object: KubeObject): TreeNode[] {
    if (this.#containers?.of !== object) {
      const nodes = containersOf(object).map((container, place) => new ContainerNode(this, container, place));
      this.#containers = { of: object, nodes };
    }
    return this.#containers.nodes;
  }

  #describe(): string {
    const { columns, namespaces } = this.parent;
    return describeRow(columns, this.#row, Date.now(), namespaces);
  }

  /** Why some of the commands are dimmed. */
  #missingRights() {
    const { missing } = this;
    if (missing.length === 0) return [];
    const rights = missing.map((ability) => wordsOfRight(this.resource, ability));
    return [{ name: 'You may not', value: rights.join(', ') }];
  }

  /** What may differ from one time to the next; when the cluster's protection does, the whole view is shown anew. */
  #look(): string {
    const missing = this.missing.map(missingWord).join(' ');
    return `${healthOf(this.parent.columns, this.#row)} ${missing} ${this.#describe()}`;
  }
}

/** A container of an object. */
export class ContainerNode implements TreeNode {
  readonly id: string;
  readonly parent: ObjectNode;
  readonly container: Container;

  /** @param place among the object's: of two with the same name neither hides the other */
  constructor(parent: ObjectNode, container: Container, place: number) {
    this.parent = parent;
    this.container = container;
    this.id = `${parent.id}/container:${place}`;
  }

  item(): TreeItem {
    const { name, role, image, state, health, restarts } = this.container;
    const parts = [role === 'container' ? '' : role, state, restarts > 0 ? `${restarts} restarts` : ''];
    return treeLine({
      id: this.id,
      label: name,
      description: parts.filter((part) => part !== '').join(' · '),
      tooltip: [`${name}: ${image}`],
      context: containerContext(this.parent.protection, this.parent.missing),
      icon: health === 'unknown' ? new ThemeIcon('symbol-object') : healthIcon(health, 'symbol-object'),
    });
  }

  children(): TreeNode[] {
    return [];
  }
}
