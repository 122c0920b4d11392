import type { Schema } from '../../../server/src/catalog/schema.ts';
import { ownField, setField } from '../../../server/src/yaml/own-field.ts';
import type { KubeObject } from '../object-store.ts';
import { StatusError } from '../status-error.ts';
import { goMap } from './go-map.ts';
import { identityOf } from './identity.ts';
import { shapeOf } from './structure.ts';

export interface StrategicMergePatch {
  readonly live: KubeObject;
  readonly patch: Record<string, unknown>;
  /** The kind's schema: its patch strategies and merge keys. */
  readonly schema: Schema;
}

/**
 * `live` after an `application/strategic-merge-patch+json` patch; neither argument is changed. Lists with the
 * strategy `merge` are merged by their merge key (or as sets), all others replaced; `$patch`, `$retainKeys`,
 * `$setElementOrder/FIELD` and `$deleteFromPrimitiveList/FIELD` steer that.
 *
 * Throws a `StatusError`: 400 for a malformed directive, 500 without a reason for a patch that does not fit.
 */
export function strategicMergePatch({ live, patch, schema }: StrategicMergePatch): KubeObject {
  return mergeMap(structuredClone(live), structuredClone(patch), schema) as KubeObject;
}

type Fields = Record<string, unknown>;

const directive = '$patch';
const retainKeys = '$retainKeys';
const setElementOrder = '$setElementOrder';
const deleteFromPrimitiveList = '$deleteFromPrimitiveList';

function mergeMap(original: Fields, patch: Fields, schema: Schema | undefined): Fields {
  if (Object.hasOwn(patch, directive)) return mapOfDirective(patch);
  retain(original, patch);
  const done = mergeOrderedLists(original, patch, schema);

  for (const [key, value] of Object.entries(patch)) {
    if (done.has(key) || key === retainKeys) continue;
    if (key.startsWith(deleteFromPrimitiveList)) {
      const field = fieldOfDirective(key, deleteFromPrimitiveList);
      const list = ownField(original, field);
      if (Array.isArray(list) && Array.isArray(value)) {
        const removed = new Set(value.map((item) => identityOf(item, undefined)));
        setField(
          original,
          field,
          list.filter((item) => !removed.has(identityOf(item, undefined))),
        );
      }
    } else if (value === null) {
      delete original[key];
    } else {
      const merged = mergeField(original, key, value, schema);
      if (merged === undefined) delete original[key];
      else setField(original, key, merged);
    }
  }
  return original;
}

function mergeField(original: Fields, key: string, value: unknown, schema: Schema | undefined): unknown {
  const shape = shapeOf(value);
  const before = ownField(original, key);
  if (shape === 'scalar' || shape !== shapeOf(before)) return withoutDirectives(value);

  const field = fieldSchema(schema, key);
  if (shape === 'list') return mergeList(before as unknown[], value as unknown[], field);
  return strategyOf(field) === 'replace' ? value : mergeMap(before as Fields, value as Fields, field);
}

/** `$patch` in a map: `replace` puts the rest of the patch in its place, `delete` empties it. */
function mapOfDirective(patch: Fields): Fields {
  const { [directive]: instruction, ...rest } = patch;
  if (instruction === 'replace') return rest;
  if (instruction === 'delete') return {};
  throw unfit(
    `unknown patch type: ${typeof instruction === 'string' ? instruction : goMap(instruction)} in map: ${goMap(patch)}`,
  );
}

/** `$retainKeys` names all fields that may be there afterwards: others go. */
function retain(original: Fields, patch: Fields): void {
  if (!Object.hasOwn(patch, retainKeys)) return;
  const names = patch[retainKeys];
  const invalid = 'invalid patch format of retainKeys';
  if (!Array.isArray(names)) throw new StatusError(400, 'BadRequest', invalid);
  const kept = new Set(names);
  for (const [key, value] of Object.entries(patch)) {
    if (value !== null && !key.startsWith('$') && !kept.has(key)) {
      throw new StatusError(400, 'BadRequest', invalid);
    }
  }
  for (const key of Object.keys(original)) if (!kept.has(key)) delete original[key];
}

/** Merges the lists whose order the patch gives with `$setElementOrder/FIELD`; answers the keys it has dealt with. */
function mergeOrderedLists(original: Fields, patch: Fields, schema: Schema | undefined): Set<string> {
  const done = new Set<string>();
  for (const [key, order] of Object.entries(patch)) {
    if (!key.startsWith(setElementOrder)) continue;
    const name = fieldOfDirective(key, setElementOrder);
    const field = fieldSchema(schema, name);
    const change = ownField(patch, name);
    if (!Array.isArray(order) || (change !== undefined && change !== null && !Array.isArray(change))) {
      throw new StatusError(400, 'BadRequest', `invalid patch format of setElementOrder list`);
    }
    done.add(key);
    if (change === null) continue;
    const before = ownField(original, name) as unknown[] | undefined;
    if (before !== undefined && !Array.isArray(before)) throw unfit(`expected a list at ${name}`);
    if (change !== undefined) checkOrder(change, order, field?.patchMergeKey);
    done.add(name);
    const merged = mergedForOrder(before, change, field);
    if (merged) setField(original, name, inOrder(merged, order, before ?? [], field?.patchMergeKey));
  }
  return done;
}

function mergedForOrder(
  before: unknown[] | undefined,
  change: unknown[] | undefined,
  field: Schema | undefined,
): unknown[] | undefined {
  if (!change) return before;
  return before ? mergeList(before, change, field) : (withoutDirectives(change) as unknown[]);
}

/** The items of the patch must come in the order that it sets. */
function checkOrder(
  change: readonly unknown[],
  order: readonly unknown[],
  mergeKey: string | undefined,
): void {
  const items = change.filter((item) => shapeOf(item) !== 'map' || !Object.hasOwn(item as Fields, directive));
  if (items.length === 0 || order.length === 0) return;
  let at = 0;
  for (const item of items) {
    const identity = identityOf(item, mergeKey);
    while (at < order.length && (identity === undefined || identityOf(order[at], mergeKey) !== identity))
      at++;
    if (at++ >= order.length) {
      const lists = [change, order].map(shown);
      throw unfit(
        `The order in patch list:\n${lists[0]}\n doesn't match ${setElementOrder} list:\n${lists[1]}\n`,
      );
    }
  }
}

function mergeList(original: unknown[], patch: unknown[], field: Schema | undefined): unknown[] {
  if (strategyOf(field) !== 'merge') return patch;
  if (original.length === 0 && patch.length === 0) return original;
  const mergeKey = field?.patchMergeKey;
  if (!isListOfMaps(original, patch)) {
    const all = [...original, ...patch];
    const first = placesOf(all, undefined);
    const merged = all.filter((item, index) => first.get(identityOf(item, undefined)) === index);
    return inOrder(merged, patch, original, undefined);
  }
  if (!mergeKey) throw unfit(`cannot merge lists without merge key for ${field?.name ?? 'list'}`);
  return mergeListOfMaps(original as Fields[], patch as Fields[], mergeKey, field?.items);
}

function mergeListOfMaps(
  original: readonly Fields[],
  patch: readonly Fields[],
  mergeKey: string,
  itemSchema: Schema | undefined,
): unknown[] {
  const changes = patch.filter((item) => !Object.hasOwn(item, directive));
  for (const item of patch) {
    const instruction = ownField(item, directive);
    if (instruction === 'merge') throw unfit('merging lists cannot yet be specified in the patch');
    if (instruction !== undefined && instruction !== 'delete' && instruction !== 'replace') {
      throw unfit(
        `unknown patch type: ${typeof instruction === 'string' ? instruction : goMap(instruction)} in map: ${goMap(item)}`,
      );
    }
    if (instruction === 'replace') continue;
    if (!Object.hasOwn(item, mergeKey))
      throw unfit(`map: ${goMap(item)} does not contain declared merge key: ${mergeKey}`);
  }
  if (patch.some((item) => ownField(item, directive) === 'replace')) return changes;

  const deleted = placesOf(
    patch.filter((item) => ownField(item, directive) === 'delete'),
    mergeKey,
  );
  const merged = original.filter((item) => !deleted.has(identityOf(item, mergeKey)));
  const before = [...merged];
  const places = placesOf(merged, mergeKey);
  for (const change of changes) {
    const identity = identityOf(change, mergeKey);
    const index = places.get(identity);
    if (index !== undefined) {
      merged[index] = mergeMap(merged[index]!, change, itemSchema);
      continue;
    }
    places.set(identity, merged.length);
    merged.push(change);
  }
  return inOrder(merged, changes, before, mergeKey);
}

/**
 * Items that `order` names in its order; the server's other items among them, each before the first named one
 * that it had come before.
 */
function inOrder(
  items: readonly unknown[],
  order: readonly unknown[],
  serverOrder: readonly unknown[],
  mergeKey: string | undefined,
): unknown[] {
  const inPatch = placesOf(order, mergeKey);
  const onServer = placesOf(serverOrder, mergeKey);
  const ranked = items.map((item) => {
    const identity = identityOf(item, mergeKey);
    return { item, named: inPatch.get(identity) ?? -1, served: onServer.get(identity) ?? -1 };
  });
  const named = ranked.filter((item) => item.named >= 0).sort((left, right) => left.named - right.named);
  const others = ranked.filter((item) => item.named < 0).sort((left, right) => left.served - right.served);

  const ordered: unknown[] = [];
  let next = 0;
  for (const { item, served } of named) {
    while (served >= 0 && next < others.length && others[next]!.served < served)
      ordered.push(others[next++]!.item);
    ordered.push(item);
  }
  return [...ordered, ...others.slice(next).map(({ item }) => item)];
}

/** Where each item stands first. */
function placesOf(items: readonly unknown[], mergeKey: string | undefined): Map<string | undefined, number> {
  const places = new Map<string | undefined, number>();
  for (const [index, item] of items.entries()) {
    const identity = identityOf(item, mergeKey);
    if (identity !== undefined && !places.has(identity)) places.set(identity, index);
  }
  return places;
}

function isListOfMaps(original: readonly unknown[], patch: readonly unknown[]): boolean {
  const shapes = new Set([...original, ...patch].map(shapeOf));
  if (shapes.has('list')) throw unfit('lists of lists are not supported');
  if (shapes.has('map') && shapes.size > 1) {
    throw unfit(`list element types are not identical: ${goMap([original, patch])}`);
  }
  return shapes.has('map');
}

/** A value as it is stored when there is nothing to merge it with: nulls and directives dropped. */
function withoutDirectives(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDirectives).filter((item) => item !== undefined);
  if (typeof value !== 'object' || value === null) return value;
  if (Object.hasOwn(value, directive)) return undefined;
  const kept: Fields = {};
  for (const [key, child] of Object.entries(value)) {
    if (child === null || isDirective(key)) continue;
    const content = withoutDirectives(child);
    if (content !== undefined) setField(kept, key, content);
  }
  return kept;
}

function isDirective(key: string): boolean {
  return (
    [directive, retainKeys].includes(key) ||
    [setElementOrder, deleteFromPrimitiveList].some((name) => key.startsWith(`${name}/`))
  );
}

function fieldOfDirective(key: string, name: string): string {
  const field = key.slice(name.length + 1);
  if (key[name.length] === '/' && field !== '') return field;
  const kind = name === setElementOrder ? 'setElementOrder' : 'primitive';
  throw new StatusError(400, 'BadRequest', `invalid patch format of ${kind} list`);
}

function fieldSchema(schema: Schema | undefined, key: string): Schema | undefined {
  const values = schema?.values;
  return schema?.property(key) ?? (typeof values === 'object' ? values : undefined);
}

/** `merge` or `replace`: retainKeys is a matter of the directive in the patch. */
function strategyOf(field: Schema | undefined): string | undefined {
  return field?.patchStrategy.find((strategy) => strategy !== 'retainKeys');
}

function unfit(message: string): StatusError {
  return new StatusError(500, '', message);
}

function shown(value: unknown): string {
  return JSON.stringify(value);
}
