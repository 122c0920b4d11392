import type { Schema } from '../../../server/src/catalog/schema.ts';
import { ownField, setField } from '../../../server/src/yaml/own-field.ts';
import { type FieldSet, FieldSetBuilder, type Place } from './field-set.ts';
import type { PathElement } from './path-element.ts';
import {
  commonShape,
  fieldStep,
  isAtomic,
  itemElement,
  itemType,
  type Shape,
  shapeOf,
  type TypeRef,
} from './structure.ts';

/** What an object has gained, changed and lost against another; no path is in two of the sets. */
export interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

/** All paths of an object: what a manager owns that applies it. */
export function fieldSetOfValue(typeRef: TypeRef, value: unknown): FieldSet {
  const builder = new FieldSetBuilder();
  collect(typeRef, value, undefined, builder);
  return builder.build();
}

export function compareValues(typeRef: TypeRef, before: unknown, after: unknown): Comparison {
  const builders = {
    added: new FieldSetBuilder(),
    modified: new FieldSetBuilder(),
    removed: new FieldSetBuilder(),
  };
  compare(typeRef, before, after, undefined, builders);
  return {
    added: builders.added.build(),
    modified: builders.modified.build(),
    removed: builders.removed.build(),
  };
}

/** `applied` laid over `live`: maps by field, list maps and sets by item, everything else replaced. */
export function mergeValues(typeRef: TypeRef, live: unknown, applied: unknown): unknown {
  if (applied === undefined) return live;
  if (live === undefined || live === null) return applied;
  const shape = commonShape(typeRef, live, applied);
  if (shape !== shapeOf(live) || isAtomic(typeRef, shape)) return applied;
  if (applied === null) return isBare(live) ? null : live;
  if (shape === 'list') return mergeLists(typeRef, live as unknown[], applied as unknown[]);

  const merged: Record<string, unknown> = { ...(live as object) };
  for (const [field, value] of Object.entries(applied as object)) {
    setField(merged, field, mergeValues(fieldStep(typeRef, field).type, ownField(merged, field), value));
  }
  return merged;
}

/** `value` without the fields and items of the set; null when nothing of it is left. */
export function removeFields(typeRef: TypeRef, value: unknown, remove: FieldSet): unknown {
  const shape = shapeOf(value);
  if (shape === undefined || shape === 'scalar') return value;
  if (isAtomic(typeRef, shape)) return null;

  if (shape === 'list') {
    const kept = (value as unknown[])
      .map((item) => removeAt(itemType(typeRef), item, elementOrNone(typeRef, item), remove))
      .filter((item) => item !== undefined);
    return kept.length > 0 ? kept : null;
  }
  const kept: Record<string, unknown> = {};
  for (const [field, child] of Object.entries(value as object)) {
    const { type, element } = fieldStep(typeRef, field);
    const left = removeAt(type, child, element, remove);
    if (left !== undefined) setField(kept, field, left);
  }
  return Object.keys(kept).length > 0 ? kept : null;
}

/** `value` without its nulls, save where the schema allows one: what has been emptied is not there. */
export function withoutNulls(typeRef: TypeRef, value: unknown): unknown {
  const shape = shapeOf(value);
  if (shape === 'list') return (value as unknown[]).map((item) => withoutNulls(itemType(typeRef), item));
  if (shape !== 'map') return value;
  const kept: Record<string, unknown> = {};
  for (const [field, child] of Object.entries(value as object)) {
    const below = fieldStep(typeRef, field).type;
    if (child !== null || below.schema?.nullable) setField(kept, field, withoutNulls(below, child));
    else if (isEntry(typeRef, field)) setField(kept, field, '');
  }
  return kept;
}

/** Whether a field is a key of a map of texts, which keep the empty text where there is none. */
function isEntry({ schema }: TypeRef, field: string): boolean {
  if (schema === undefined || schema.property(field) !== undefined) return false;
  return typeof schema.values === 'object' && schema.values.types.includes('string');
}

/**
 * What the server compares a new object with. A built-in kind is a structure of Go, where parts that are no
 * pointers (published with the default `{}`) and required lists are there before anything is written to them.
 */
export function emptyValue(schema: Schema | undefined): Record<string, unknown> {
  const empty: Record<string, unknown> = {};
  if (!schema?.name?.startsWith('io.k8s.')) return empty;
  for (const name of schema.propertyNames) {
    const property = schema.property(name)!;
    if (isEmptyDefault(property.default)) setField(empty, name, emptyValue(property));
    else if (schema.required.includes(name) && property.types.includes('array')) setField(empty, name, null);
  }
  return empty;
}

/**
 * The set with every declared field on the way to a path as a path of its own: appliers own `spec.replicas`
 * without owning `spec`, and `spec` must still be there to hold it.
 */
export function withDeclaredParents(typeRef: TypeRef, set: FieldSet): FieldSet {
  const members = new Set(set.members);
  const children = new Map<PathElement, FieldSet>();
  for (const [element, child] of set.children) {
    const field = element.startsWith('f:') ? element.slice(2) : undefined;
    const step = field === undefined ? undefined : fieldStep(typeRef, field);
    if (step?.isDeclared) members.add(element);
    children.set(element, withDeclaredParents(step?.type ?? itemType(typeRef), child));
  }
  return { members, children };
}

export function equalValues(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  const shape = shapeOf(left);
  if (shape === undefined || shape !== shapeOf(right)) return false;
  if (shape === 'scalar')
    return typeof left !== typeof right && String(left) === String(right) && isNumeric(left, right);
  if (shape === 'list') {
    const [a, b] = [left as unknown[], right as unknown[]];
    return a.length === b.length && a.every((item, index) => equalValues(item, b[index]));
  }
  const [a, b] = [left as Record<string, unknown>, right as Record<string, unknown>];
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length && names.every((name) => equalValues(a[name], ownField(b, name)))
  );
}

function isNumeric(left: unknown, right: unknown): boolean {
  return [left, right].every((value) => typeof value === 'number' || typeof value === 'bigint');
}

function collect(typeRef: TypeRef, value: unknown, place: Place, into: FieldSetBuilder): void {
  const shape = commonShape(typeRef, undefined, value);
  if (isAtomic(typeRef, shape)) {
    into.insert(place);
    return;
  }
  if (value === null) return;
  if (shape === 'list') {
    for (const [element, items] of itemsByElement(typeRef, value as unknown[])) {
      const at = { element, above: place };
      if (items.length === 1) collect(itemType(typeRef), items[0], at, into);
      into.insert(at);
    }
    return;
  }
  for (const [field, child] of Object.entries(value as object)) {
    const { element, type, isDeclared } = fieldStep(typeRef, field);
    const below = { element, above: place };
    collect(type, child, below, into);
    const bare = child === null || (shapeOf(child) === 'map' && Object.keys(child).length === 0);
    if (bare || !isDeclared) into.insert(below);
  }
}

type ComparisonBuilders = Record<keyof Comparison, FieldSetBuilder>;

function compare(
  typeRef: TypeRef,
  before: unknown,
  after: unknown,
  place: Place,
  into: ComparisonBuilders,
): void {
  if (before === undefined && after === undefined) return;
  const shape = commonShape(typeRef, before, after);
  const beforeShape = shapeOf(before);
  if (beforeShape !== undefined && after !== null && after !== undefined && beforeShape !== shape) {
    into.modified.insert(place);
    if (beforeShape !== 'scalar') compare(typeRef, before, null, place, into);
    if (shape !== 'scalar') compare(typeRef, null, after, place, into);
    return;
  }
  if (isAtomic(typeRef, shape) || (isBare(before) && isBare(after))) {
    if (before === undefined) into.added.insert(place);
    else if (after === undefined) into.removed.insert(place);
    else if (!equalValues(before, after)) into.modified.insert(place);
    return;
  }
  compareParts(typeRef, shape, before, after, place, into);
  if (before === undefined) into.added.insert(place);
  else if (after === undefined) into.removed.insert(place);
}

function compareParts(
  typeRef: TypeRef,
  shape: Shape,
  before: unknown,
  after: unknown,
  place: Place,
  into: ComparisonBuilders,
): void {
  if (shape === 'map') {
    const [left, right] = [
      (before ?? {}) as Record<string, unknown>,
      (after ?? {}) as Record<string, unknown>,
    ];
    for (const field of new Set([...Object.keys(left), ...Object.keys(right)])) {
      const { element, type } = fieldStep(typeRef, field);
      compare(type, ownField(left, field), ownField(right, field), { element, above: place }, into);
    }
    return;
  }
  const left = itemsByElement(typeRef, (before ?? []) as unknown[]);
  const right = itemsByElement(typeRef, (after ?? []) as unknown[]);
  for (const element of new Set([...left.keys(), ...right.keys()])) {
    compareItems(typeRef, left.get(element) ?? [], right.get(element) ?? [], { element, above: place }, into);
  }
}

/** Items with the same step are compared as one value: duplicates are only ever found in stored objects. */
function compareItems(
  typeRef: TypeRef,
  before: readonly unknown[],
  after: readonly unknown[],
  place: Place,
  into: ComparisonBuilders,
): void {
  if (before.length <= 1 && after.length <= 1) {
    compare(itemType(typeRef), before[0], after[0], place, into);
  } else if (before.length >= 2 && after.length >= 2) {
    if (!equalValues(before, after)) into.modified.insert(place);
  } else if (before.length >= 2) {
    compare(itemType(typeRef), undefined, after[0], place, into);
    into.removed.insert(place);
  } else {
    compare(itemType(typeRef), before[0], undefined, place, into);
    into.added.insert(place);
  }
}

/**
 * Items that both sides have come in the order of `applied`; items that only `live` has keep their place among
 * them as far as that can be told.
 */
function mergeLists(typeRef: TypeRef, live: readonly unknown[], applied: readonly unknown[]): unknown[] {
  const left = live.map((item) => ({ element: elementOrNone(typeRef, item), item }));
  const right = applied.map((item) => ({ element: elementOrNone(typeRef, item), item }));
  const liveItems = new Map<PathElement, unknown[]>();
  for (const { element, item } of left) addItem(liveItems, element, item);
  const appliedElements = new Set(right.map(({ element }) => element));
  const shared = right.map(({ element }) => element).filter((element) => liveItems.has(element));

  let firstShared = 0;
  const merged: unknown[] = [];
  const taken = new Set<PathElement>();
  const take = ({ element, item }: { element: PathElement; item: unknown }) => {
    const items = liveItems.get(element) ?? [];
    taken.add(element);
    merged.push(mergeValues(itemType(typeRef), items.length === 1 ? items[0] : undefined, item));
    if (shared[firstShared] === element) firstShared++;
  };

  let [l, r] = [0, 0];
  while (l < left.length || r < right.length) {
    const [mine, theirs] = [left[l], right[r]];
    if (mine && theirs && mine.element === theirs.element) {
      take(theirs);
      l++;
      r++;
    } else if (
      mine &&
      theirs &&
      appliedElements.has(mine.element) &&
      firstShared < shared.length &&
      shared[firstShared] !== mine.element
    ) {
      l++;
    } else if (mine && !appliedElements.has(mine.element)) {
      merged.push(mine.item);
      l++;
    } else {
      if (mine && taken.has(mine.element)) l++;
      if (theirs) {
        take(theirs);
        r++;
      }
    }
  }
  return merged;
}

function removeAt(typeRef: TypeRef, value: unknown, element: PathElement, remove: FieldSet): unknown {
  if (remove.members.has(element)) return undefined;
  const below = remove.children.get(element);
  return below ? removeFields(typeRef, value, below) : value;
}

function itemsByElement(typeRef: TypeRef, items: readonly unknown[]): Map<PathElement, unknown[]> {
  const found = new Map<PathElement, unknown[]>();
  for (const item of items) addItem(found, elementOrNone(typeRef, item), item);
  return found;
}

function addItem(found: Map<PathElement, unknown[]>, element: PathElement, item: unknown): void {
  const same = found.get(element);
  if (same) same.push(item);
  else found.set(element, [item]);
}

/** An item that has no step (possible only in objects stored before their schema) stands for all of its like. */
function elementOrNone(typeRef: TypeRef, item: unknown): PathElement {
  const element = itemElement(typeRef, item);
  return typeof element === 'string' ? element : 'v:null';
}

function isEmptyDefault(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function isBare(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
