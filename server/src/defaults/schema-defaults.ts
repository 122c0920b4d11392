import type { Schema } from '../catalog/schema.ts';
import { type Draft, isObject } from './draft.ts';
import { SchemaSearch } from './schema-search.ts';

/**
 * Fills in the `default`s of a custom resource's structural schema, as the API server does: also inside what was filled
 * in, and in place of a null where null is not allowed. Such a null without a default is dropped.
 */
export function fillStructuralDefaults(draft: Draft, schema: Schema): void {
  walk(draft, schema, structural);
}

/**
 * Fills in the defaults that a built-in kind's schema publishes. Zero values are left out: they stand for "absent" in the
 * API server's own types, not for something it fills in.
 */
export function fillPublishedDefaults(draft: Draft, schema: Schema): void {
  walk(draft, schema, published);
}

interface Dialect {
  /** Whether a field's schema is part of the dialect; what is not is left alone. */
  covers(field: Schema): boolean;
  /** Whether a default is one that the server fills in. */
  fills(value: unknown): boolean;
  /** Whether the server takes a null in such a field away. */
  drops(field: Schema): boolean;
  /** Where such defaults are, where that pays: a custom schema is walked for few objects. */
  readonly search?: SchemaSearch;
  /** What `filledFields` has found out. */
  readonly known: WeakMap<Schema, readonly FilledField[]>;
}

const structural: Dialect = {
  /** Only the metadata is a definition with a name; the server defaults it by other means. */
  covers: (field) => field.name === undefined,
  fills: (value) => value !== undefined,
  drops: (field) => !field.nullable,
  known: new WeakMap(),
};

const published: Dialect = {
  covers: () => true,
  fills: (value) => (typeof value === 'string' && value !== '') || (typeof value === 'number' && value !== 0),
  drops: () => false,
  known: new WeakMap(),
  search: new SchemaSearch((schema) => filledFields(schema, published).length > 0),
};

function walk(draft: Draft, schema: Schema, dialect: Dialect): void {
  for (const [name, field] of filledFields(schema, dialect)) {
    if (draft.value[name] === null && field.nullable) continue;
    if (!draft.has(name)) draft.fill({ [name]: field.default });
  }
  for (const name of Object.keys(draft.value)) {
    if (typeof draft.value[name] !== 'object') continue;
    const field = schema.property(name);
    if (field && dialect.covers(field)) {
      if (draft.value[name] !== null || !field.nullable) walkField(draft, name, field, dialect);
    } else if (!field && schema.values !== undefined && schema.values !== 'any') {
      walkField(draft, name, schema.values, dialect);
    }
  }
}

/** The fields of a schema that have defaults: few, and asked for again and again. */
function filledFields(schema: Schema, dialect: Dialect): readonly FilledField[] {
  const known = dialect.known.get(schema);
  if (known) return known;
  const found = schema.propertyNames.flatMap((name): FilledField[] => {
    const field = schema.property(name);
    return field && dialect.covers(field) && dialect.fills(field.default) ? [[name, field]] : [];
  });
  dialect.known.set(schema, found);
  return found;
}

type FilledField = readonly [name: string, field: Schema];

function walkField(draft: Draft, name: string, schema: Schema, dialect: Dialect): void {
  if (dialect.search && !dialect.search.finds(schema)) return;
  const value = draft.value[name];
  if (value === null && dialect.drops(schema)) {
    delete draft.value[name];
    return;
  }
  if (isObject(value)) {
    const inner = draft.at(name);
    if (inner) walk(inner, schema, dialect);
    return;
  }
  const items = Array.isArray(value) ? schema.items : undefined;
  if (items) for (const entry of draft.each(name)) walk(entry, items, dialect);
}
