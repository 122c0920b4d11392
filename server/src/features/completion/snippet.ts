import type { Schema } from '../../catalog/schema.ts';
import type { IndentStyle } from '../../manifest/cursor.ts';
import { snippetFields } from './snippet-fields.ts';

/** A field with its colon and the place for its value, as a snippet in the LSP's syntax. */
export interface FieldSnippet {
  readonly text: string;
  /** The cursor lands where a scalar is to be chosen. */
  readonly awaitsValue: boolean;
}

/**
 * The snippet of a field of `parent` whose key stands at `column`: an object opens its block, a list its first item;
 * required fields inside come with it, each a tab stop.
 */
export function fieldSnippet(name: string, parent: Schema, column: number, style: IndentStyle): FieldSnippet {
  const writer = new SnippetWriter(style);
  writer.field(name, parent.property(name), column, [parent.name ?? '']);
  return writer.finish();
}

/** The same inside `{}`: on one line. */
export function flowFieldSnippet(name: string, schema: Schema | undefined, style: IndentStyle): FieldSnippet {
  const shape = shapeOf(schema);
  const value = shape === 'object' ? '{$0}' : shape === 'array' ? '[$0]' : '$0';
  return { text: `${fieldKey(name, style)}: ${value}`, awaitsValue: shape === 'scalar' };
}

/** A key as the document writes it, in snippet syntax. */
export function fieldKey(name: string, { quoted }: IndentStyle): string {
  return escapeSnippet(quoted ? JSON.stringify(name) : name);
}

/** What a schema's values are written as. */
export function shapeOf(schema: Schema | undefined): 'object' | 'array' | 'scalar' {
  if (schema?.types.length !== 1) return 'scalar';
  const [type] = schema.types;
  return type === 'object' || type === 'array' ? type : 'scalar';
}

/** Text that a snippet inserts as it is. */
export function escapeSnippet(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}

/** The text that a snippet inserts; undefined where it has tab stops. */
export function withoutStops(snippet: string): string | undefined {
  return /(?<!\\)(?:\\\\)*\$[\d{]/.test(snippet) ? undefined : snippet.replace(/\\([\\$}])/g, '$1');
}

/** Deeper than this, required fields are left to the person. */
const deepestRequired = 6;

class SnippetWriter {
  readonly #style: IndentStyle;
  #text = '';
  #stops = 0;
  #lastIsScalar = false;

  constructor(style: IndentStyle) {
    this.#style = style;
  }

  /** `ancestors` are the names of the definitions around the field, the innermost last. */
  field(name: string, schema: Schema | undefined, column: number, ancestors: readonly string[]): void {
    this.#text += `${escapeSnippet(name)}:`;
    switch (shapeOf(schema)) {
      case 'object':
        this.#newLine(column + this.#style.unit);
        this.#children(schema!, column + this.#style.unit, ancestors);
        return;
      case 'array':
        this.#newLine(column + this.#style.list);
        this.#item(schema!.items, column + this.#style.list, ancestors);
        return;
      default:
        this.#text += ' ';
        this.#stop(true);
    }
  }

  finish(): FieldSnippet {
    const single = this.#stops === 1;
    const text = single ? this.#text.replace('$1', '$0') : this.#text;
    return { text, awaitsValue: single && this.#lastIsScalar };
  }

  #item(schema: Schema | undefined, column: number, ancestors: readonly string[]): void {
    this.#text += '- ';
    if (shapeOf(schema) === 'object') this.#children(schema!, column + 2, ancestors);
    else this.#stop(true);
  }

  #children(schema: Schema, column: number, ancestors: readonly string[]): void {
    const names = ancestors.length <= deepestRequired ? snippetFields(schema, ancestors) : [];
    for (const [index, name] of names.entries()) {
      if (index > 0) this.#newLine(column);
      this.field(name, schema.property(name), column, [...ancestors, schema.name ?? '']);
    }
    if (names.length === 0) this.#stop(false);
  }

  #newLine(column: number): void {
    this.#text += `${this.#style.lineBreak}${' '.repeat(column)}`;
  }

  #stop(scalar: boolean): void {
    this.#stops++;
    this.#lastIsScalar = scalar;
    this.#text += `$${this.#stops}`;
  }
}
