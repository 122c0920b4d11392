import type { Schema } from '../../../catalog/schema.ts';
import { requiredFields } from '../../../checks/schema/required-fields.ts';
import type { IndentStyle } from '../../../manifest/cursor.ts';
import type { Path } from '../../../yaml/path.ts';
import { quoteString } from '../../../yaml/stringify.ts';
import { schemaAlong } from '../../completion/enclosing-object.ts';
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
function skeletonOf(name: string, schema: Schema | undefined, ancestors: readonly string[]): Skeleton {
  const shape = shapeOf(schema);
  if (shape === 'scalar')
    return { is: 'value', placeholder: placeholderOf(name, schema, ancestors.at(-1) ?? '') };
  if (shape === 'array') return { is: 'list', items: [skeletonOf(name, schema!.items, ancestors)] };
  return objectOf(name, schema!, ancestors);
}

function objectOf(name: string, schema: Schema, ancestors: readonly string[]): Skeleton {
  const isDeep = ancestors.length > deepest;
  const asked = [...snippetFields(schema, ancestors), ...requiredFields(schema), ...oneOfSeveral(schema)];
  const names = isDeep ? [] : [...new Set(asked)];
  const inside = [...ancestors, schema.name ?? ''];
  const fields = names.map((field) => [field, skeletonOf(field, schema.property(field), inside)] as const);
  if (fields.length === 0 && mapsOfStrings.has(name)) {
    return { is: 'object', fields: [['app', { is: 'value', placeholder: string(replaceMe) }]] };
  }
  return { is: 'object', fields };
}

/** Of several fields one of which validation asks for without naming them, the one that is of use most often. */
export function oneOfSeveral({ name }: Schema): readonly string[] {
  return name?.endsWith('.PersistentVolumeSpec') ? ['csi'] : [];
}

/** Deeper than this, fields are left to the person. */
const deepest = 10;

/** Labels and what selects by them: of one workload they are to be the same. */
const mapsOfStrings = new Set(['labels', 'matchLabels', 'selector']);

/**
 * The skeleton of the field at a path of an object's schema, with what a path from there leads to; undefined where there is no
 * such field.
 */
export function skeletonAlong(root: Schema, path: Path, [next, ...rest]: Path): Skeleton | undefined {
  const schema = schemaAlong(root, path);
  if (!schema) return undefined;
  const name = path.findLast((part) => typeof part === 'string') ?? '';
  const skeleton = skeletonOf(name, schema, definitionsAround(root, path.slice(0, -1)));
  const child = next === undefined ? undefined : skeletonAlong(root, [...path, next], rest);
  if (next === undefined || !child) return skeleton;
  if (skeleton.is === 'list') return typeof next === 'number' ? { is: 'list', items: [child] } : skeleton;
  if (skeleton.is !== 'object') return skeleton;
  const others = skeleton.fields.filter(([field]) => field !== next);
  return { is: 'object', fields: [...others, [String(next), child]] };
}

/** The fields of a schema that words name. */
export function fieldsNamedIn(words: string, schema: Schema | undefined): string[] {
  const names = new Set(words.replaceAll(' not ', ' ').match(/\w+/g));
  return [...names].filter((name) => schema?.property(name) !== undefined);
}

function definitionsAround(root: Schema, path: Path): string[] {
  return Array.from({ length: path.length + 1 }, (_, depth) => schemaAlong(root, path.slice(0, depth)))
    .filter((around) => around !== undefined && around.items === undefined)
    .map((around) => around?.name ?? '');
}

/** How a skeleton is written: as it is, or as a snippet, whose tab stops are counted. */
export class SkeletonWriter {
  readonly #style: IndentStyle;
  readonly #as: 'text' | 'snippet';
  #stops = 0;

  constructor(style: IndentStyle, as: 'text' | 'snippet') {
    this.#style = style;
    this.#as = as;
  }

  /** The lines of `name: ...`, its key at column 0. */
  field(name: string, skeleton: Skeleton): string {
    return `${this.#plain(quoteString(name))}:${this.value(skeleton)}`;
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
        return this.#flowValue(skeleton.placeholder);
      case 'object':
        return `{${skeleton.fields.map(([name, inner]) => this.flowField(name, inner)).join(', ')}${this.#closing}`;
      case 'list':
        return `[${skeleton.items.map((item) => this.flow(item)).join(', ')}]`;
    }
  }

  #flowValue(placeholder: Placeholder): string {
    const { isString, text } = placeholder;
    return isString
      ? `"${this.#stop(placeholder, JSON.stringify(text).slice(1, -1))}"`
      : this.#stop(placeholder, text);
  }

  get #closing(): string {
    return this.#as === 'snippet' ? '\\}' : '}';
  }

  /** What comes behind the colon of a key at column 0: a space and a value, or lines. */
  value(skeleton: Skeleton): string {
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

  #stop({ choices, settled }: Placeholder, text: string): string {
    if (this.#as === 'text') return text;
    if (settled) return escapeSnippet(text);
    this.#stops++;
    if (choices.length > 1 && choices.every(isPlainWord)) return `\${${this.#stops}|${choices.join(',')}|}`;
    return `\${${this.#stops}:${escapeSnippet(text)}}`;
  }

  #plain(text: string): string {
    return this.#as === 'snippet' ? escapeSnippet(text) : text;
  }
}

/** Whether a text is itself in a list of choices, and in YAML without quotes. */
function isPlainWord(text: string): boolean {
  return /^[\w./-]+$/.test(text) && quoteString(text) === text;
}

/** Lines whose first stands where it is and whose others stand deeper. */
export function indentedBy(columns: number, lines: string): string {
  return lines.replaceAll('\n', `\n${' '.repeat(columns)}`);
}
