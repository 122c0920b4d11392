import { ThemeColor, ThemeIcon, type TreeItem } from 'vscode';
import type { Cluster, KubeContext } from '../../cluster/cluster.ts';
import type { ObjectReference, ObjectRow, Resource } from '../../cluster/kube-object.ts';
import { type ObjectEvent, readEvent } from '../../cluster/objects/object-event.ts';
import type { ObjectTarget } from '../../connections/object-target.ts';
import { objectContext } from '../../contributions/item-context.ts';
import { type Tooltip, treeLine } from '../../prompts/tree-line.ts';
import { eventWords } from '../event-words.ts';
import { LineLook } from './line-look.ts';
import type { TreeNode, TreeView } from './node.ts';
import type { ObjectLine } from './object-lines.ts';

/** What the events of an object have in common. */
export interface EventTable {
  readonly context: KubeContext;
  readonly cluster: Cluster;
  readonly resource: Resource;
}

/** An event that tells of an object: an object like any other, to the commands too. */
export class EventNode implements ObjectLine, ObjectTarget {
  readonly id: string;
  readonly parent: TreeNode;
  readonly #table: EventTable;
  readonly #view: TreeView;
  #row: ObjectRow;
  readonly #look = new LineLook(() => this.#lookNow());

  constructor(parent: TreeNode, table: EventTable, row: ObjectRow, view: TreeView) {
    this.parent = parent;
    this.id = `${parent.id}/event:${row.uid.replaceAll('/', '%2F')}`;
    this.#table = table;
    this.#view = view;
    this.#row = row;
  }

  get context(): KubeContext {
    return this.#table.context;
  }

  get reference(): ObjectReference {
    const { name, namespace } = this.#row;
    return { resource: this.#table.resource, namespace, name };
  }

  get uid(): string {
    return this.#row.uid;
  }

  update(row: ObjectRow): 'same' | 'other' {
    this.#row = row;
    return this.isAged() ? 'other' : 'same';
  }

  isAged(): boolean {
    return this.#look.isOther;
  }

  isRead(now: number): boolean {
    return this.#look.isRead(now);
  }

  item(): TreeItem {
    const event = this.#event;
    const { label, description, spoken } = eventWords(event, Date.now());
    const { resource } = this.#table;
    this.#look.show();
    const missing = this.#view.rights.missing(this.#table.cluster, resource, this.#row.namespace);
    return treeLine({
      id: this.id,
      label,
      description,
      spoken,
      context: objectContext(resource, this.#view.protectionOf(this.context), missing),
      icon:
        event.type === 'Warning'
          ? new ThemeIcon('warning', new ThemeColor('list.warningForeground'))
          : new ThemeIcon('info'),
    });
  }

  tooltip(): Tooltip {
    this.#look.read(Date.now());
    const { type, reason, message, count, at, by, part } = this.#event;
    const rows = [
      { name: 'Type', value: type },
      { name: 'Message', value: message },
      { name: 'Last seen', value: at ?? '' },
      { name: 'Count', value: count > 1 ? `${count}` : '' },
      { name: 'About', value: part },
      { name: 'From', value: by },
    ];
    return { heading: reason, rows: rows.filter(({ value }) => value !== '') };
  }

  children(): TreeNode[] {
    return [];
  }

  get #event(): ObjectEvent {
    return readEvent(this.#row.object);
  }

  #lookNow(): string {
    const { label, description, spoken } = eventWords(this.#event, Date.now());
    const missing = this.#view.rights.missing(this.#table.cluster, this.#table.resource, this.#row.namespace);
    return JSON.stringify([label, description, spoken, missing]);
  }
}
