import { columnOf, lineStartAt } from '../../yaml/lines.ts';
import type { MapEntry, MapNode, Span, YamlDocument } from '../../yaml/nodes.ts';
import { fieldName } from '../../yaml/tree.ts';

/**
 * The fields of a map as texts that are put together anew: each with the comments above and behind it, its lines
 * counted from the map's own column. New texts are made in the map's style, a block of YAML or brackets of JSON.
 */
export class FieldTexts {
  readonly #document: YamlDocument;
  readonly #map: MapNode;
  readonly #parts: { readonly name: string; readonly text: string }[] = [];
  readonly #column: number;
  readonly #unit: number;
  readonly #quote: string;
  readonly #isOnOneLine: boolean;
  readonly #lineBreak: string;
  /** Where the first text begins. */
  readonly #start: number;

  /** Undefined for a map whose text cannot be taken apart: it is empty, or has comments between its brackets. */
  static of(map: MapNode, document: YamlDocument): FieldTexts | undefined {
    const entries = map.entries.filter(({ merged }) => !merged);
    if (entries.length === 0 || entries.some(({ colon }) => colon === undefined)) return undefined;
    const texts = new FieldTexts(map, entries, document);
    return map.flow && texts.#hasCommentsBetween(entries) ? undefined : texts;
  }

  private constructor(map: MapNode, entries: readonly MapEntry[], document: YamlDocument) {
    this.#document = document;
    this.#map = map;
    this.#lineBreak = document.text.includes('\r\n') ? '\r\n' : '\n';
    const first = entries[0]!;
    const { style } = first.key;
    this.#quote = style === 'double-quoted' ? '"' : style === 'single-quoted' ? "'" : '';
    this.#isOnOneLine = map.flow && !this.#slice(map.span.start, map.span.end).includes('\n');
    this.#column = this.#columnOf(first.span.start);
    this.#unit = this.#unitOf(entries);
    this.#start = map.flow ? first.span.start : this.#commentsAbove(first.span.start);
    let start = this.#start;
    for (const entry of entries) {
      const end = map.flow ? entry.span.end : this.#lineEnd(entry.span.end);
      const from = map.flow ? entry.span.start : start;
      this.#parts.push({ name: fieldName(entry.key), text: this.#withoutIndent(from, end) });
      start = this.#lineEnd(end) + this.#lineBreak.length;
    }
  }

  has(name: string): boolean {
    return this.#parts.some((part) => part.name === name);
  }

  /** All texts, in their order. */
  get texts(): string[] {
    return this.#parts.map(({ text }) => text);
  }

  /**
   * Puts texts in the place of the first of some fields, made of the texts of those that are there. Does nothing where
   * none is there.
   */
  combine(names: readonly string[], make: (taken: ReadonlyMap<string, string>) => readonly string[]): void {
    const at = this.#parts.findIndex(({ name }) => names.includes(name));
    if (at < 0) return;
    const taken = new Map(
      this.#parts.filter(({ name }) => names.includes(name)).map(({ name, text }) => [name, text]),
    );
    const others = this.#parts.filter(({ name }) => !taken.has(name));
    const made = make(taken).map((text) => ({ name: '', text }));
    this.#parts.splice(0, this.#parts.length, ...others.slice(0, at), ...made, ...others.slice(at));
  }

  /** Puts texts behind all fields. */
  append(texts: readonly string[]): void {
    for (const text of texts) this.#parts.push({ name: '', text });
  }

  /** The text of a field with a value that is written as it is. */
  scalar(name: string, value: string): string {
    const isWord = this.#quote === '"' && !/^(?:".*"|true|false|null|-?\d+|[[{].*)$/s.test(value);
    return `${this.#key(name)} ${isWord ? JSON.stringify(value) : value}`;
  }

  /** The text of a field of another map, its key in the quotes of this one. */
  requoted(text: string): string {
    const { comments, field } = withoutComments(text);
    return comments + field.replace(/^(["']?)(\w+)\1/, `${this.#quote}$2${this.#quote}`);
  }

  /** The text of a field that holds a map of these. */
  map(name: string, texts: readonly string[]): string {
    if (!this.#map.flow) return `${this.#key(name)}\n${indented(texts.join('\n'), this.#unit)}`;
    return `${this.#key(name)} ${this.#brackets('{', '}', texts)}`;
  }

  /** The text of a field that holds a list of maps of these. */
  list(name: string, items: readonly (readonly string[])[]): string {
    if (this.#map.flow)
      return `${this.#key(name)} ${this.#brackets(
        '[',
        ']',
        items.map((item) => this.#brackets('{', '}', item)),
      )}`;
    const lines = items.map((item) => `- ${indented(item.join('\n'), 2).slice(2)}`);
    return `${this.#key(name)}\n${lines.join('\n')}`;
  }

  /** The edit that writes the fields as they are now. */
  get edit(): { readonly span: Span; readonly newText: string } {
    const entries = this.#map.entries.filter(({ merged }) => !merged);
    const { end } = entries.at(-1)!.span;
    const separator = this.#map.flow ? (this.#isOnOneLine ? ', ' : ',\n') : '\n';
    const [first, ...others] = this.texts.join(separator).split('\n');
    const margin = ' '.repeat(this.#column);
    const isLineStart = !this.#map.flow && this.#columnOf(this.#start) === 0;
    const lines = [
      isLineStart ? margin + first : first,
      ...others.map((line) => (line === '' ? '' : margin + line)),
    ];
    return {
      span: { start: this.#start, end: this.#map.flow ? end : this.#lineEnd(end) },
      newText: lines.join(this.#lineBreak),
    };
  }

  #key(name: string): string {
    return `${this.#quote}${name}${this.#quote}:`;
  }

  #brackets(open: string, close: string, texts: readonly string[]): string {
    if (this.#isOnOneLine) return `${open}${texts.join(', ')}${close}`;
    return `${open}\n${indented(texts.join(',\n'), this.#unit)}\n${close}`;
  }

  #withoutIndent(start: number, end: number): string {
    const [first, ...others] = this.#slice(start, end).split(/\r?\n/);
    const margin = new RegExp(`^ {0,${this.#column}}`);
    const isLineStart = this.#columnOf(start) === 0;
    return [
      isLineStart ? first!.replace(margin, '') : first,
      ...others.map((line) => line.replace(margin, '')),
    ].join('\n');
  }

  /** Where the lines of comments right above a field begin; the field itself where it is not alone on its line. */
  #commentsAbove(offset: number): number {
    const { text, span } = this.#document;
    const at = offset - span.start;
    let lineStart = lineStartAt(text, at);
    if (text.slice(lineStart, at).trim() !== '') return offset;
    let first = offset;
    while (lineStart > 0) {
      const above = lineStartAt(text, lineStart - 1);
      if (!/^[ \t]*#/.test(text.slice(above, lineStart))) break;
      first = span.start + above;
      lineStart = above;
    }
    return first;
  }

  #hasCommentsBetween(entries: readonly MapEntry[]): boolean {
    return entries.some((entry, index) => {
      const from = entries[index - 1]?.span.end ?? this.#map.span.start;
      return this.#slice(from, entry.span.start).includes('#');
    });
  }

  #unitOf(entries: readonly MapEntry[]): number {
    if (this.#map.flow) {
      const start = this.#map.span.start - this.#document.span.start;
      const line = this.#document.text.slice(lineStartAt(this.#document.text, start));
      return Math.max(1, this.#column - /^ */.exec(line)![0].length);
    }
    for (const { value } of entries) {
      if (value?.type !== 'map' || value.flow) continue;
      const deeper = this.#columnOf(value.span.start) - this.#column;
      if (deeper > 0) return deeper;
    }
    return this.#depthBelowParent();
  }

  /** How much deeper the fields stand than the key or dash that they belong to. */
  #depthBelowParent(): number {
    const { text, span } = this.#document;
    let lineStart = lineStartAt(text, this.#map.span.start - span.start);
    while (lineStart > 0) {
      lineStart = lineStartAt(text, lineStart - 1);
      const line = text.slice(lineStart);
      const column = /^ *(?:- +)*/.exec(line)![0].length;
      if (column < this.#column && /^[ -]*[^\s#]/.test(line)) return this.#column - column;
    }
    return 2;
  }

  #columnOf(offset: number): number {
    return columnOf(this.#document.text, offset - this.#document.span.start);
  }

  #lineEnd(offset: number): number {
    const { text, span } = this.#document;
    const end = text.indexOf('\n', offset - span.start);
    const last = end < 0 ? text.length : end;
    return span.start + (text[last - 1] === '\r' ? last - 1 : last);
  }

  #slice(start: number, end: number): string {
    const from = this.#document.span.start;
    return this.#document.text.slice(start - from, end - from);
  }
}

/** The text of a field with another name. */
export function renamed(text: string, name: string, newName: string): string {
  const key = new RegExp(
    `^((?:[ \\t]*(?:#[^\\n]*)?\\n)*(["']?))${name.replace(/[.$]/g, '\\$&')}(?=\\2[ \\t]*:)`,
  );
  return text.replace(key, (_, before: string) => before + newName);
}

/** The comments above a field, and the rest of its text. */
export function withoutComments(text: string): { comments: string; field: string } {
  const comments = /^(?:[ \t]*(?:#[^\n]*)?\n)*/.exec(text)![0];
  return { comments, field: text.slice(comments.length) };
}

function indented(text: string, by: number): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(by));
}
