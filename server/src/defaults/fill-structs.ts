import type { JsonType, Schema } from '../catalog/schema.ts';
import { ownField, setField } from '../yaml/own-field.ts';
import { isOpen } from '../yaml/unknown.ts';
import { copyOf, isObject, type JsonObject } from './draft.ts';
import { SchemaSearch } from './schema-search.ts';

/**
 * An object of a built-in kind as Go decodes it: structs that are no pointers are always there (the spec of a Pod), and a
 * null in a list or a map is its type's zero value. Gives the same object where nothing changes, else a new one.
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
  if (depth > deepest || !structs.finds(schema)) return false;
  if (Array.isArray(value)) return addToItems(value, schema, depth);
  return isObject(value) && addToObject(value, schema, depth);
}

function addToItems(list: unknown[], schema: Schema, depth: number): boolean {
  const { items } = schema;
  if (!items) return false;
  const zero = zeroOf(items);
  let isChanged = false;
  for (let index = 0; index < list.length; index++) {
    if (zero && (list[index] === null || list[index] === undefined)) {
      list[index] = zero();
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
    if (typeof inner !== 'object') continue;
    const declared = schema.property(name);
    const value = schema.values === 'any' ? undefined : schema.values;
    const isEntry = inner === null && !declared;
    const zero = isEntry && value ? zeroOf(value) : undefined;
    if (zero) {
      setField(object, name, zero());
      isChanged = true;
    }
    const within = declared ?? value;
    if (within && addTo(object[name], within, depth + 1)) isChanged = true;
  }
  if (isOpen(object)) return isChanged;
  for (const [name, struct] of structsOf(schema)) {
    const inner = ownField(object, name);
    if (inner !== undefined && inner !== null) continue;
    const empty = {};
    addTo(empty, struct, depth + 1);
    setField(object, name, empty);
    isChanged = true;
  }
  return isChanged;
}

/** Where structs may be missing, or a null may stand for something. Of strings in a map the rules know that themselves. */
const structs = new SchemaSearch((schema) => {
  const { items, values } = schema;
  if (items ? zeroOf(items) : structsOf(schema).length > 0) return true;
  const zero = values && values !== 'any' ? zeroOf(values) : undefined;
  return zero !== undefined && zero !== zeros.string;
});

/** Makes what Go has where null is an item or a map's value; undefined of what may be any JSON, where it is null itself. */
function zeroOf(schema: Schema): (() => unknown) | undefined {
  const [type] = schema.types;
  if (schema.name?.endsWith('.Quantity')) return () => '0';
  if (schema.intOrString) return () => 0;
  if (type === undefined || schema.open || schema.format === 'date-time') return undefined;
  return zeros[type];
}

const zeros: Readonly<Partial<Record<JsonType, () => unknown>>> = {
  object: () => ({}),
  string: () => '',
  integer: () => 0,
  number: () => 0,
  boolean: () => false,
};

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
