import type { Schema } from '../catalog/schema.ts';
import { type Draft, isObject } from './draft.ts';

/**
 * Fills in the `default`s of a custom resource's structural schema, as the API server does: also inside what was filled
 * in, and in place of a null where null is not allowed.
 */
export function fillStructuralDefaults(draft: Draft, schema: Schema): void {
  walk(draft, schema, () => true);
}

/**
 * Fills in the defaults that a built-in kind's schema publishes. Zero values are left out: they stand for "absent" in the
 * API server's own types, not for something it fills in.
 */
export function fillPublishedDefaults(draft: Draft, schema: Schema): void {
  walk(
    draft,
    schema,
    (value) => (typeof value === 'string' && value !== '') || (typeof value === 'number' && value !== 0),
  );
}

function walk(draft: Draft, schema: Schema, counts: (value: unknown) => boolean): void {
  for (const name of schema.propertyNames) {
    const field = schema.property(name);
    if (!field) continue;
    if (draft.value[name] === null && field.nullable) continue;
    if (!draft.has(name) && field.default !== undefined && counts(field.default)) {
      draft.fill({ [name]: field.default });
    }
    walkField(draft, name, field, counts);
  }
  const values = schema.values;
  if (values === undefined || values === 'any') return;
  for (const name of Object.keys(draft.value)) {
    if (!schema.property(name)) walkField(draft, name, values, counts);
  }
}

function walkField(draft: Draft, name: string, schema: Schema, counts: (value: unknown) => boolean): void {
  const value = draft.value[name];
  if (isObject(value)) {
    const inner = draft.at(name);
    if (inner) walk(inner, schema, counts);
    return;
  }
  const items = Array.isArray(value) ? schema.items : undefined;
  if (items) for (const entry of draft.each(name)) walk(entry, items, counts);
}
