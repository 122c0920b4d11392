import type { Schema } from '../catalog/schema.ts';
import { ownField } from '../yaml/own-field.ts';
import { type Draft, isObject } from './draft.ts';
import { SchemaSearch, type Searched } from './schema-search.ts';

/**
 * Fills in the defaults that a built-in kind's schema publishes. Zero values are left out: they stand for "absent" in the
 * API server's own types, not for something it fills in.
 */
export function fillPublishedDefaults(draft: Draft, schema: Schema): void {
  const searched = defaulted.at(schema);
  if (searched) fill(draft, searched);
}

/** A field with a default that the server fills in. */
interface DefaultedField {
  readonly name: string;
  readonly field: Schema;
}

const defaulted = new SchemaSearch<readonly DefaultedField[]>((schema) => {
  const found = schema.propertyNames.flatMap((name) => {
    const field = schema.property(name);
    return field && isFilled(field.default) ? { name, field } : [];
  });
  return found.length > 0 ? found : undefined;
});

function isFilled(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || (typeof value === 'number' && value !== 0);
}

function fill(draft: Draft, { schema, found, fields, values }: Searched<readonly DefaultedField[]>): void {
  for (const { name, field } of found ?? []) {
    if (draft.value[name] === null && field.nullable) continue;
    if (!draft.has(name)) draft.fill({ [name]: field.default });
  }
  if (fields.size > 0) {
    // An object has few of the fields that it may have.
    for (const name in draft.value) {
      const within = typeof draft.value[name] === 'object' ? fields.get(name) : undefined;
      if (within) fillField(draft, name, within);
    }
  }
  if (!values) return;
  for (const name of Object.keys(draft.value)) {
    if (!schema.property(name)) fillField(draft, name, values);
  }
}

function fillField(draft: Draft, name: string, within: Searched<readonly DefaultedField[]>): void {
  const value = ownField(draft.value, name);
  if (isObject(value)) {
    const inner = draft.at(name);
    if (inner) fill(inner, within);
  } else if (Array.isArray(value) && within.items) {
    for (const entry of draft.each(name)) fill(entry, within.items);
  }
}
