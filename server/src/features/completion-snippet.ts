import type { Schema } from '../catalog/schema.ts';
import type { IndentStyle } from '../manifest/cursor.ts';

/** A field with its colon and the place for its value, as a snippet in the LSP's syntax. */
export interface FieldSnippet {
  readonly text: string;
  /** The cursor lands where a scalar is to be chosen. */
  readonly awaitsValue: boolean;
}

/**
 * The snippet of a field whose key stands at `column`: an object opens its block, a list its first item; required
 * fields inside come with it, each a tab stop.
 */
export function fieldSnippet(
  name: string,
  schema: Schema | undefined,
  column: number,
  style: IndentStyle,
): FieldSnippet {
  const writer = new SnippetWriter(style);
  writer.field(name, schema, column, 0);
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

/** Deeper than this, required fields are left to the person. */
const deepestRequired = 5;

class SnippetWriter {
  readonly #style: IndentStyle;
  #text = '';
  #stops = 0;
  #lastIsScalar = false;

  constructor(style: IndentStyle) {
    this.#style = style;
  }

  field(name: string, schema: Schema | undefined, column: number, depth: number): void {
    this.#text += `${escapeSnippet(name)}:`;
    switch (shapeOf(schema)) {
      case 'object':
        this.#newLine(column + this.#style.unit);
        this.#children(schema!, column + this.#style.unit, depth);
        return;
      case 'array':
        this.#newLine(column + this.#style.list);
        this.#item(schema!.items, column + this.#style.list, depth);
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

  #item(schema: Schema | undefined, column: number, depth: number): void {
    this.#text += '- ';
    if (shapeOf(schema) === 'object') this.#children(schema!, column + 2, depth);
    else this.#stop(true);
  }

  #children(schema: Schema, column: number, depth: number): void {
    const names = depth < deepestRequired ? snippetFields(schema) : [];
    for (const [index, name] of names.entries()) {
      if (index > 0) this.#newLine(column);
      this.field(name, schema.property(name), column, depth + 1);
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

/** The fields that come with an object: the required ones, in the order people write them. */
function snippetFields(schema: Schema): readonly string[] {
  const declared = schema.required.filter((name) => schema.property(name) !== undefined);
  return declared.toSorted((left, right) => Number(right === 'name') - Number(left === 'name'));
}
