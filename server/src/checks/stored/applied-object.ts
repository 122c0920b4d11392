import type { Schema } from '../../catalog/schema.ts';
import { isObject, type JsonObject } from '../../defaults/draft.ts';
import { parseQuantity } from '../../rules/formats/quantity.ts';
import { setField } from '../../yaml/own-field.ts';
import type { Path } from '../../yaml/path.ts';

/** What an apply would leave in a cluster. */
export interface AppliedObject {
  readonly object: JsonObject;
  /** Where that which stands at a path of `object` is written, or what is nearest above it. */
  writtenPath(path: Path): Path;
}

/**
 * Lays a manifest over the object that a cluster has, as server-side apply does: maps field by field, keyed lists item by
 * item, what is atomic as a whole. Unlike the server it never takes a field away that is not written, since whose
 * field it is, is not known here; and it keeps the cluster's spelling of a value that is the same one. So whatever
 * differs from `live` is written otherwise. Status and metadata, which an apply does not reach or hardly, stay as they are.
 */
export function appliedObject(live: JsonObject, written: JsonObject, schema: Schema): AppliedObject {
  const merge = new Merge();
  const { metadata, status: _, ...rest } = written;
  const object = merge.map(live, rest, schema, 'apply');
  object.apiVersion = live.apiVersion;
  object.kind = live.kind;
  object.metadata = merge.metadata(live.metadata, metadata);
  return { object, writtenPath: (path) => merge.writtenPath(object, path) };
}

/** `replace`: within something atomic, of which nothing stays that is not written. */
type Mode = 'apply' | 'replace';

class Merge {
  /** Of the merged lists: where each item is written. */
  readonly #indexes = new Map<readonly unknown[], readonly (number | undefined)[]>();

  map(live: JsonObject, written: JsonObject, schema: Schema, mode: Mode): JsonObject {
    const inner = schema.mapType === 'atomic' ? 'replace' : mode;
    const result: JsonObject = {};
    for (const name of Object.keys(live)) {
      const isKept = inner === 'apply' || (schema.property(name) && typeof live[name] !== 'object');
      // Of what is atomic, a field of its own that is not written may have a default.
      if (isKept || Object.hasOwn(written, name)) setField(result, name, live[name]);
    }
    for (const name of Object.keys(written)) {
      const value = this.#value(
        Object.hasOwn(live, name) ? live[name] : undefined,
        written[name],
        fieldSchema(schema, name),
        inner,
      );
      if (value !== undefined) setField(result, name, value);
    }
    return result;
  }

  /** Finalizers are a set, and matter to an object that is being deleted. */
  metadata(live: unknown, written: unknown): unknown {
    if (!isObject(live) || !isObject(written) || !Array.isArray(written.finalizers)) return live;
    const known: unknown[] = Array.isArray(live.finalizers) ? live.finalizers : [];
    return { ...live, finalizers: this.#set(known, written.finalizers) };
  }

  writtenPath(root: JsonObject, path: Path): Path {
    const found: (string | number)[] = [];
    let node: unknown = root;
    for (const part of path) {
      if (Array.isArray(node)) {
        const indexes = this.#indexes.get(node);
        const index = indexes ? indexes[part as number] : undefined;
        if (index === undefined) return found;
        found.push(index);
      } else found.push(part);
      node = (node as Record<string | number, unknown> | undefined)?.[part];
      if (typeof node !== 'object' || node === null) node = undefined;
    }
    return found;
  }

  #value(live: unknown, written: unknown, schema: Schema | undefined, mode: Mode): unknown {
    if (written === undefined || written === null || !schema) return live;
    if (Array.isArray(written)) {
      if (!isUnset(live) && !Array.isArray(live)) return live;
      return this.#list(live ?? [], written, schema, mode);
    }
    if (isObject(written)) {
      if (!isUnset(live) && !isObject(live)) return live;
      return this.map(live ?? {}, written, schema, mode);
    }
    return scalar(live, written, schema);
  }

  #list(live: readonly unknown[], written: readonly unknown[], schema: Schema, mode: Mode): unknown {
    const { items, listType, listMapKeys } = schema;
    if (mode === 'apply' && listType === 'map' && items) {
      return this.#keyedList(live, written, items, listMapKeys);
    }
    if (mode === 'apply' && listType === 'set') return this.#set(live, written);
    const result = written.map((item, index) => this.#value(live[index], item, items, mode));
    this.#indexes.set(
      result,
      written.map((_, index) => index),
    );
    return result;
  }

  #set(live: readonly unknown[], written: readonly unknown[]): unknown {
    const added = written.filter((item) => !live.includes(item) && !isUnset(item));
    const result = [...live, ...added];
    this.#indexes.set(
      result,
      result.map((item) => indexOf(written, item)),
    );
    return result;
  }

  #keyedList(
    live: readonly unknown[],
    written: readonly unknown[],
    schema: Schema,
    keys: readonly string[],
  ): unknown {
    const keyOf = (item: unknown) => keyOfItem(item, keys, schema);
    const places = new Map(written.map((item, index) => [keyOf(item), index]));
    const known = new Set(live.map(keyOf));
    // What stands twice is refused, or was put there by other means: nothing is certain then.
    if (places.size < written.length || known.size < live.length || places.has(undefined)) return live;
    const merged = (item: unknown, index: number) => this.#value(item, written[index], schema, 'apply');
    const added = [...places].filter(([key]) => !known.has(key)).map(([, index]) => index);
    const indexes = [...live.map((item) => places.get(keyOf(item))), ...added];
    const result = indexes.map((index, at) => (index === undefined ? live[at] : merged(live[at], index)));
    this.#indexes.set(result, indexes);
    return result;
  }
}

/** The schema of a field; undefined for what the server does not know, and for what it takes as it is. */
function fieldSchema(schema: Schema, name: string): Schema | undefined {
  return schema.property(name) ?? (schema.values === 'any' ? undefined : schema.values);
}

function keyOfItem(item: unknown, keys: readonly string[], schema: Schema): string | undefined {
  if (!isObject(item)) return undefined;
  const values = keys.map((key) => (isUnset(item[key]) ? schema.property(key)?.default : item[key]));
  if (values.some((value) => typeof value === 'object' && value !== null)) return undefined;
  return JSON.stringify(values.map((value) => (typeof value === 'bigint' ? Number(value) : (value ?? null))));
}

function indexOf(list: readonly unknown[], item: unknown): number | undefined {
  const index = list.indexOf(item);
  return index < 0 ? undefined : index;
}

/** The cluster's value where the written one is the same, is none, or is of a type that the server would not take. */
function scalar(live: unknown, written: unknown, schema: Schema): unknown {
  const value = typeof written === 'bigint' ? Number(written) : written;
  if (value === '' || !fits(value, schema) || isSameScalar(live, value, schema)) return live;
  return value;
}

function fits(value: unknown, { types }: Schema): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return types.length === 0 || types.includes(typeof value as 'string' | 'boolean');
    case 'number':
      return types.length === 0 || types.includes('number') || types.includes('integer');
    default:
      return false;
  }
}

function isSameScalar(live: unknown, written: unknown, { name, format }: Schema): boolean {
  if (live === written) return true;
  if (name?.endsWith('.Quantity')) {
    const [before, after] = [parseQuantity(live), parseQuantity(written)];
    return before !== undefined && before.billionths === after?.billionths;
  }
  if (typeof live !== 'string' || typeof written !== 'string') return false;
  if (format === 'byte') return live.replace(/\s/g, '') === written.replace(/\s/g, '');
  if (format === 'date-time') return Date.parse(live) === Date.parse(written);
  return false;
}

function isUnset(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}
