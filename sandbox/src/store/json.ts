import { copyOf, isObject } from '../../../server/src/defaults/draft.ts';
import { setField } from '../../../server/src/yaml/own-field.ts';

/** Makes a JSON value and all it holds unchangeable, in place; stops at parts that are frozen already. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) deepFreeze(part);
  return value;
}

/** Whether two JSON values are the same; a field that is undefined counts as absent, the order of fields does not count. */
export function jsonEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => jsonEqual(item, right[index]));
  }
  const leftFields = presentFields(left);
  const rightFields = presentFields(right);
  if (leftFields.length !== rightFields.length) return false;
  const other = right as Record<string, unknown>;
  return leftFields.every(
    ([name, value]) =>
      Object.hasOwn(other, name) && other[name] !== undefined && jsonEqual(value, other[name]),
  );
}

/** A copy of a JSON value that shares nothing with it. */
export function jsonCopy<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(jsonCopy) as T;
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value))
    setField(copy, name, jsonCopy((value as Record<string, unknown>)[name]));
  return copy as T;
}

/**
 * A copy of an object that shares with it what the entries of its managedFields hold, nothing else: that may be as large as all
 * else, and nobody changes it once it is made.
 */
export function objectCopy<T extends Record<string, unknown>>(object: T): T {
  const { metadata } = object as { metadata?: { managedFields?: unknown } | null };
  const entries = metadata?.managedFields;
  if (!Array.isArray(entries)) return copyOf(object);
  const managedFields = entries.map((entry) => (isObject(entry) ? { ...entry } : entry));
  const copy = copyOf({ ...object, metadata: { ...metadata, managedFields: undefined } });
  return Object.assign(copy, { metadata: { ...copy.metadata, managedFields } });
}

function presentFields(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, part]) => part !== undefined);
}
