import type { JsonType, Schema } from '../catalog/schema.ts';
import { setField } from '../yaml/own-field.ts';
import { isOpen } from '../yaml/unknown.ts';
import { copyOf, isObject, type JsonObject } from './draft.ts';
import { SchemaSearch, type Searched } from './schema-search.ts';

/**
 * An object of a built-in kind as Go decodes it: structs that are no pointers are always there (the spec of a Pod), and a
 * null in a list or a map is its type's zero value. Gives the same object where nothing changes, else a new one; `copy` as of
 * `applyDefaults`.
 */
export function fillStructs(
  object: JsonObject,
  schema: Schema,
  copy: (object: JsonObject) => JsonObject = copyOf,
): JsonObject {
  const filled = copy(object);
  return addStructs(filled, schema) ? filled : object;
}

/** Does to `object` itself what `fillStructs` does to a copy, and says whether anything was missing. */
export function addStructs(object: JsonObject, schema: Schema): boolean {
  const searched = missing.at(schema);
  return searched !== undefined && addTo(object, searched, 0);
}

/** What Go has where an object says nothing, or null. */
interface Missing {
  /** The fields that are structs. */
  readonly structs: readonly NamedSchema[];
  /** Makes what stands for null in a list. */
  readonly item: Zero | undefined;
  /** Makes what stands for null in a map. */
  readonly value: Zero | undefined;
}

interface NamedSchema {
  readonly name: string;
  readonly schema: Schema;
}

type Zero = () => unknown;

/** Where structs may be missing, or a null may stand for something. Of strings in a map the rules know that themselves. */
const missing = new SchemaSearch<Missing>((schema) => {
  const { items, values } = schema;
  const structs = items ? [] : structsOf(schema);
  const item = items && zeroOf(items);
  const value = values && values !== 'any' ? zeroOf(values) : undefined;
  const isHere = structs.length > 0 || item || (value && value !== zeros.string);
  return isHere ? { structs, item, value } : undefined;
});

/** The fields that the published schema defaults to an empty object: in Go they are structs. */
function structsOf(schema: Schema): readonly NamedSchema[] {
  return schema.propertyNames.flatMap((name) => {
    const field = schema.property(name);
    return field && field.types[0] === 'object' && isObject(field.default) ? { name, schema: field } : [];
  });
}

/** Nothing real nests deeper. */
const deepest = 256;

function addTo(value: unknown, searched: Searched<Missing>, depth: number): boolean {
  if (typeof value !== 'object' || depth > deepest) return false;
  if (Array.isArray(value)) return addToItems(value, searched, depth);
  return isObject(value) && addToObject(value, searched, depth);
}

function addToItems(list: unknown[], { found, items }: Searched<Missing>, depth: number): boolean {
  const zero = found?.item;
  let isChanged = false;
  for (let index = 0; index < list.length; index++) {
    if (zero && (list[index] === null || list[index] === undefined)) {
      list[index] = zero();
      isChanged = true;
    }
    if (items && addTo(list[index], items, depth + 1)) isChanged = true;
  }
  return isChanged;
}

function addToObject(object: JsonObject, searched: Searched<Missing>, depth: number): boolean {
  const { found, fields } = searched;
  let isChanged = addToEntries(object, searched, depth);
  if (fields.size > 0) {
    // An object has few of the fields that it may have.
    for (const name in object) {
      const inner = object[name];
      const within = typeof inner === 'object' ? fields.get(name) : undefined;
      if (within && addTo(inner, within, depth + 1)) isChanged = true;
    }
  }
  if (!found) return isChanged;
  for (const { name, schema } of found.structs) {
    const inner = object[name];
    if (inner !== undefined && inner !== null) continue;
    if (isOpen(object)) return isChanged;
    const empty = {};
    const within = missing.at(schema);
    if (within) addTo(empty, within, depth + 1);
    setField(object, name, empty);
    isChanged = true;
  }
  return isChanged;
}

/** Does the same to what a map has beside the fields that its schema declares. */
function addToEntries(object: JsonObject, searched: Searched<Missing>, depth: number): boolean {
  const { schema, found, values } = searched;
  const zero = found?.value;
  if (!zero && !values) return false;
  let isChanged = false;
  for (const name of Object.keys(object)) {
    const inner = object[name];
    if (typeof inner !== 'object' || schema.property(name)) continue;
    if (inner === null && zero) {
      setField(object, name, zero());
      isChanged = true;
    }
    if (values && addTo(object[name], values, depth + 1)) isChanged = true;
  }
  return isChanged;
}

/** Makes what Go has where null is an item or a map's value; undefined of what may be any JSON, where it is null itself. */
function zeroOf(schema: Schema): Zero | undefined {
  const [type] = schema.types;
  if (schema.name?.endsWith('.Quantity')) return () => '0';
  if (schema.intOrString) return () => 0;
  if (type === undefined || schema.open || schema.format === 'date-time') return undefined;
  return zeros[type];
}

const zeros: Readonly<Partial<Record<JsonType, Zero>>> = {
  object: () => ({}),
  string: () => '',
  integer: () => 0,
  number: () => 0,
  boolean: () => false,
};
