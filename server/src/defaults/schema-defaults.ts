import type { Schema } from '../catalog/schema.ts';
import { type Draft, isObject } from './draft.ts';

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
}

const structural: Dialect = {
  /** Only the metadata is a definition with a name; the server defaults it by other means. */
  covers: (field) => field.name === undefined,
  fills: (value) => value !== undefined,
  drops: (field) => !field.nullable,
};

const published: Dialect = {
  covers: () => true,
  fills: (value) => (typeof value === 'string' && value !== '') || (typeof value === 'number' && value !== 0),
  drops: () => false,
};

function walk(draft: Draft, schema: Schema, dialect: Dialect): void {
  for (const name of schema.propertyNames) {
    const field = schema.property(name);
    if (!field || !dialect.covers(field)) continue;
    if (draft.value[name] === null && field.nullable) continue;
    if (!draft.has(name) && dialect.fills(field.default)) draft.fill({ [name]: field.default });
    walkField(draft, name, field, dialect);
  }
  const values = schema.values;
  if (values === undefined || values === 'any') return;
  for (const name of Object.keys(draft.value)) {
    if (!schema.property(name)) walkField(draft, name, values, dialect);
  }
}

function walkField(draft: Draft, name: string, schema: Schema, dialect: Dialect): void {
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
