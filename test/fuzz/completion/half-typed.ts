import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import type { Schema } from '../../../server/src/catalog/schema.ts';
import { schemaAlong } from '../../../server/src/features/completion/enclosing-object.ts';
import { stringField } from '../../../server/src/manifest/fields.ts';
import type {
  MapEntry,
  MapNode,
  ScalarNode,
  YamlDocument,
  YamlNode,
} from '../../../server/src/yaml/nodes.ts';
import type { Path } from '../../../server/src/yaml/path.ts';
import { fieldName } from '../../../server/src/yaml/tree.ts';

/** A text on the way to a manifest, and what must come of it when the item `label` is accepted at the cursor. */
export interface HalfTyped {
  /** The kind of state, by which failures are counted. */
  readonly state: string;
  /** Before and behind the cursor. */
  readonly head: string;
  readonly tail: string;
  readonly label: string;
  /** What must stand before and behind what is inserted, untouched. */
  readonly before: string;
  readonly after: string;
  /** Where the label must be found then: as a key or as the value at this path of the document of this index. */
  readonly document: number;
  readonly path: Path;
  readonly is: 'key' | { readonly value: unknown };
  /** All that is to be inserted, where that is known. */
  readonly inserted?: string;
  /** Fields that are there already. */
  readonly present: readonly string[];
}

/** Every key and every value with known alternatives of the known kinds in a document, in all states of being typed. */
export async function halfTypedStates(
  text: string,
  document: YamlDocument,
  catalog: Catalog,
): Promise<HalfTyped[]> {
  if (document.problems.length > 0 || document.root?.type !== 'map') return [];
  const schema = await schemaOf(document.root, catalog);
  if (!schema) return [];
  const maker = new StateMaker(text, document, catalog);
  await maker.map(document.root, schema, []);
  return maker.states;
}

async function schemaOf(map: MapNode, catalog: Catalog): Promise<Schema | undefined> {
  const kind = catalog.find(stringField(map, 'apiVersion') ?? '', stringField(map, 'kind') ?? '');
  if (!kind) return undefined;
  await catalog.load(kind);
  return catalog.schema(kind);
}

class StateMaker {
  readonly states: HalfTyped[] = [];
  readonly #text: string;
  readonly #document: YamlDocument;
  readonly #catalog: Catalog;

  constructor(text: string, document: YamlDocument, catalog: Catalog) {
    this.#text = text;
    this.#document = document;
    this.#catalog = catalog;
  }

  async map(map: MapNode, schema: Schema, path: Path): Promise<void> {
    const own = schema.embeddedResource ? ((await schemaOf(map, this.#catalog)) ?? schema) : schema;
    for (const entry of map.entries) {
      if (entry.merged || entry.alias) continue;
      const name = fieldName(entry.key);
      if (own.property(name)) this.#keyStates(entry, map, [...path, name]);
      const inner = schemaAlong(own, [name]);
      if (inner) await this.#value(entry.value, inner, [...path, name], entry);
    }
  }

  async #value(node: YamlNode | undefined, schema: Schema, path: Path, entry?: MapEntry): Promise<void> {
    if (node?.type === 'map') return this.map(node, schema, path);
    if (node?.type === 'scalar') {
      if (isAlternative(node, schema, path)) this.#valueStates(node, path, entry);
      return;
    }
    for (const [index, { value, alias, span }] of (node?.items ?? []).entries()) {
      if (!value || alias || !schema.items) continue;
      if (value.type === 'map' && node?.flow === false) this.#dashStates(value, span.start, [...path, index]);
      await this.#value(value, schema.items, [...path, index]);
    }
  }

  #keyStates(entry: MapEntry, map: MapNode, path: Path): void {
    const { key, value } = entry;
    const name = fieldName(key);
    if (entry.colon === undefined || key.style !== 'plain') return;
    const { start, end } = key.span;
    const colonEnd = entry.colon + 1;
    const present = namesBeside(entry, map);
    const common = { label: name, document: this.#document.index, path, is: 'key', present } as const;
    const before = this.#text.slice(0, start);
    for (const typed of lengths(name)) {
      const head = before + name.slice(0, typed);
      const withColon = this.#text.slice(end);
      this.#add({
        ...common,
        state: `key with its colon, ${typedAs(typed)}`,
        head,
        tail: withColon,
        before,
        after: withColon,
      });
      if (map.flow) {
        const rest = this.#text.slice(entry.span.end);
        this.#add({
          ...common,
          state: `flow key alone, ${typedAs(typed)}`,
          head,
          tail: rest,
          before,
          after: rest,
        });
        continue;
      }
      const lineEnd = this.#lineEnd(colonEnd);
      const isNested = value !== undefined && value.span.start > lineEnd;
      // A blank line there may as well be one among the children, and a word over items one of another list above.
      if (isNested && typed > 0) {
        const state = `key over its children, ${typedAs(typed)}`;
        const kept = this.#text.slice(lineEnd);
        const known = this.#isBelowList(value, start) ? [] : present;
        this.#add({
          ...common,
          state,
          head,
          tail: kept,
          before,
          after: kept,
          present: known,
          inserted: `${name}:`,
        });
      }
      const rest = this.#text.slice(this.#lineEnd(entry.span.end));
      this.#add({ ...common, state: `key alone, ${typedAs(typed)}`, head, tail: rest, before, after: rest });
    }
  }

  #dashStates(item: MapNode, dash: number, path: Path): void {
    const [first] = item.entries;
    if (item.flow || !first || first.merged || first.key.style !== 'plain') return;
    if (
      first.key.span.start > this.#lineEnd(dash) ||
      !/^- +$/.test(this.#text.slice(dash, first.key.span.start))
    )
      return;
    const name = fieldName(first.key);
    const before = this.#text.slice(0, dash + 1);
    const after = this.#text.slice(this.#lineEnd(first.span.end));
    const common = {
      label: name,
      document: this.#document.index,
      path: [...path, name],
      is: 'key',
      present: namesBeside(first, item),
      before,
      after,
    } as const;
    this.#add({ ...common, state: 'dash', head: before, tail: after });
    this.#add({ ...common, state: 'dash and space', head: `${before} `, tail: after });
    this.#add({ ...common, state: 'dash, space and letter', head: `${before} ${name[0]}`, tail: after });
  }

  #valueStates(node: ScalarNode, path: Path, entry: MapEntry | undefined): void {
    if (node.style === 'literal' || node.style === 'folded' || node.span.end > this.#lineEnd(node.span.start))
      return;
    const label = node.text;
    const common = {
      label,
      document: this.#document.index,
      path,
      is: { value: node.value },
      present: [],
    } as const;
    const { start, end } = node.span;
    const after = this.#text.slice(end);
    const before = this.#text.slice(0, start);
    const quote = node.style === 'plain' ? '' : this.#text[start]!;
    const comment = /^ +#/.test(after) ? ' before a comment' : '';
    for (const typed of lengths(label)) {
      const head = before + quote + label.slice(0, typed);
      const style = quote ? `${node.style} value` : 'value';
      this.#add({
        ...common,
        state: `${style}${comment}, ${typedAs(typed)}`,
        head,
        tail: quote + after,
        before,
        after,
      });
      if (quote)
        this.#add({
          ...common,
          state: `unclosed ${style}${comment}, ${typedAs(typed)}`,
          head,
          tail: after,
          before,
          after,
        });
    }
    if (!entry?.colon || quote) return;
    const colonEnd = entry.colon + 1;
    const bare = this.#text.slice(0, colonEnd);
    this.#add({
      ...common,
      state: `value right behind the colon${comment}`,
      head: bare,
      tail: after,
      before: bare,
      after,
    });
  }

  #isBelowList(value: YamlNode, key: number): boolean {
    const lineStart = this.#text.lastIndexOf('\n', key - 1) + 1;
    const above = this.#text
      .slice(0, lineStart)
      .split('\n')
      .findLast((line) => /^ *[^\s#]/.test(line));
    const column = value.span.start - (this.#text.lastIndexOf('\n', value.span.start - 1) + 1);
    return value.type === 'list' && above !== undefined && /^ */.exec(above)![0].length >= column;
  }

  #add(state: HalfTyped): void {
    this.states.push(state);
  }

  #lineEnd(offset: number): number {
    const at = this.#text.indexOf('\n', offset);
    if (at < 0) return this.#text.length;
    return this.#text[at - 1] === '\r' && at > offset ? at - 1 : at;
  }
}

function isAlternative({ value }: ScalarNode, schema: Schema, path: Path): boolean {
  if (path.length === 1 && (path[0] === 'kind' || path[0] === 'apiVersion')) return true;
  return schema.enum?.includes(value) ?? (schema.types.length === 1 && schema.types[0] === 'boolean');
}

function namesBeside(entry: MapEntry, map: MapNode): string[] {
  const name = fieldName(entry.key);
  return map.entries
    .filter((other) => other !== entry)
    .map(({ key }) => fieldName(key))
    .filter((other) => other !== name);
}

function lengths(word: string): number[] {
  return [...new Set([0, 1, 2, Math.ceil(word.length / 2)])].filter((length) => length <= word.length);
}

function typedAs(length: number): string {
  return length === 0 ? 'nothing typed' : length <= 2 ? `${length} typed` : 'half typed';
}
