import { isObject, type JsonObject } from '../defaults/draft.ts';
import { jsonPointerParts } from './json-patch.ts';

/**
 * An object after the operations of a JSON patch (RFC 6902) that write or take away; those that cannot be done, and those
 * that move what is there, are left out. What is given stays as it is.
 */
export function applyOperations(object: JsonObject, operations: readonly unknown[]): JsonObject {
  let result: unknown = object;
  for (const operation of operations) {
    if (!isObject(operation) || typeof operation.path !== 'string') continue;
    const parts = jsonPointerParts(operation.path);
    if (operation.op === 'remove') result = changed(result, parts, remove);
    if (operation.op === 'add' || operation.op === 'replace') {
      const write = operation.op === 'add' ? add : replace;
      result = changed(result, parts, write(operation.value));
    }
  }
  return isObject(result) ? result : object;
}

/** Changes a map or list at one of its parts; gives it as it is where it cannot. */
type Change = (holder: Map<string, unknown> | unknown[], part: string) => void;

function changed(value: unknown, [part, ...rest]: readonly string[], change: Change): unknown {
  if (part === undefined) return value;
  if (Array.isArray(value)) {
    const items = [...value];
    const index = Number(part);
    if (rest.length === 0) change(items, part);
    else if (index in items) items[index] = changed(items[index], rest, change);
    return items;
  }
  if (!isObject(value)) return value;
  const fields = new Map(Object.entries(value));
  if (rest.length === 0) change(fields, part);
  else if (fields.has(part)) fields.set(part, changed(fields.get(part), rest, change));
  return Object.fromEntries(fields);
}

const add =
  (value: unknown): Change =>
  (holder, part) => {
    if (!Array.isArray(holder)) holder.set(part, value);
    else holder.splice(part === '-' ? holder.length : Number(part), 0, value);
  };

const replace =
  (value: unknown): Change =>
  (holder, part) => {
    if (!Array.isArray(holder)) holder.set(part, value);
    else if (Number(part) in holder) holder[Number(part)] = value;
  };

const remove: Change = (holder, part) => {
  if (!Array.isArray(holder)) holder.delete(part);
  else if (Number(part) in holder) holder.splice(Number(part), 1);
};
