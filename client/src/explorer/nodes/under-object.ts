import { type Container, containersOf } from '../../cluster/objects/containers.ts';
import { eventsOf } from '../../cluster/relations/events-of.ts';
import type { Subject } from '../../cluster/relations/source.ts';
import { type Related, type RelatedGroup, watchRelated } from '../../cluster/relations/watch-related.ts';
import { untilHere } from '../first-rows.ts';
import { freshnessProblem } from '../freshness.ts';
import { ContainerNode, type ContainerParent } from './container-node.ts';
import { EventsNode } from './events-node.ts';
import { MessageNode } from './message-node.ts';
import type { TreeNode, TreeView } from './node.ts';
import { ProblemNode } from './problem-node.ts';
import { type MakeLine, RelatedLines, type RelatedParent } from './related-lines.ts';

/** Whose line it is. */
export interface UnderParent extends ContainerParent, RelatedParent {
  readonly subject: Subject;
}

/** All that stands under the line of an object while it is open: its containers, what it leads to, and last its events. */
export class UnderObject {
  readonly #parent: UnderParent;
  readonly #view: TreeView;
  readonly #make: MakeLine;
  readonly #related: Related;
  readonly #lines = new Map<RelatedGroup, RelatedLines>();
  /** How many groups had lines so far: by that each has a name of its own. */
  #opened = 0;
  #containers: ContainerNode[] = [];
  #contents: TreeNode[] = [];
  #events: EventsNode | undefined;
  /** Which lines there were when they were last shown. */
  #shape: string | undefined;

  constructor(parent: UnderParent, view: TreeView, make: MakeLine) {
    this.#parent = parent;
    this.#view = view;
    this.#make = make;
    this.#related = watchRelated(parent.subject, parent.cluster, view.log);
    this.#related.onDidChange(() => this.#changed());
  }

  /** Resolves when the first lines are known, or when that takes long. */
  ready(): Promise<void> {
    return untilHere(this.#related);
  }

  /** Whether the first lines are on their way. */
  get isComing(): boolean {
    return this.#related.isComing;
  }

  /** The lines, as far as they are known. */
  nodes(): TreeNode[] {
    const { problem, freshness, object, groups } = this.#related;
    this.#settle();
    this.#shape = this.#shapeNow();
    if (problem) return [new ProblemNode(this.#parent, 'error', problem)];
    const nodes: TreeNode[] = [];
    const unread = freshnessProblem(freshness);
    if (unread) nodes.push(new ProblemNode(this.#parent, 'freshness', unread));
    nodes.push(...this.#containersOf(object ? containersOf(object) : []));
    for (const [place, group] of groups.entries()) {
      const lines = this.#lines.get(group);
      if (lines) nodes.push(...lines.nodes());
      else if (group.source.from === 'namespace') nodes.push(...this.#contentsOf(group.source.namespace));
      else if (group.source.from === 'nothing') {
        nodes.push(new MessageNode(this.#parent, `nothing:${place}`, group.source.why));
      }
    }
    if (nodes.length === 0 && this.#related.isComing) {
      nodes.push(new MessageNode(this.#parent, 'loading', 'Loading…'));
    }
    const events = this.#eventsNode();
    if (events) nodes.push(events);
    return nodes;
  }

  seen(): void {
    this.#related.seen();
  }

  hidden(): void {
    this.#related.hidden();
  }

  /** Asks the server again for what has failed. */
  retry(): void {
    this.#related.refresh();
  }

  /** Ages are other ones now. */
  aged(): void {
    for (const node of this.#containers) if (node.isAged()) this.#view.refresh(node);
    for (const lines of this.#lines.values()) lines.aged();
  }

  dispose(): void {
    this.#related.dispose();
    for (const lines of this.#lines.values()) lines.clear();
    for (const node of this.#contents) this.#view.forget(node);
    if (this.#events) this.#view.forget(this.#events);
  }

  #changed(): void {
    this.#settle();
    if (this.#shape !== this.#shapeNow()) {
      this.#view.refresh(this.#parent);
      return;
    }
    for (const lines of this.#lines.values()) lines.update();
    const { object } = this.#related;
    for (const [place, container] of (object ? containersOf(object) : []).entries()) {
      const node = this.#containers[place];
      if (node?.update(container) === 'other') this.#view.refresh(node);
    }
  }

  /** Lines for the groups that there are now, and none for others. */
  #settle(): void {
    const { groups } = this.#related;
    for (const [group, lines] of this.#lines) {
      if (groups.includes(group)) continue;
      lines.clear();
      this.#lines.delete(group);
    }
    for (const group of groups) {
      const { source, objects } = group;
      if (!objects || this.#lines.has(group)) continue;
      this.#lines.set(
        group,
        new RelatedLines(this.#parent, `${this.#opened++}`, source, objects, this.#view, this.#make),
      );
    }
    const all = [...this.#lines.values()];
    const kinds = new Set(all.map(({ resource }) => `${resource.group}/${resource.plural}`));
    for (const lines of all) lines.kinds = kinds.size > 1 ? 'several' : 'one';
  }

  #shapeNow(): string {
    const { problem, freshness, object, groups, isComing } = this.#related;
    return JSON.stringify([
      problem?.fault,
      freshnessProblem(freshness)?.fault,
      object ? containersOf(object).map(({ name, role }) => `${role} ${name}`) : [],
      groups.map(
        (group) =>
          this.#lines.get(group)?.shape() ?? [group.source.from, 'why' in group.source && group.source.why],
      ),
      isComing,
      this.#related.discovery !== undefined,
    ]);
  }

  /** The same lines while there are as many containers. */
  #containersOf(containers: readonly Container[]): ContainerNode[] {
    const before = this.#containers;
    this.#containers = containers.map((container, place) => {
      const node = before[place] ?? new ContainerNode(this.#parent, container, place);
      node.update(container);
      return node;
    });
    return this.#containers;
  }

  #contentsOf(namespace: string): TreeNode[] {
    const { discovery } = this.#related;
    if (this.#contents.length === 0 && discovery) {
      const { cluster } = this.#parent;
      this.#contents = this.#view.contentsOf(namespace, { parent: this.#parent, cluster, discovery });
    }
    return this.#contents;
  }

  #eventsNode(): EventsNode | undefined {
    const { discovery } = this.#related;
    const selection = discovery && eventsOf(this.#parent.subject, discovery);
    if (selection) this.#events ??= new EventsNode(this.#parent, this.#parent, selection, this.#view);
    return this.#events;
  }
}
