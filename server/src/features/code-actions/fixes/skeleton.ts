import type { Schema } from '../../../catalog/schema.ts';
import { requiredFields } from '../../../checks/schema/required-fields.ts';
import type { IndentStyle } from '../../../manifest/cursor.ts';
import { escapeSnippet, shapeOf } from '../../completion/snippet.ts';
import { snippetFields } from '../../completion/snippet-fields.ts';
import { inYaml, type Placeholder, placeholderOf, replaceMe, string } from './placeholder.ts';

/** What is written for a field that is not there: its required fields come along, placeholders for their values. */
export type Skeleton =
  | { readonly is: 'value'; readonly placeholder: Placeholder }
  | { readonly is: 'object'; readonly fields: readonly (readonly [string, Skeleton])[] }
  | { readonly is: 'list'; readonly items: readonly Skeleton[] };

/**
 * The skeleton of a field: the fields that completion writes with it, and those that validation asks for. `ancestors` are
 * the names of the definitions around it, the innermost last.
 */
export function skeletonOf(name: string, schema: Schema | undefined, ancestors: readonly string[]): Skeleton {
  const shape = shapeOf(schema);
  if (shape === 'scalar') return { is: 'value', placeholder: placeholderOf(name, schema) };
  if (shape === 'array') return { is: 'list', items: [skeletonOf(name, schema!.items, ancestors)] };
  return objectOf(name, schema!, ancestors);
}

function objectOf(name: string, schema: Schema, ancestors: readonly string[]): Skeleton {
  const isDeep = ancestors.length > deepest;
  const names = isDeep ? [] : [...new Set([...snippetFields(schema, ancestors), ...requiredFields(schema)])];
  const inside = [...ancestors, schema.name ?? ''];
  const fields = names.map((field) => [field, skeletonOf(field, schema.property(field), inside)] as const);
  if (fields.length === 0 && mapsOfStrings.has(name)) {
    return { is: 'object', fields: [['app', { is: 'value', placeholder: string(replaceMe) }]] };
  }
  return { is: 'object', fields };
}

/** Deeper than this, fields are left to the person. */
const deepest = 6;

/** Labels and what selects by them: of one workload they are to be the same. */
const mapsOfStrings = new Set(['labels', 'matchLabels', 'selector']);

/** How a skeleton is written: as it is, or as a snippet, whose tab stops are counted. */
export class SkeletonWriter {
  readonly #style: IndentStyle;
  readonly #as: 'text' | 'snippet';
  #stops: number;

  /** `stops` is how many tab stops there are already. */
  constructor(style: IndentStyle, as: 'text' | 'snippet', stops = 0) {
    this.#style = style;
    this.#as = as;
    this.#stops = stops;
  }

  /** The lines of `name: ...`, its key at column 0. */
  field(name: string, skeleton: Skeleton): string {
    return `${this.#plain(name)}:${this.#below(skeleton)}`;
  }

  /** The lines of an item of a list, its dash at column 0. */
  item(skeleton: Skeleton): string {
    return `- ${indentedBy(2, this.#lines(skeleton))}`;
  }

  /** On one line, as in JSON: `"name": ...`. */
  flowField(name: string, skeleton: Skeleton): string {
    return `${this.#plain(JSON.stringify(name))}: ${this.flow(skeleton)}`;
  }

  /** A value on one line, as in JSON. */
  flow(skeleton: Skeleton): string {
    switch (skeleton.is) {
      case 'value':
        return skeleton.placeholder.isString
          ? `"${this.#stop(skeleton.placeholder, skeleton.placeholder.text)}"`
          : this.#stop(skeleton.placeholder, skeleton.placeholder.text);
      case 'object':
        return `{${skeleton.fields.map(([name, inner]) => this.flowField(name, inner)).join(', ')}${this.#closing}`;
      case 'list':
        return `[${skeleton.items.map((item) => this.flow(item)).join(', ')}]`;
    }
  }

  get #closing(): string {
    return this.#as === 'snippet' ? '\\}' : '}';
  }

  #below(skeleton: Skeleton): string {
    const isBlock = skeleton.is === 'list' || (skeleton.is === 'object' && skeleton.fields.length > 0);
    if (!isBlock) return ` ${this.#lines(skeleton)}`;
    const by = skeleton.is === 'list' ? this.#style.list : this.#style.unit;
    return `\n${' '.repeat(by)}${indentedBy(by, this.#lines(skeleton))}`;
  }

  #lines(skeleton: Skeleton): string {
    switch (skeleton.is) {
      case 'value':
        return this.#stop(skeleton.placeholder, inYaml(skeleton.placeholder));
      case 'object':
        if (skeleton.fields.length === 0) return `{${this.#closing}`;
        return skeleton.fields.map(([name, inner]) => this.field(name, inner)).join('\n');
      case 'list':
        return skeleton.items.map((item) => this.item(item)).join('\n');
    }
  }

  #stop({ choices }: Placeholder, text: string): string {
    if (this.#as === 'text') return text;
    this.#stops++;
    if (choices.length > 1 && choices.every((choice) => /^[\w./-]+$/.test(choice)))
      return `\${${this.#stops}|${choices.join(',')}|}`;
    return `\${${this.#stops}:${escapeSnippet(text)}}`;
  }

  #plain(text: string): string {
    return this.#as === 'snippet' ? escapeSnippet(text) : text;
  }
}

/** Lines whose first stands where it is and whose others stand deeper. */
export function indentedBy(columns: number, lines: string): string {
  return lines.replaceAll('\n', `\n${' '.repeat(columns)}`);
}
