import type { Schema } from '../catalog/schema.ts';

/** A schema as a walk sees it that looks for something, and enters only where there is some. */
export interface Searched<Found> {
  readonly schema: Schema;
  /** What is looked for, where the schema itself has it. */
  readonly found: Found | undefined;
  /** The declared fields in whose values there is some, by their names. */
  readonly fields: ReadonlyMap<string, Searched<Found>>;
  /** The items of a list, where there is some in them. */
  readonly items: Searched<Found> | undefined;
  /** What a map has beside its declared fields, where there is some in it. */
  readonly values: Searched<Found> | undefined;
}

/** Looks for something in schemas: in each once, and in what applies inside its values. */
export class SchemaSearch<Found> {
  readonly #look: (schema: Schema) => Found | undefined;
  readonly #known = new WeakMap<Schema, boolean>();
  readonly #searched = new WeakMap<Schema, Searched<Found>>();

  /** `look` gives what a schema itself has of it. */
  constructor(look: (schema: Schema) => Found | undefined) {
    this.#look = look;
  }

  /** The schema for a walk; undefined where neither it nor anything inside its values has what is looked for. */
  at(schema: Schema): Searched<Found> | undefined {
    const known = this.#searched.get(schema);
    if (known || !this.#isThere(schema)) return known;
    const searched = new SearchedSchema(schema, this.#look(schema), this);
    this.#searched.set(schema, searched);
    return searched;
  }

  #isThere(schema: Schema): boolean {
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    const found = this.#search(schema);
    this.#known.set(schema, found);
    return found;
  }

  /** Schemas may be recursive, and a large one is walked before it is searched: what is in an object is little of it. */
  #search(root: Schema): boolean {
    const seen = new Set([root]);
    for (const schema of seen) {
      if (seen.size > mostSearched) return true;
      const known = this.#known.get(schema);
      if (known || (known === undefined && this.#look(schema) !== undefined)) return true;
      if (known === undefined) for (const inner of schemasIn(schema)) seen.add(inner);
    }
    // All that can be reached from one of them has been seen, too.
    for (const schema of seen) this.#known.set(schema, false);
    return false;
  }
}

/** Knows its parts once they were asked for, so that the next walk asks nobody. */
class SearchedSchema<Found> implements Searched<Found> {
  readonly schema: Schema;
  readonly found: Found | undefined;
  readonly #search: SchemaSearch<Found>;
  #fields: ReadonlyMap<string, Searched<Found>> | undefined;
  #items: Searched<Found> | 'none' | undefined;
  #values: Searched<Found> | 'none' | undefined;

  constructor(schema: Schema, found: Found | undefined, search: SchemaSearch<Found>) {
    this.schema = schema;
    this.found = found;
    this.#search = search;
  }

  get fields(): ReadonlyMap<string, Searched<Found>> {
    this.#fields ??= this.#searchFields();
    return this.#fields;
  }

  get items(): Searched<Found> | undefined {
    const { items } = this.schema;
    this.#items ??= (items && this.#search.at(items)) ?? 'none';
    return this.#items === 'none' ? undefined : this.#items;
  }

  get values(): Searched<Found> | undefined {
    this.#values ??= this.#searchValues() ?? 'none';
    return this.#values === 'none' ? undefined : this.#values;
  }

  #searchFields(): Map<string, Searched<Found>> {
    const fields = new Map<string, Searched<Found>>();
    for (const name of this.schema.propertyNames) {
      const field = this.schema.property(name);
      const within = field && this.#search.at(field);
      if (within) fields.set(name, within);
    }
    return fields;
  }

  #searchValues(): Searched<Found> | undefined {
    const { values } = this.schema;
    return values && values !== 'any' ? this.#search.at(values) : undefined;
  }
}

const mostSearched = 60;

function schemasIn(schema: Schema): Schema[] {
  const found: Schema[] = [];
  for (const name of schema.propertyNames) {
    const field = schema.property(name);
    if (field) found.push(field);
  }
  if (schema.items) found.push(schema.items);
  if (schema.values && schema.values !== 'any') found.push(schema.values);
  return found;
}
