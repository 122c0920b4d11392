import type {
  ListItem,
  ListNode,
  MapEntry,
  MapNode,
  ScalarNode,
  ScalarStyle,
  Span,
  YamlNode,
  YamlProblem,
} from './nodes.ts';
import {
  type Origin,
  PlacedEntry,
  PlacedItem,
  PlacedList,
  PlacedMap,
  PlacedProblem,
  PlacedScalar,
} from './placed.ts';

/** The most nodes that aliases may add to one document, all expansions counted: beyond it is an alias bomb. */
export const aliasLimit = 100_000;

/** Makes one document's nodes: what both ways of parsing share. Offsets are relative to the origin. */
export class TreeBuilder {
  readonly origin: Origin;
  readonly problems: YamlProblem[] = [];
  readonly #anchors = new Map<string, Anchored>();
  readonly #open = new Set<string>();
  #expanded = 0;

  constructor(origin: Origin) {
    this.origin = origin;
  }

  /** Reports a problem once per place and code. */
  problem(code: string, message: string, start: number, end: number): void {
    const known = this.problems.some(
      (problem) => problem.code === code && (problem as PlacedProblem).from === start,
    );
    if (!known && this.problems.length < problemLimit) {
      this.problems.push(new PlacedProblem(this.origin, start, end, code, message));
    }
  }

  scalar(start: number, end: number, style: ScalarStyle, text: string, tag?: string): ScalarNode {
    return new PlacedScalar(this.origin, start, end, style, text, tag);
  }

  /** A map of these entries: merge keys merged in, duplicates reported. */
  map(start: number, end: number, flow: boolean, written: MapEntry[]): MapNode {
    const merges = written.some(isMerge) ? written.filter(isMerge) : [];
    const entries = merges.length > 0 ? written.filter((entry) => !isMerge(entry)) : written;
    this.#reportDuplicates(entries);
    for (const merge of merges) this.#merge(entries, merge);
    return new PlacedMap(this.origin, start, end, flow, entries, merges.length > 0 ? merges : undefined);
  }

  entry(
    key: ScalarNode,
    colon: number | undefined,
    value: Value | undefined,
    start: number,
    end: number,
  ): MapEntry {
    return new PlacedEntry(this.origin, start, end, key, colon, value?.node, value?.alias);
  }

  list(start: number, end: number, flow: boolean, items: ListItem[]): ListNode {
    return new PlacedList(this.origin, start, end, flow, items);
  }

  item(start: number, end: number, value: Value | undefined): ListItem {
    return new PlacedItem(this.origin, start, end, value?.node, value?.alias);
  }

  /** Says that an anchor's node is being read, so that an alias to it inside is refused. */
  openAnchor(name: string): void {
    this.#open.add(name);
    this.#anchors.delete(name);
  }

  closeAnchor(name: string, node: YamlNode | undefined): void {
    this.#open.delete(name);
    this.#anchors.set(name, { node, size: undefined });
  }

  /** The value that `*name` stands for. */
  alias(name: string, start: number, end: number): Value | undefined {
    const anchored = this.#anchors.get(name);
    if (!anchored) {
      const inside = this.#open.has(name);
      const message = inside
        ? `\`*${name}\` stands inside its own anchor \`&${name}\``
        : `No anchor \`&${name}\` stands before \`*${name}\``;
      this.problem(inside ? 'recursive-alias' : 'unknown-alias', message, start, end);
      return undefined;
    }
    if (!anchored.node) return undefined;
    anchored.size ??= sizeOf(anchored.node);
    this.#expanded += anchored.size;
    if (this.#expanded > aliasLimit) {
      this.problem('too-many-aliases', 'The aliases of this document expand to too many values', start, end);
      return undefined;
    }
    return { node: anchored.node, alias: { start, end } };
  }

  #reportDuplicates(entries: readonly MapEntry[]): void {
    if (entries.length < 2) return;
    const seen = new Set<string>();
    for (const { key } of entries) {
      const before = seen.size;
      const name = fieldName(key);
      if (seen.add(name).size > before) continue;
      const { from, to } = key as PlacedScalar;
      this.problem('duplicate-key', `\`${name}\` is already in this map`, from, to);
    }
  }

  #merge(entries: MapEntry[], merge: MapEntry): void {
    const sources =
      merge.value?.type === 'list' ? merge.value.items.map((item) => item.value) : [merge.value];
    const present = new Set(entries.map((entry) => fieldName(entry.key)));
    for (const source of sources) {
      if (source?.type !== 'map') {
        const { from, to } = merge as PlacedEntry;
        if (source) this.problem('bad-merge', '`<<` merges maps only', from, to);
        continue;
      }
      for (const entry of source.entries) {
        const name = fieldName(entry.key);
        if (present.has(name)) continue;
        present.add(name);
        entries.push((entry as PlacedEntry).asMerged());
      }
    }
  }
}

/** A value and, where it came by one, the alias it came by (offsets relative to the origin). */
export interface Value {
  node: YamlNode;
  alias?: Span;
}

/** The name of the field that a key stands for: the server turns numbers and booleans into strings. */
export function fieldName(key: ScalarNode): string {
  if (key.style !== 'plain') return key.text;
  const value = key.value;
  return value === null ? key.text : String(value);
}

const problemLimit = 100;

interface Anchored {
  node: YamlNode | undefined;
  size: number | undefined;
}

function isMerge(entry: MapEntry): boolean {
  return entry.key.text === '<<' && entry.key.style === 'plain' && entry.colon !== undefined;
}

/** How many values a node holds, aliases expanded. */
function sizeOf(node: YamlNode): number {
  let size = 1;
  const pending: YamlNode[] = [node];
  for (let next = pending.pop(); next; next = pending.pop()) {
    size++;
    if (size > aliasLimit) break;
    if (next.type === 'map') for (const { value } of next.entries) value && pending.push(value);
    if (next.type === 'list') for (const { value } of next.items) value && pending.push(value);
  }
  return size;
}
