import type { TreeItem } from 'vscode';
import type { Cluster, KubeContext } from '../../cluster/cluster.ts';
import type { ObjectReference, Resource, Row } from '../../cluster/kube-object.ts';
import { healthOf } from '../../cluster/objects/health.ts';
import type { Protection } from '../../cluster/protection/protection.ts';
import { mayHaveEvents } from '../../cluster/relations/events-of.ts';
import type { Subject } from '../../cluster/relations/source.ts';
import { asObjectTarget } from '../../connections/object-target.ts';
import { wordsOfRight } from '../../connections/rights.ts';
import { type Ability, missingWord } from '../../contributions/abilities.ts';
import { objectContext } from '../../contributions/item-context.ts';
import { type Tooltip, treeLine } from '../../prompts/tree-line.ts';
import { cellsOf, describeRow } from '../cells.ts';
import { iconOf } from '../icons.ts';
import { healthIcon } from './health-icon.ts';
import { LineLook } from './line-look.ts';
import type { TreeNode, TreeView } from './node.ts';
import type { ObjectLine } from './object-lines.ts';
import type { ObjectTable } from './object-table.ts';
import { UnderObject, type UnderParent } from './under-object.ts';

/** An object of a cluster, as the server's table prints it. What stands under it is live while it is expanded. */
export class ObjectNode implements ObjectLine, UnderParent {
  readonly id: string;
  readonly parent: TreeNode;
  readonly #table: ObjectTable;
  readonly resource: Resource;
  readonly #view: TreeView;
  #row: Row;
  readonly #look = new LineLook(() => this.#lookNow());
  /** From when the line is open until it is closed. */
  #under: UnderObject | undefined;

  constructor(parent: TreeNode, table: ObjectTable, resource: Resource, row: Row, view: TreeView) {
    this.parent = parent;
    this.#table = table;
    this.#view = view;
    this.resource = resource;
    this.id = `${parent.id}/object:${row.uid.replaceAll('/', '%2F')}`;
    this.#row = row;
  }

  get context(): KubeContext {
    return this.#table.context;
  }

  get cluster(): Cluster {
    return this.#table.cluster;
  }

  /** How far its cluster is protected now. */
  get protection(): Protection {
    return this.#view.protectionOf(this.context);
  }

  /** What commands do to it that its user lacks the right to. */
  get missing(): readonly Ability[] {
    return this.#view.rights.missing(this.cluster, this.resource, this.#row.namespace);
  }

  get reference(): ObjectReference {
    const { name, namespace } = this.#row;
    return { resource: this.resource, namespace, name };
  }

  get namespace(): string | undefined {
    return this.#row.namespace;
  }

  /** The very object: another of the same name has another one. */
  get uid(): string {
    return this.#row.uid;
  }

  get subject(): Subject {
    const { uid, name, namespace, metadata } = this.#row;
    return { resource: this.resource, uid, name, namespace, metadata };
  }

  get uids(): ReadonlySet<string> {
    const uids = new Set<string>();
    for (let line: TreeNode | undefined = this; line; line = line.parent) {
      const uid = asObjectTarget(line)?.uid;
      if (uid !== undefined) uids.add(uid);
    }
    return uids;
  }

  /** Takes in what the server has now. Tells whether the line looks another way by that. */
  update(row: Row): 'same' | 'other' {
    this.#row = row;
    return this.isAged() ? 'other' : 'same';
  }

  /** Whether the line would look another way than when it was last shown. */
  isAged(): boolean {
    return this.#look.isOther;
  }

  /** Whether somebody may be reading the tooltip, which VS Code takes away when the line is shown anew. */
  isRead(now: number): boolean {
    return this.#look.isRead(now);
  }

  item(): TreeItem {
    const { resource } = this;
    const { columns } = this.#table;
    this.#look.show();
    const description = this.#describe();
    return treeLine({
      id: this.id,
      label: this.#row.name,
      description,
      spoken: `${resource.kind} ${this.#row.name}, ${description}`,
      context: objectContext(resource, this.protection, this.missing),
      icon: healthIcon(healthOf(columns, this.#row), iconOf(resource)),
      opens: mayHaveEvents(resource) ? 'closed-at-first' : 'never',
    });
  }

  tooltip(): Tooltip {
    const { columns } = this.#table;
    const { name, namespace } = this.#row;
    const now = Date.now();
    this.#look.read(now);
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

  async ready(): Promise<void> {
    await this.#under?.ready();
  }

  get isComing(): boolean {
    return this.#under?.isComing ?? false;
  }

  children(): TreeNode[] {
    return this.#under?.nodes() ?? [];
  }

  /** Watches what stands under the object. */
  open(): void {
    this.#under = new UnderObject(this, this.#view, (parent, table, resource, row) => {
      return new ObjectNode(parent, table, resource, row, this.#view);
    });
  }

  close(): void {
    this.#under?.dispose();
    this.#under = undefined;
  }

  seen(): void {
    this.#under?.seen();
  }

  hidden(): void {
    this.#under?.hidden();
  }

  retry(): void {
    this.#under?.retry();
  }

  aged(): void {
    this.#under?.aged();
  }

  #describe(): string {
    const { columns, namespaces, kinds } = this.#table;
    const words = describeRow(columns, this.#row, Date.now(), namespaces);
    return kinds === 'one' ? words : [this.resource.kind, words].filter((part) => part !== '').join(' · ');
  }

  /** Why some of the commands are dimmed. */
  #missingRights() {
    const { missing } = this;
    if (missing.length === 0) return [];
    const rights = missing.map((ability) => wordsOfRight(this.resource, ability));
    return [{ name: 'You may not', value: rights.join(', ') }];
  }

  /** What may differ from one time to the next; when the cluster's protection does, the whole view is shown anew. */
  #lookNow(): string {
    const missing = this.missing.map(missingWord).join(' ');
    return `${healthOf(this.#table.columns, this.#row)} ${missing} ${this.#describe()}`;
  }
}
