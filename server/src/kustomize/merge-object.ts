import type { Schema } from '../catalog/schema.ts';
import { isObject, type JsonObject } from '../defaults/draft.ts';

/**
 * An object with a strategic merge patch merged into it: lists whose schema has a merge key item by item, others replaced,
 * null taken away. What is given stays as it is.
 */
export function mergeObject(object: JsonObject, patch: JsonObject, schema: Schema | undefined): JsonObject {
  return merged(object, patch, schema) as JsonObject;
}

function merged(value: unknown, patch: unknown, schema: Schema | undefined): unknown {
  if (Array.isArray(patch)) return mergedList(value, patch, schema);
  return isObject(patch) ? mergedMap(value, patch, schema) : patch;
}

function mergedMap(value: unknown, patch: JsonObject, schema: Schema | undefined): JsonObject {
  const fields = new Map(isObject(value) && patch.$patch !== 'replace' ? Object.entries(value) : []);
  for (const [name, part] of Object.entries(patch)) {
    if (name.startsWith('$')) continue;
    if (part === null) fields.delete(name);
    else fields.set(name, merged(fields.get(name), part, fieldSchema(schema, name)));
  }
  return Object.fromEntries(fields);
}

function fieldSchema(schema: Schema | undefined, name: string): Schema | undefined {
  const values = schema?.values;
  return schema?.property(name) ?? (values === 'any' ? undefined : values);
}

function mergedList(value: unknown, patch: readonly unknown[], schema: Schema | undefined): unknown[] {
  const isMerged = schema?.patchStrategy.includes('merge') && !patch.some(isReplacement);
  const before: readonly unknown[] = isMerged && Array.isArray(value) ? value : [];
  const key = schema?.patchMergeKey;
  if (key === undefined) return [...new Set([...before, ...patch.filter((item) => !isDirective(item))])];
  const items = new Map<unknown, unknown>();
  for (const item of before) items.set(keyOf(item, key), item);
  for (const item of patch) {
    if (isReplacement(item)) continue;
    const identity = keyOf(item, key);
    if (isObject(item) && item.$patch === 'delete') items.delete(identity);
    else items.set(identity, merged(items.get(identity), item, schema?.items));
  }
  return [...items.values()];
}

/** An item without the key is like no other. */
function keyOf(item: unknown, key: string): unknown {
  return (isObject(item) ? item[key] : undefined) ?? item;
}

function isReplacement(item: unknown): boolean {
  return isObject(item) && item.$patch === 'replace';
}

function isDirective(item: unknown): boolean {
  return isObject(item) && '$patch' in item;
}
