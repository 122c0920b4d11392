import type { Schema } from '../catalog/schema.ts';
import { isOpen } from '../yaml/unknown.ts';
import { isObject, type JsonObject } from './draft.ts';

/**
 * An object of a built-in kind as Go decodes it: structs that are no pointers are always there (the spec of a Pod), and a
 * null in a list is an empty struct. Gives the same object where nothing changes.
 */
export function fillStructs(object: JsonObject, schema: Schema): JsonObject {
  return filled(object, schema, 0) as JsonObject;
}

/** Nothing real nests deeper. */
const deepest = 256;

function filled(value: unknown, schema: Schema, depth: number): unknown {
  if (depth > deepest) return value;
  if (Array.isArray(value)) return filledList(value, schema, depth);
  return isObject(value) ? filledObject(value, schema, depth) : value;
}

function filledList(list: readonly unknown[], schema: Schema, depth: number): readonly unknown[] {
  const { items } = schema;
  if (items?.types[0] !== 'object') return list;
  let isChanged = false;
  const filledItems = list.map((item) => {
    const result = filled(item ?? {}, items, depth + 1);
    if (result !== item) isChanged = true;
    return result;
  });
  return isChanged ? filledItems : list;
}

function filledObject(object: JsonObject, schema: Schema, depth: number): JsonObject {
  let result = object;
  const put = (name: string, value: unknown) => {
    if (result === object) result = { ...object };
    if (name !== '__proto__') result[name] = value;
    else Object.defineProperty(result, name, { value, enumerable: true, configurable: true, writable: true });
  };
  for (const name of Object.keys(object)) {
    const inner = schema.property(name) ?? (schema.values === 'any' ? undefined : schema.values);
    if (!inner || typeof object[name] !== 'object' || object[name] === null) continue;
    const value = filled(object[name], inner, depth + 1);
    if (value !== object[name]) put(name, value);
  }
  if (isOpen(object)) return result;
  for (const [name, struct] of structsOf(schema)) {
    if (object[name] === undefined || object[name] === null) put(name, filled({}, struct, depth + 1));
  }
  return result;
}

const structs = new WeakMap<Schema, readonly (readonly [string, Schema])[]>();

/** The fields that the published schema defaults to an empty object: in Go they are structs. */
function structsOf(schema: Schema): readonly (readonly [string, Schema])[] {
  const known = structs.get(schema);
  if (known) return known;
  const found = schema.propertyNames.flatMap((name) => {
    const field = schema.property(name);
    return field && field.types[0] === 'object' && isObject(field.default) ? [[name, field] as const] : [];
  });
  structs.set(schema, found);
  return found;
}
