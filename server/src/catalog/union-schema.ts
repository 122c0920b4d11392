import { ownField, setField } from '../yaml/own-field.ts';
import type { OpenApiSchema } from './openapi.ts';
import { isSameButForProse } from './same-schema.ts';

/**
 * A schema that takes what any of some schemas takes, for what is offered and described: it has the fields of all, asks for
 * those that all ask for, and keeps of other keywords what all agree on. Where two have a field, the first describes it.
 */
export function unionSchema(schemas: readonly OpenApiSchema[]): OpenApiSchema {
  return schemas.reduce((union, schema) => unionOf(union, schema, 0));
}

/** Keywords of which the union has more, or less, than what all agree on. */
const joined = new Set(['properties', 'items', 'additionalProperties', 'required', 'enum', 'description']);
/** What nests deeper is as the first has it. */
const deepest = 100;

function unionOf(left: OpenApiSchema, right: OpenApiSchema, depth: number): OpenApiSchema {
  if (left === right || depth > deepest) return left;
  if (!isRecord(left) || !isRecord(right)) return isRecord(left) ? left : right;
  const union: Record<string, unknown> = {};
  const others = right as Readonly<Record<string, unknown>>;
  for (const [name, value] of Object.entries(left)) {
    if (!joined.has(name) && isSameButForProse(value, ownField(others, name))) setField(union, name, value);
  }
  const described = [left.description, right.description].find((text) => typeof text === 'string');
  if (described !== undefined) union.description = described;
  for (const name of ['x-kubernetes-preserve-unknown-fields', 'nullable', 'x-kubernetes-int-or-string']) {
    if ((left as Readonly<Record<string, unknown>>)[name] === true || others[name] === true)
      union[name] = true;
  }
  const required = texts(left.required).filter((name) => texts(right.required).includes(name));
  if (required.length > 0) union.required = required;
  if (Array.isArray(left.enum) && Array.isArray(right.enum))
    union.enum = [...new Set([...left.enum, ...right.enum])];
  const properties = propertiesOf(left.properties, right.properties, depth);
  if (properties) union.properties = properties;
  for (const name of ['items', 'additionalProperties'] as const) {
    const inner = innerOf(left[name], right[name], depth);
    if (inner !== undefined) union[name] = inner;
  }
  return union as OpenApiSchema;
}

function propertiesOf(left: unknown, right: unknown, depth: number): OpenApiSchema['properties'] | undefined {
  if (!isRecord(left) || !isRecord(right)) {
    return (isRecord(left) ? left : isRecord(right) ? right : undefined) as OpenApiSchema['properties'];
  }
  const union = new Map(Object.entries(left));
  for (const [name, schema] of Object.entries(right)) {
    const known = union.get(name);
    union.set(
      name,
      known === undefined ? schema : unionOf(known as OpenApiSchema, schema as OpenApiSchema, depth + 1),
    );
  }
  return Object.fromEntries(union) as OpenApiSchema['properties'];
}

/** Of lists and maps, what their values are; a boolean says whether a map takes any. */
function innerOf(left: unknown, right: unknown, depth: number): unknown {
  if (left === true || right === true) return true;
  if (isRecord(left) && isRecord(right))
    return unionOf(left as OpenApiSchema, right as OpenApiSchema, depth + 1);
  return isRecord(left) ? left : isRecord(right) ? right : (left ?? right);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}
