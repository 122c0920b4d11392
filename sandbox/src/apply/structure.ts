import type { Schema } from '../../../server/src/catalog/schema.ts';
import { ownField } from '../../../server/src/yaml/own-field.ts';
import {
  fieldElement,
  keyElement,
  type PathElement,
  type ScalarValue,
  valueElement,
} from './path-element.ts';

/**
 * What a value is by its kind's schema (structured-merge-diff's TypeRef): what decides whether it is merged by field and
 * item, or replaced whole. Without a schema it is deduced from the value: maps are granular, lists atomic.
 */
export interface TypeRef {
  readonly schema: Schema | undefined;
  /** A schema above this one keeps unknown fields; the server then takes them at every depth below. */
  readonly keepsUnknown: boolean;
}

export type Shape = 'map' | 'list' | 'scalar';

export function rootType(schema: Schema | undefined): TypeRef {
  return typeOfSchema(schema, false);
}

export const deducedType: TypeRef = { schema: undefined, keepsUnknown: true };

/** The shape of a value that is there; null has none of its own. */
export function shapeOf(value: unknown): Shape | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return 'list';
  return typeof value === 'object' ? 'map' : 'scalar';
}

/** What both sides are walked as, when at least one is there: nulls take the shape of the other side, or of the schema. */
export function commonShape(typeRef: TypeRef, left: unknown, right: unknown): Shape {
  return shapeOf(right) ?? shapeOf(left) ?? nullShape(typeRef);
}

export function isAtomic(typeRef: TypeRef, shape: Shape): boolean {
  if (shape === 'scalar') return true;
  if (shape === 'map') return typeRef.schema?.mapType === 'atomic' || isRaw(typeRef);
  const listType = typeRef.schema?.listType;
  return listType !== 'map' && listType !== 'set';
}

/** What Go keeps as it came, to be read by somebody else. */
function isRaw({ schema }: TypeRef): boolean {
  return schema?.name === 'io.k8s.apimachinery.pkg.runtime.RawExtension';
}

/** Whether the schema names this field (`spec`), as against a key of a map (a label). */
function declares(typeRef: TypeRef, field: string): boolean {
  return typeRef.schema?.property(field) !== undefined;
}

/** Where a field's value stands; undefined when the schema has no such field and keeps no unknown ones. */
export function fieldType(typeRef: TypeRef, field: string): TypeRef | undefined {
  const { schema } = typeRef;
  if (!schema) return deducedType;
  const declared = schema.property(field);
  if (declared) return typeOfSchema(declared, typeRef.keepsUnknown);
  if (schema.values === 'any') return deducedType;
  if (schema.values) return typeOfSchema(schema.values, typeRef.keepsUnknown);
  const untyped = schema.open || typeRef.keepsUnknown || schema.propertyNames.length === 0;
  return untyped ? deducedType : undefined;
}

/** A step to a field, and what is known of the field. */
interface FieldStep {
  readonly element: PathElement;
  /** What is not declared is taken as it comes. */
  readonly type: TypeRef;
  readonly isDeclared: boolean;
}

/** The step to a field. Of a field that the schema names it is made once. */
export function fieldStep(typeRef: TypeRef, field: string): FieldStep {
  const known = declaredSteps.get(typeRef)?.get(field);
  if (known) return known;
  const isDeclared = declares(typeRef, field);
  const step = { element: fieldElement(field), type: fieldType(typeRef, field) ?? deducedType, isDeclared };
  if (isDeclared) {
    const steps = declaredSteps.get(typeRef) ?? new Map<string, FieldStep>();
    declaredSteps.set(typeRef, steps.set(field, step));
  }
  return step;
}

const declaredSteps = new WeakMap<TypeRef, Map<string, FieldStep>>();

export function itemType(typeRef: TypeRef): TypeRef {
  return typeRef.schema?.items ? typeOfSchema(typeRef.schema.items, typeRef.keepsUnknown) : deducedType;
}

/** The step to an item of a list map or a set, or the server's words for why it has none. */
export function itemElement(typeRef: TypeRef, item: unknown): PathElement | { readonly problem: string } {
  const keys = typeRef.schema?.listType === 'map' ? typeRef.schema.listMapKeys : [];
  if (keys.length === 0) return setElement(item);
  if (item === null || item === undefined) {
    return { problem: 'associative list with keys may not have a null element' };
  }
  if (shapeOf(item) !== 'map') {
    return { problem: 'associative list with keys may not have non-map elements' };
  }
  const values: [string, ScalarValue][] = [];
  for (const key of keys) {
    const own = ownField(item as Record<string, unknown>, key);
    const value = own === undefined ? typeRef.schema?.items?.property(key)?.default : own;
    if (value !== undefined) values.push([key, value as ScalarValue]);
  }
  if (values.length > 0) return keyElement(values);
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

/** One for each schema and way: what is known of its fields stays with it. */
function typeOfSchema(schema: Schema | undefined, keepsUnknown: boolean): TypeRef {
  if (!schema) return deducedType;
  const known = keepsUnknown ? keepingTypes : plainTypes;
  let type = known.get(schema);
  if (!type) {
    type = {
      schema,
      keepsUnknown: keepsUnknown || schema.raw['x-kubernetes-preserve-unknown-fields'] === true,
    };
    known.set(schema, type);
  }
  return type;
}

const plainTypes = new WeakMap<Schema, TypeRef>();
const keepingTypes = new WeakMap<Schema, TypeRef>();

function nullShape({ schema }: TypeRef): Shape {
  if (!schema || schema.types.length === 0 || schema.types.includes('object')) return 'map';
  return schema.types.includes('array') ? 'list' : 'scalar';
}
