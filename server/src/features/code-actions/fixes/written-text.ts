import type { IndentStyle } from '../../../manifest/cursor.ts';
import { indentStyle } from '../../../manifest/indent-style.ts';
import { columnOf, lineEndAt, lineStartAt } from '../../../yaml/lines.ts';
import type { MapEntry, Span, YamlDocument } from '../../../yaml/nodes.ts';
import type { JudgedText } from './judge.ts';
import { PrintedPlaces } from './printed-places.ts';

/** The text of a file around one of its documents, by offsets of the file. */
export class WrittenText {
  readonly text: string;
  readonly document: YamlDocument;
  /** What of it is printed together, where it is a template. */
  readonly printed: PrintedPlaces | undefined;
  #style: IndentStyle | undefined;

  constructor({ text, template }: Pick<JudgedText, 'text' | 'template'>, document: YamlDocument) {
    this.text = text;
    this.document = document;
    this.printed = template && new PrintedPlaces(text, template);
  }

  /** How the document is indented. */
  get style(): IndentStyle {
    const { text, document } = this;
    this.#style ??= indentStyle({ text, span: document.span, document, typedUnit: undefined, probe: '\0' });
    return this.#style;
  }

  slice({ start, end }: Span): string {
    return this.text.slice(start, end);
  }

  columnOf(offset: number): number {
    return columnOf(this.text, offset);
  }

  lineStart(offset: number): number {
    return lineStartAt(this.text, offset);
  }

  /** Where the line of an offset ends, before its line break. */
  lineEnd(offset: number): number {
    return lineEndAt(this.text, offset);
  }

  /** Where the line below starts; the end of the text below the last one. */
  nextLine(offset: number): number {
    const end = this.text.indexOf('\n', offset);
    return end < 0 ? this.text.length : end + 1;
  }

  /** Whether nothing but white space stands before an offset on its line. */
  beginsLine(offset: number): boolean {
    return this.slice({ start: this.lineStart(offset), end: offset }).trim() === '';
  }

  /** Where an entry of a block ends: behind its last line's comment, before the line break. */
  endOf({ span }: Pick<MapEntry, 'span'>): number {
    let { end } = span;
    while (end > span.start && /\s/.test(this.text[end - 1]!)) end--;
    return this.lineEnd(end);
  }

  /** The same behind the blocks of a template that are opened in the entry; undefined where something else is in these. */
  endWithBlocks(entry: Pick<MapEntry, 'span'>): number | undefined {
    const end = this.endOf(entry);
    return this.printed ? this.printed.withBlocks({ start: entry.span.start, end }) : end;
  }

  /** How many spaces the line of an offset begins with. */
  indentAt(offset: number): number {
    const start = this.lineStart(offset);
    return /^ */.exec(this.slice({ start, end: this.lineEnd(start) }))![0].length;
  }

  /** Lines that stand at one column, at another; the first without its indentation. */
  reindented(text: string, from: number, to: number): string {
    const [first = '', ...others] = text.split('\n');
    const margin = new RegExp(`^ {0,${from}}`);
    const lines = others.map((line) =>
      line.trim() === '' ? line : ' '.repeat(to) + line.replace(margin, ''),
    );
    return [first.replace(margin, ''), ...lines].join('\n');
  }
}
