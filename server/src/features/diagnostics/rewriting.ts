import { lineStartAt } from '../../yaml/lines.ts';
import type { MapEntry, MapNode, ScalarNode, Span, YamlDocument, YamlNode } from '../../yaml/nodes.ts';

/** What is written in a document's place: texts of scalars as they stand, in maps. */
export type Written = string | { readonly [key: string]: Written };

/** Collects edits that restructure a document and leave everything else in it as it is written. */
export class Rewriting {
  readonly edits: { readonly span: Span; readonly newText: string }[] = [];
  readonly #document: YamlDocument;
  readonly #lineBreak: string;
  #isWhole = true;

  constructor(document: YamlDocument) {
    this.#document = document;
    this.#lineBreak = document.text.includes('\r\n') ? '\r\n' : '\n';
  }

  /** Whether all that was asked for could be done. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Something in the text has a shape that no edit here is safe for. */
  giveUp(): void {
    this.#isWhole = false;
  }

  /** What stands there, quotes included. */
  textOf({ span }: YamlNode): string {
    const { start } = this.#document.span;
    return this.#document.text.slice(span.start - start, span.end - start);
  }

  /** Gives a field another name. */
  rename({ key }: MapEntry, name: string): void {
    this.edits.push({ span: key.span, newText: this.#keyLike(key, name) });
  }

  /** Writes a new field before another one of the same map. */
  insertBefore(entry: MapEntry, map: MapNode, name: string, value: Written): void {
    const { start } = entry.key.span;
    const column = this.#column(start);
    const key = this.#keyLike(entry.key, name);
    const text = map.flow
      ? `${key}: ${flow(value, this.#quote(entry.key))}, `
      : `${block({ [key]: value }, column, this.#unitOf(entry, column), this.#lineBreak)}${this.#lineBreak}${' '.repeat(column)}`;
    this.edits.push({ span: { start, end: start }, newText: text });
  }

  /**
   * Writes other fields in the place of some that stand next to each other in a map. `parent` is the key of that map.
   */
  replaceEntries(
    parent: ScalarNode,
    map: MapNode,
    entries: readonly MapEntry[],
    fields: { readonly [key: string]: Written },
  ): void {
    const places = entries.map((entry) => map.entries.indexOf(entry)).sort((left, right) => left - right);
    const first = map.entries[places[0]!]!;
    const last = map.entries[places.at(-1)!]!;
    const isTogether = places.every((place, index) => place === places[0]! + index);
    const between = this.#slice(first.span.start, last.span.end);
    if (!isTogether || between.includes('#')) {
      this.giveUp();
      return;
    }
    const column = this.#column(first.span.start);
    const unit = map.flow ? 2 : Math.max(1, column - this.#column(parent.span.start));
    const quote = this.#quote(first.key);
    const newText = map.flow
      ? Object.entries(fields)
          .map(([key, value]) => `${quote}${key}${quote}: ${flow(value, quote)}`)
          .join(', ')
      : block(fields, column, unit, this.#lineBreak);
    this.edits.push({ span: { start: first.span.start, end: last.span.end }, newText });
  }

  #keyLike(key: ScalarNode, name: string): string {
    const quote = this.#quote(key);
    return `${quote}${name}${quote}`;
  }

  #quote({ style }: ScalarNode): string {
    return style === 'double-quoted' ? '"' : style === 'single-quoted' ? "'" : '';
  }

  #unitOf({ value }: MapEntry, column: number): number {
    if (value?.type !== 'map' || value.flow) return 2;
    const deeper = this.#column(value.span.start) - column;
    return deeper > 0 ? deeper : 2;
  }

  #column(offset: number): number {
    const at = offset - this.#document.span.start;
    return at - lineStartAt(this.#document.text, at);
  }

  #slice(start: number, end: number): string {
    const from = this.#document.span.start;
    return this.#document.text.slice(start - from, end - from);
  }
}

/** Keys of a block map on lines of their own, the first one where the cursor is. */
function block(
  fields: { readonly [key: string]: Written },
  column: number,
  unit: number,
  lineBreak: string,
): string {
  const separator = `${lineBreak}${' '.repeat(column)}`;
  return Object.entries(fields)
    .map(([key, value]) => {
      if (typeof value === 'string') return `${key}: ${value}`;
      const deeper = column + unit;
      return `${key}:${lineBreak}${' '.repeat(deeper)}${block(value, deeper, unit, lineBreak)}`;
    })
    .join(separator);
}

function flow(value: Written, quote: string): string {
  if (typeof value === 'string') return quote === '"' ? jsonScalar(value) : value;
  const inner = Object.entries(value).map(([key, one]) => {
    const isQuoted = /^["']/.test(key);
    return `${isQuoted ? key : `${quote}${key}${quote}`}: ${flow(one, quote)}`;
  });
  return `{${inner.join(', ')}}`;
}

/** JSON quotes every string; what is quoted or a number already stays. */
function jsonScalar(text: string): string {
  return /^(?:"|-?\d+(?:\.\d+)?$)/.test(text) ? text : JSON.stringify(text);
}
