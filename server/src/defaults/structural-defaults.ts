import type { Schema } from '../catalog/schema.ts';
import { type Draft, isObject } from './draft.ts';

/**
 * Fills in the `default`s of a custom resource's structural schema, as the API server does: also inside what was filled
 * in, and in place of a null where null is not allowed. Such a null without a default is dropped.
 */
export function fillStructuralDefaults(draft: Draft, schema: Schema): void {
  walk(draft, schema);
}

function walk(draft: Draft, schema: Schema): void {
  for (const [name, field] of filledFields(schema)) {
    if (draft.value[name] === null && field.nullable) continue;
    if (!draft.has(name)) draft.fill({ [name]: field.default });
  }
  for (const name of Object.keys(draft.value)) {
    if (typeof draft.value[name] !== 'object') continue;
    const field = schema.property(name);
    if (field && isStructural(field)) {
      if (draft.value[name] !== null || !field.nullable) walkField(draft, name, field);
    } else if (!field && schema.values !== undefined && schema.values !== 'any') {
      walkField(draft, name, schema.values);
    }
  }
}

/** Only the metadata is a definition with a name; the server defaults it by other means. */
function isStructural({ name }: Schema): boolean {
  return name === undefined;
}

type FilledField = readonly [name: string, field: Schema];

const filled = new WeakMap<Schema, readonly FilledField[]>();

/** The fields of a schema that have defaults: few, and asked for again and again. */
function filledFields(schema: Schema): readonly FilledField[] {
  const known = filled.get(schema);
  if (known) return known;
  const found = schema.propertyNames.flatMap((name): FilledField[] => {
    const field = schema.property(name);
    return field && isStructural(field) && field.default !== undefined ? [[name, field]] : [];
  });
  filled.set(schema, found);
  return found;
}

function walkField(draft: Draft, name: string, schema: Schema): void {
  const value = draft.value[name];
  if (value === null && !schema.nullable) {
    delete draft.value[name];
    return;
  }
  if (isObject(value)) {
    const inner = draft.at(name);
    if (inner) walk(inner, schema);
    return;
  }
  const items = Array.isArray(value) ? schema.items : undefined;
  if (items) for (const entry of draft.each(name)) walk(entry, items);
}
