import type { Schema } from '../catalog/schema.ts';
import { isOpen } from '../yaml/unknown.ts';
import { copyOf, isObject, type JsonObject } from './draft.ts';
import { Reach } from './reach.ts';

/**
 * An object of a built-in kind as Go decodes it: structs that are no pointers are always there (the spec of a Pod), and a
 * null in a list is an empty struct. Gives the same object where nothing changes, else a new one.
 */
export function fillStructs(object: JsonObject, schema: Schema): JsonObject {
  const copy = copyOf(object);
  return addStructs(copy, schema) ? copy : object;
}

/** Does to `object` itself what `fillStructs` does to a copy, and says whether anything was missing. */
export function addStructs(object: JsonObject, schema: Schema): boolean {
  return addTo(object, schema, 0);
}

/** Nothing real nests deeper. */
const deepest = 256;

function addTo(value: unknown, schema: Schema, depth: number): boolean {
  if (depth > deepest || !structs.of(schema)) return false;
  if (Array.isArray(value)) return addToItems(value, schema, depth);
  return isObject(value) && addToObject(value, schema, depth);
}

function addToItems(list: unknown[], schema: Schema, depth: number): boolean {
  const { items } = schema;
  if (items?.types[0] !== 'object') return false;
  let isChanged = false;
  for (let index = 0; index < list.length; index++) {
    if (list[index] === null || list[index] === undefined) {
      list[index] = {};
      isChanged = true;
    }
    if (addTo(list[index], items, depth + 1)) isChanged = true;
  }
  return isChanged;
}

function addToObject(object: JsonObject, schema: Schema, depth: number): boolean {
  let isChanged = false;
  for (const name of Object.keys(object)) {
    const inner = object[name];
    if (typeof inner !== 'object' || inner === null) continue;
    const declared = schema.property(name) ?? (schema.values === 'any' ? undefined : schema.values);
    if (declared && addTo(inner, declared, depth + 1)) isChanged = true;
  }
  if (isOpen(object)) return isChanged;
  for (const [name, struct] of structsOf(schema)) {
    if (object[name] !== undefined && object[name] !== null) continue;
    const empty = {};
    addTo(empty, struct, depth + 1);
    object[name] = empty;
    isChanged = true;
  }
  return isChanged;
}

/** Where structs may be missing: also a null in a list of objects is one. */
const structs = new Reach((schema) => schema.items?.types[0] === 'object' || structsOf(schema).length > 0);

const structFields = new WeakMap<Schema, readonly (readonly [string, Schema])[]>();

/** The fields that the published schema defaults to an empty object: in Go they are structs. */
function structsOf(schema: Schema): readonly (readonly [string, Schema])[] {
  const known = structFields.get(schema);
  if (known) return known;
  const found = schema.propertyNames.flatMap((name) => {
    const field = schema.property(name);
    return field && field.types[0] === 'object' && isObject(field.default) ? [[name, field] as const] : [];
  });
  structFields.set(schema, found);
  return found;
}
