import {
  MutableEntry,
  MutableItem,
  MutableList,
  MutableMap,
  type MutableNode,
  MutableProblem,
  MutableScalar,
  type Origin,
} from './mutable-nodes.ts';
import type { ScalarNode, ScalarStyle, Span } from './nodes.ts';
import type { SyntaxCode } from './syntax-code.ts';

/** The most nodes that aliases may add to one document, all expansions counted: beyond it is an alias bomb. */
export const aliasLimit = 100_000;

/** Makes one document's nodes: what both ways of parsing share. Offsets are relative to the origin. */
export class TreeBuilder {
  readonly origin: Origin;
  readonly problems: MutableProblem[] = [];
  /** Most documents have none. */
  #anchors: Map<string, Anchored> | undefined;
  #open: Set<string> | undefined;
  #expanded = 0;

  constructor(origin: Origin) {
    this.origin = origin;
  }

  /** Reports a problem once per place and code. */
  problem(code: SyntaxCode, message: string, start: number, end: number): void {
    if (this.isFull) {
      this.#noteRest(start, end);
      return;
    }
    const known = this.problems.some((problem) => problem.code === code && problem.from === start);
    if (!known) this.problems.push(new MutableProblem(this.origin, start, end, code, message));
  }

  /** Whether it takes no more problems: a message for one need not be written. */
  get isFull(): boolean {
    return this.problems.length >= problemLimit;
  }

  /** Says at the first problem that is not told that it is not. */
  #noteRest(start: number, end: number): void {
    if (this.problems.length > problemLimit) return;
    this.problems.push(new MutableProblem(this.origin, start, end, 'not-checked', restOfProblems));
  }

  scalar(start: number, end: number, style: ScalarStyle, text: string, tag?: string): MutableScalar {
    return new MutableScalar(this.origin, start, end, style, text, tag);
  }

  /** A map of these entries: merge keys merged in, duplicates reported. */
  map(start: number, end: number, flow: boolean, written: MutableEntry[]): MutableMap {
    if (!hasMerge(written)) {
      this.#reportDuplicates(written);
      return new MutableMap(this.origin, start, end, flow, written, undefined);
    }
    const entries = written.filter((entry) => !isMerge(entry));
    const merges = written.filter(isMerge);
    this.#reportDuplicates(entries);
    this.#mergeAll(entries, merges);
    return new MutableMap(this.origin, start, end, flow, entries, merges);
  }

  entry(
    key: MutableScalar,
    colon: number | undefined,
    value: Value | undefined,
    start: number,
    end: number,
  ): MutableEntry {
    return new MutableEntry(this.origin, start, end, key, colon, value?.node, value?.alias);
  }

  list(start: number, end: number, flow: boolean, items: MutableItem[]): MutableList {
    return new MutableList(this.origin, start, end, flow, items);
  }

  item(start: number, end: number, value: Value | undefined): MutableItem {
    return new MutableItem(this.origin, start, end, value?.node, value?.alias);
  }

  /** Says that an anchor's node is being read, so that an alias to it inside is refused. */
  openAnchor(name: string): void {
    this.origin.hasAnchors = true;
    this.#open ??= new Set();
    this.#open.add(name);
    this.#anchors?.delete(name);
  }

  closeAnchor(name: string, node: MutableNode | undefined): void {
    this.origin.hasAnchors = true;
    this.#open?.delete(name);
    this.#anchors ??= new Map();
    this.#anchors.set(name, { node, size: undefined });
  }

  /** The value that `*name` stands for. */
  alias(name: string, start: number, end: number): Value | undefined {
    const anchored = this.#anchors?.get(name);
    if (!anchored) {
      const inside = this.#open?.has(name);
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

  #reportDuplicates(entries: readonly MutableEntry[]): void {
    if (entries.length < 2 || (entries.length <= fewEntries && areDifferent(entries))) return;
    const seen = new Set<string>();
    for (const { key } of entries) {
      const before = seen.size;
      const name = fieldName(key);
      if (seen.add(name).size > before) continue;
      if (this.isFull) {
        this.#noteRest(key.from, key.to);
        return;
      }
      this.#reportDuplicate(key, name, entries);
    }
  }

  /** Only keys of one type are duplicates to the server, which reads `1` and `"1"` as two until both become a name. */
  #reportDuplicate(key: MutableScalar, name: string, entries: readonly MutableEntry[]): void {
    const { from, to } = key;
    const isSame = entries.some(
      (other) =>
        other.key !== key &&
        other.key.from < from &&
        fieldName(other.key) === name &&
        keyType(other.key) === keyType(key),
    );
    if (isSame) this.problem('duplicate-key', `\`${name}\` is already in this map`, from, to);
    else {
      const message = `\`${name}\` is already in this map, written as another type: the server takes either value`;
      this.problem('ambiguous-key', message, from, to);
    }
  }

  /**
   * Merges in the order of the text, as the server does: a key behind `<<` replaces what was merged, and `<<` replaces
   * what stands before it. (YAML itself gives way to every key of the map.)
   */
  #mergeAll(entries: MutableEntry[], merges: readonly MutableEntry[]): void {
    const places = new Map(entries.map((entry) => [fieldName(entry.key), entry.from]));
    const mergedAt = new Map<string, number>();
    for (const merge of merges) {
      const { from } = merge;
      const replaced: string[] = [];
      const replacing: string[] = [];
      for (const [name, entry] of this.#merged(merge, replacing)) {
        const place = places.get(name);
        if (place !== undefined && place > from) replacing.push(name);
        else {
          if (place !== undefined) replaced.push(name);
          places.set(name, from);
          const known = mergedAt.get(name) ?? entries.length;
          mergedAt.set(name, known);
          entries[known] = entry.asMerged();
        }
      }
      this.#reportReplaced(merge, replaced, replacing);
    }
  }

  /** What a `<<` brings in; of several maps the first that has a key. Names that come twice are put into `twice`. */
  #merged({ value, key }: MutableEntry, twice: string[]): Map<string, MutableEntry> {
    const merged = new Map<string, MutableEntry>();
    for (const source of value?.type === 'list' ? value.items.map((item) => item.value) : [value]) {
      if (source?.type !== 'map') {
        this.#refuseMerge(key, source);
        continue;
      }
      const own = new Map(source.entries.map((entry) => [fieldName(entry.key), entry]));
      for (const [name, entry] of own) {
        if (merged.has(name)) twice.push(name);
        else merged.set(name, entry);
      }
    }
    return merged;
  }

  /** Of an alias that stands for nothing it is said already. */
  #refuseMerge({ from, to }: MutableScalar, source: MutableNode | undefined): void {
    const isLost =
      source === undefined &&
      this.problems.some((problem) => aliasProblems.has(problem.code) && problem.from > to);
    if (!isLost) this.problem('bad-merge', '`<<` merges maps only', from, to);
  }

  #reportReplaced(merge: MutableEntry, replaced: readonly string[], replacing: readonly string[]): void {
    const { from, to } = merge.key;
    if (replaced.length > 0) {
      const message = `This \`<<\` replaces ${listed(replaced)} above it: write \`<<\` first, or leave one out`;
      this.problem('merge-replaces', message, from, to);
    }
    if (replacing.length > 0) {
      const message = `What \`<<\` merges is replaced: ${listed(replacing)}. As YAML the API server's strict check refuses this; kubectl and Apply send JSON, in which it is gone`;
      this.problem('merge-replaced', message, from, to);
    }
  }
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => `\`${name}\``);
  return names.length > shown.length ? `${shown.join(', ')}, …` : shown.join(', ');
}

/** A value and, where it came by one, the alias it came by (offsets relative to the origin). */
export interface Value {
  node: MutableNode;
  alias?: Span;
}

/** The name of the field that a key stands for: the server turns numbers and booleans into strings. */
export function fieldName(key: ScalarNode): string {
  if (key.style !== 'plain') return key.text;
  const { value } = key;
  if (typeof value === 'string') return value;
  if (value === null) return key.text;
  return typeof value === 'number' && keyType(key) === 'float' ? floatName(value) : String(value);
}

/** The type that a key has before it becomes a name. */
function keyType({ style, text, value }: ScalarNode): string {
  if (style !== 'plain' || typeof value === 'string') return 'string';
  if (typeof value === 'boolean' || value === null) return typeof value;
  if (typeof value === 'bigint') return 'integer';
  const isWhole = Number.isSafeInteger(value) && (!/[.eE]/.test(text) || /^[-+]?0[xX]/.test(text));
  return isWhole ? 'integer' : 'float';
}

/** A float as Go names it: the fewest digits that are enough for 32 bits, with an exponent from a million on. */
function floatName(value: number): string {
  if (Number.isNaN(value)) return '.nan';
  if (!Number.isFinite(value)) return value < 0 ? '-.inf' : '.inf';
  const short = Math.fround(value);
  let digits = 1;
  while (digits < 9 && Math.fround(Number(short.toPrecision(digits))) !== short) digits++;
  const [mantissa, exponent] = short.toExponential(digits - 1).split('e') as [string, string];
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(Number(short.toPrecision(digits)));
  const sign = power < 0 ? '-' : '+';
  return `${mantissa}e${sign}${String(Math.abs(power)).padStart(2, '0')}`;
}

const problemLimit = 100;

const restOfProblems = `This document has more than ${problemLimit} faults of YAML: from here on they are not told. Mend those above, and the next are`;

const aliasProblems = new Set(['unknown-alias', 'recursive-alias', 'too-many-aliases']);

interface Anchored {
  node: MutableNode | undefined;
  size: number | undefined;
}

/** So many are compared one by one faster than by a set. */
const fewEntries = 6;

function areDifferent(entries: readonly MutableEntry[]): boolean {
  for (let index = 1; index < entries.length; index++) {
    const name = fieldName(entries[index]!.key);
    for (let before = 0; before < index; before++) if (fieldName(entries[before]!.key) === name) return false;
  }
  return true;
}

function hasMerge(entries: readonly MutableEntry[]): boolean {
  for (let index = 0; index < entries.length; index++) if (isMerge(entries[index]!)) return true;
  return false;
}

function isMerge(entry: MutableEntry): boolean {
  return entry.key.text === '<<' && entry.key.style === 'plain' && entry.colon !== undefined;
}

/** How many values a node holds, aliases expanded. */
function sizeOf(node: MutableNode): number {
  let size = 1;
  const pending: MutableNode[] = [node];
  for (let next = pending.pop(); next; next = pending.pop()) {
    size++;
    if (size > aliasLimit) break;
    if (next.type === 'map') for (const { value } of next.entries) value && pending.push(value);
    if (next.type === 'list') for (const { value } of next.items) value && pending.push(value);
  }
  return size;
}
