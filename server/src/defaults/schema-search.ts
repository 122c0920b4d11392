import type { Schema } from '../catalog/schema.ts';

/**
 * Tells of a schema whether it, or one that applies somewhere inside its values, may have something that is looked for: a
 * walk need not enter what has not. Searched once for each schema.
 */
export class SchemaSearch {
  readonly #has: (schema: Schema) => boolean;
  readonly #known = new WeakMap<Schema, boolean>();

  constructor(has: (schema: Schema) => boolean) {
    this.#has = has;
  }

  finds(schema: Schema): boolean {
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
      if (known || (known === undefined && this.#has(schema))) return true;
      if (known === undefined) for (const inner of schemasIn(schema)) seen.add(inner);
    }
    // All that can be reached from one of them has been seen, too.
    for (const schema of seen) this.#known.set(schema, false);
    return false;
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
