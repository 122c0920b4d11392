import type { ListItem, MapEntry, MapNode, ScalarNode, Span, YamlNode } from '../../yaml/nodes.ts';
import { fieldName } from '../../yaml/tree.ts';
import type { UnknownParts } from '../../yaml/value.ts';

/**
 * What is known of an object: its certain nodes, at their places in the text, and what may be there beside them. Those of
 * which all is known are the object's own.
 */
export interface KnownPart extends UnknownParts {
  readonly root: MapNode;
  /** Where a finding has to be to hold, where the object comes out like that for other versions of Kubernetes alone. */
  readonly within?: Span | undefined;
}

/** Says of the nodes of an object what is known of them. */
export interface KnownNodes {
  /** `unknown`: its value may be anything, or it may not be there; `elsewhere`: the map may have any fields. */
  entry(entry: MapEntry): 'known' | 'unknown' | 'absent' | 'elsewhere';
  /** `unknown`: there may be any items in its place, or none. */
  item(item: ListItem): 'known' | 'unknown' | 'absent';
  /** Whether a map or list may have more than is written in it. `owner` is the key or dash that it belongs to. */
  isOpen(node: Exclude<YamlNode, ScalarNode>, owner: Span): boolean;
  knowsScalar(node: ScalarNode): boolean;
}

/**
 * What is known of an object. What is not known to be there is left out, and the map or list that it stands in may have more;
 * of fields that are written twice, neither is known.
 */
export function knownPart(map: MapNode, nodes: KnownNodes): KnownPart {
  const pruning = new Pruning(nodes);
  return { root: pruning.map(map, map.span), unknown: pruning.unknown, open: pruning.open };
}

class Pruning {
  readonly unknown = new Set<YamlNode>();
  readonly open = new Set<YamlNode>();
  readonly #nodes: KnownNodes;
  readonly #known = new Map<YamlNode, YamlNode>();

  constructor(nodes: KnownNodes) {
    this.#nodes = nodes;
  }

  map(node: MapNode, owner: Span): MapNode {
    const entries = new Map<string, MapEntry>();
    let isOpen = this.#nodes.isOpen(node, owner);
    for (const entry of node.entries) {
      const name = fieldName(entry.key);
      const is = this.#nodes.entry(entry);
      if (is === 'elsewhere') isOpen = true;
      else if (is === 'known') entries.set(name, this.#entry(entry, entries.get(name)));
      else if (is === 'unknown' && !entries.has(name)) entries.set(name, this.#unknownEntry(entry));
    }
    const pruned = withEntries(node, [...entries.values()]);
    if (isOpen) this.open.add(pruned);
    return pruned;
  }

  /** Of two that are both known neither is, and one that is takes the place of one that is not. */
  #entry(entry: MapEntry, same: MapEntry | undefined): MapEntry {
    const isTwice = same !== undefined && !(same.value && this.unknown.has(same.value));
    if (isTwice) return this.#unknownEntry(entry);
    return withValue(entry, entry.value && this.#node(entry.value, entry.key.span));
  }

  #unknownEntry(entry: MapEntry): MapEntry {
    const span = entry.value?.span ?? entry.key.span;
    const value: ScalarNode = { type: 'scalar', span, style: 'plain', text: '', value: null };
    this.unknown.add(value);
    return withValue(entry, value);
  }

  #node(node: YamlNode, owner: Span): YamlNode {
    if (node.type === 'scalar') {
      if (!this.#nodes.knowsScalar(node)) this.unknown.add(node);
      return node;
    }
    const known = this.#known.get(node);
    if (known) return known;
    const pruned = this.#pruned(node, owner);
    this.#known.set(node, pruned);
    return pruned;
  }

  #pruned(node: Exclude<YamlNode, ScalarNode>, owner: Span): YamlNode {
    if (node.type === 'map') return this.map(node, owner);
    const is = node.items.map((item) => this.#nodes.item(item));
    const items = node.items.filter((_, index) => is[index] === 'known');
    const { span, flow } = node;
    const pruned: YamlNode = {
      type: 'list',
      span,
      flow,
      items: items.map(({ span, value, alias }) => ({
        span,
        value: value && this.#node(value, span),
        alias,
      })),
    };
    if (is.includes('unknown') || this.#nodes.isOpen(node, owner)) this.open.add(pruned);
    return pruned;
  }
}

function withEntries(node: MapNode, entries: readonly MapEntry[]): MapNode {
  const own = node.entries;
  if (own.length === entries.length && own.every((entry, index) => entry === entries[index])) return node;
  return { type: 'map', span: node.span, flow: node.flow, entries };
}

function withValue(entry: MapEntry, value: YamlNode | undefined): MapEntry {
  if (value === entry.value) return entry;
  const { key, span, colon, alias, merged } = entry;
  return { key, span, colon, value, alias, ...(merged && { merged }) };
}
