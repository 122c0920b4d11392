import type { Schema } from '../../../server/src/catalog/schema.ts';
import { keyElement, type PathElement, type ScalarValue, valueElement } from './path-element.ts';

/**
 * Where in a kind's structure a value stands: what decides whether it is merged by field and item, or replaced
 * whole. Without a schema the structure is deduced from the value: maps are granular, lists atomic.
 */
export interface Place {
  readonly schema: Schema | undefined;
  /** A schema above this one keeps unknown fields; the server then takes them at every depth below. */
  readonly keepsUnknown: boolean;
}

export type Shape = 'map' | 'list' | 'scalar';

export function rootPlace(schema: Schema | undefined): Place {
  return placeOf(schema, false);
}

export const deduced: Place = { schema: undefined, keepsUnknown: true };

/** The shape of a value that is there; null has none of its own. */
export function shapeOf(value: unknown): Shape | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return 'list';
  return typeof value === 'object' ? 'map' : 'scalar';
}

/** What both sides are walked as, when at least one is there: nulls take the shape of the other side, or of the schema. */
export function commonShape(place: Place, left: unknown, right: unknown): Shape {
  return shapeOf(right) ?? shapeOf(left) ?? nullShape(place);
}

export function isAtomic(place: Place, shape: Shape): boolean {
  if (shape === 'scalar') return true;
  if (shape === 'map') return place.schema?.mapType === 'atomic';
  const listType = place.schema?.listType;
  return listType !== 'map' && listType !== 'set';
}

/** Whether the schema names this field (`spec`), as against a key of a map (a label). */
export function declares(place: Place, field: string): boolean {
  return place.schema?.property(field) !== undefined;
}

/** Where a field's value stands; undefined when the schema has no such field and keeps no unknown ones. */
export function fieldPlace(place: Place, field: string): Place | undefined {
  const { schema } = place;
  if (!schema) return deduced;
  const declared = schema.property(field);
  if (declared) return placeOf(declared, place.keepsUnknown);
  if (schema.values === 'any') return deduced;
  if (schema.values) return placeOf(schema.values, place.keepsUnknown);
  const untyped = schema.open || place.keepsUnknown || schema.propertyNames.length === 0;
  return untyped ? deduced : undefined;
}

export function itemPlace(place: Place): Place {
  return place.schema?.items ? placeOf(place.schema.items, place.keepsUnknown) : deduced;
}

/** The step to an item of a list map or a set, or the server's words for why it has none. */
export function itemElement(place: Place, item: unknown): PathElement | { readonly problem: string } {
  const keys = place.schema?.listType === 'map' ? place.schema.listMapKeys : [];
  if (keys.length === 0) return setElement(item);
  if (item === null || item === undefined) {
    return { problem: 'associative list with keys may not have a null element' };
  }
  if (shapeOf(item) !== 'map') {
    return { problem: 'associative list with keys may not have non-map elements' };
  }
  const values: Record<string, ScalarValue> = {};
  for (const key of keys) {
    const own = (item as Record<string, unknown>)[key];
    const value = own === undefined ? place.schema?.items?.property(key)?.default : own;
    if (value !== undefined) values[key] = value as ScalarValue;
  }
  if (Object.keys(values).length > 0) return keyElement(values);
  const names = `[${keys.map((key) => JSON.stringify(key)).join(' ')}]`;
  return {
    problem: `associative list with keys has an element that omits all key fields ${names} (and doesn't have default values for any key fields)`,
  };
}

function setElement(item: unknown): PathElement | { readonly problem: string } {
  switch (shapeOf(item)) {
    case 'map':
      return { problem: "associative list without keys has an element that's a map type" };
    case 'list':
      return { problem: 'not supported: associative list with lists as elements' };
    case undefined:
      return { problem: "associative list without keys has an element that's an explicit null" };
    default:
      return valueElement(item as ScalarValue);
  }
}

function placeOf(schema: Schema | undefined, keepsUnknown: boolean): Place {
  if (!schema) return deduced;
  return {
    schema,
    keepsUnknown: keepsUnknown || schema.raw['x-kubernetes-preserve-unknown-fields'] === true,
  };
}

function nullShape({ schema }: Place): Shape {
  if (!schema || schema.types.length === 0 || schema.types.includes('object')) return 'map';
  return schema.types.includes('array') ? 'list' : 'scalar';
}
