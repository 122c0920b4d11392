import { columnOf } from '../../yaml/lines.ts';
import type { MapEntry, MapNode, ScalarNode, Span, YamlDocument } from '../../yaml/nodes.ts';
import { FieldTexts } from './field-texts.ts';

/** Collects edits that restructure a document and leave everything else in it as it is written. */
export class Rewriter {
  readonly edits: { readonly span: Span; readonly newText: string }[] = [];
  readonly #document: YamlDocument;
  #isWhole = true;

  constructor(document: YamlDocument) {
    this.#document = document;
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
  textOf({ span }: { readonly span: Span }): string {
    return this.textBetween(span.start, span.end);
  }

  /** The text between two places. */
  textBetween(start: number, end: number): string {
    const from = this.#document.span.start;
    return this.#document.text.slice(start - from, end - from);
  }

  /** Gives a field another name. */
  rename({ key }: MapEntry, name: string): void {
    this.edits.push({ span: key.span, newText: keyLike(key, name) });
  }

  /** The fields of a map to be put together anew; undefined, and given up, where that is not safe. */
  fieldsOf(map: MapNode): FieldTexts | undefined {
    const fields = FieldTexts.of(map, this.#document);
    if (!fields) this.giveUp();
    return fields;
  }

  /** Writes the fields of a map as they are now. */
  write(fields: FieldTexts): void {
    this.edits.push(fields.edit);
  }

  /** Writes a new field of texts before another one of the same map. */
  insertBefore(entry: MapEntry, map: MapNode, text: (fields: FieldTexts) => string): void {
    const fields = this.fieldsOf(map);
    if (!fields || entry.merged) return;
    const { start } = entry.key.span;
    const at = start - this.#document.span.start;
    const margin = ' '.repeat(columnOf(this.#document.text, at));
    const lineBreak = this.#document.text.includes('\r\n') ? '\r\n' : '\n';
    const lines = text(fields).replaceAll('\n', lineBreak + margin);
    const isOneLine = map.flow && !this.textOf(map).includes('\n');
    const newText = lines + (isOneLine ? ', ' : (map.flow ? ',' : '') + lineBreak + margin);
    this.edits.push({ span: { start, end: start }, newText });
  }
}

function keyLike({ style }: ScalarNode, name: string): string {
  const quote = style === 'double-quoted' ? '"' : style === 'single-quoted' ? "'" : '';
  return `${quote}${name}${quote}`;
}
