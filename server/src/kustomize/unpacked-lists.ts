import { isObject, type JsonObject } from '../defaults/draft.ts';
import type { Path } from '../yaml/path.ts';

/** The objects that kustomize makes of a value: of a list those in it, and in the lists there. */
export function* unpackedObjects(value: unknown): Generator<JsonObject> {
  if (!isObject(value)) return;
  const items = itemsOf(value);
  if (!items) yield value;
  else for (const item of items) yield* unpackedObjects(item);
}

/** The same object with each that kustomize makes of it changed at its place. What is given stays as it is. */
export function mapUnpacked(
  object: JsonObject,
  change: (object: JsonObject, path: Path) => JsonObject,
  path: Path = [],
): JsonObject {
  const items = itemsOf(object);
  if (!items) return change(object, path);
  const changed = items.map((item, index) =>
    isObject(item) ? mapUnpacked(item, change, [...path, 'items', index]) : item,
  );
  return { ...object, items: changed };
}

/** Those of a list, which kustomize tells by its kind. */
function itemsOf({ kind, items }: JsonObject): readonly unknown[] | undefined {
  const isList = typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items);
  return isList ? items : undefined;
}
