import type { OpenApiSchema } from '../../../server/src/catalog/openapi.ts';
import { cause } from '../errors.ts';
import type { KubeObject } from '../object-store.ts';
import type { StatusCause } from '../status-error.ts';

/**
 * What the structural schema of a custom resource says of an object, in the order and words of the API server.
 * Rules in CEL (`x-kubernetes-validations`) are not evaluated.
 */
export function validateCustom(object: KubeObject, schema: OpenApiSchema): StatusCause[] {
  const causes: StatusCause[] = [];
  validate(object, { ...schema, properties: withoutMeta(schema.properties ?? {}) }, '', causes);
  return causes;
}

/** Metadata is judged as of every object; here it stands only for being present. */
function withoutMeta(properties: Record<string, OpenApiSchema>): Record<string, OpenApiSchema> {
  return Object.fromEntries(
    Object.entries(properties).filter(
      ([name]) => name !== 'metadata' && name !== 'apiVersion' && name !== 'kind',
    ),
  );
}

function validate(value: unknown, schema: OpenApiSchema, field: string, causes: StatusCause[]): void {
  if (value === null && schema.nullable) return;
  const fits = checkType(value, schema, field, causes);
  checkEnum(value, schema, field, causes);
  if (!fits) return;
  if (typeof value === 'number') checkNumber(value, schema, field, causes);
  else if (typeof value === 'string') checkString(value, schema, field, causes);
  else if (Array.isArray(value)) checkList(value, schema, field, causes);
  else if (isRecord(value)) checkObject(value, schema, field, causes);
  checkCombinations(value, schema, field, causes);
}

function checkType(value: unknown, schema: OpenApiSchema, field: string, causes: StatusCause[]): boolean {
  if (schema['x-kubernetes-int-or-string']) {
    if (typeof value === 'string' || Number.isInteger(value)) return true;
    causes.push(
      cause.typeInvalid(
        field,
        typeOf(value),
        `${inBody(field)} must be of type integer,string: "${typeOf(value)}"`,
      ),
    );
    return false;
  }
  const wanted = schema.type;
  if (!wanted) return true;
  const found = typeOf(value);
  if (wanted === found || (wanted === 'number' && found === 'integer')) return true;
  causes.push(cause.typeInvalid(field, found, `${inBody(field)} must be of type ${wanted}: "${found}"`));
  return false;
}

function checkEnum(value: unknown, schema: OpenApiSchema, field: string, causes: StatusCause[]): void {
  if (!schema.enum || schema.enum.some((choice) => JSON.stringify(choice) === JSON.stringify(value))) return;
  causes.push(
    cause.unsupported(
      field,
      value,
      schema.enum.map((choice) => (typeof choice === 'string' ? choice : JSON.stringify(choice))),
    ),
  );
}

function checkNumber(value: number, schema: OpenApiSchema, field: string, causes: StatusCause[]): void {
  const { minimum, maximum, multipleOf } = schema;
  const refuse = (why: string) =>
    causes.push(cause.invalid(field, value, `${inBody(field)} should be ${why}`));
  if (maximum !== undefined && (schema.exclusiveMaximum ? value >= maximum : value > maximum)) {
    refuse(`less than ${schema.exclusiveMaximum ? '' : 'or equal to '}${maximum}`);
  }
  if (minimum !== undefined && (schema.exclusiveMinimum ? value <= minimum : value < minimum)) {
    refuse(`greater than ${schema.exclusiveMinimum ? '' : 'or equal to '}${minimum}`);
  }
  if (multipleOf && Math.abs(value / multipleOf - Math.round(value / multipleOf)) > 1e-9) {
    refuse(`a multiple of ${multipleOf}`);
  }
}

function checkString(value: string, schema: OpenApiSchema, field: string, causes: StatusCause[]): void {
  const length = [...value].length;
  if (schema.maxLength !== undefined && length > schema.maxLength) {
    causes.push(cause.tooLong(field, `may not be more than ${schema.maxLength} bytes`));
  }
  if (schema.minLength !== undefined && length < schema.minLength) {
    causes.push(
      cause.invalid(field, value, `${inBody(field)} should be at least ${schema.minLength} chars long`),
    );
  }
  const pattern = schema.pattern === undefined ? undefined : compilePattern(schema.pattern);
  if (pattern && !pattern.test(value)) {
    causes.push(cause.invalid(field, value, `${inBody(field)} should match '${schema.pattern}'`));
  }
}

function checkList(
  value: readonly unknown[],
  schema: OpenApiSchema,
  field: string,
  causes: StatusCause[],
): void {
  if (schema.maxItems !== undefined && value.length > schema.maxItems) {
    causes.push({
      reason: 'FieldValueTooMany',
      message: `Too many: ${value.length}: must have at most ${schema.maxItems} items`,
      field,
    });
  }
  if (schema.minItems !== undefined && value.length < schema.minItems) {
    causes.push(
      cause.invalid(field, value.length, `${inBody(field)} should have at least ${schema.minItems} items`),
    );
  }
  if (schema.items) {
    for (const [index, item] of value.entries()) validate(item, schema.items, `${field}[${index}]`, causes);
  }
  if (schema['x-kubernetes-list-type'] === 'set' || schema['x-kubernetes-list-type'] === 'map') {
    const keys = schema['x-kubernetes-list-map-keys'] ?? [];
    const seen = new Set<string>();
    for (const [index, item] of value.entries()) {
      const identity = schema['x-kubernetes-list-type'] === 'set' ? item : keysOf(item, keys);
      const text = JSON.stringify(identity);
      if (seen.has(text)) causes.push(cause.duplicate(`${field}[${index}]`, identity));
      seen.add(text);
    }
  }
}

function checkObject(
  value: Record<string, unknown>,
  schema: OpenApiSchema,
  field: string,
  causes: StatusCause[],
): void {
  const names = Object.keys(value);
  if (schema.maxProperties !== undefined && names.length > schema.maxProperties) {
    causes.push({
      reason: 'FieldValueTooMany',
      message: `Too many: ${names.length}: must have at most ${schema.maxProperties} items`,
      field,
    });
  }
  if (schema.minProperties !== undefined && names.length < schema.minProperties) {
    causes.push(
      cause.invalid(
        field,
        names.length,
        `${inBody(field)} should have at least ${schema.minProperties} properties`,
      ),
    );
  }
  for (const name of schema.required ?? []) {
    if (!Object.hasOwn(value, name)) causes.push(cause.required(join(field, name)));
  }
  const properties = schema.properties ?? {};
  for (const name of names.sort()) {
    const part = value[name];
    if (Object.hasOwn(properties, name)) validate(part, properties[name]!, join(field, name), causes);
    else if (typeof schema.additionalProperties === 'object') {
      validate(part, schema.additionalProperties, join(field, name), causes);
    }
  }
}

function checkCombinations(
  value: unknown,
  schema: OpenApiSchema,
  field: string,
  causes: StatusCause[],
): void {
  const passes = (choice: OpenApiSchema) => {
    const found: StatusCause[] = [];
    validate(value, choice, field, found);
    return found.length === 0;
  };
  for (const choice of schema.allOf ?? []) validate(value, choice, field, causes);
  if (schema.anyOf && !schema['x-kubernetes-int-or-string'] && !schema.anyOf.some(passes)) {
    causes.push(cause.invalid(field, '', `${quoted(field)} must validate at least one schema (anyOf)`));
  }
  if (schema.oneOf && schema.oneOf.filter(passes).length !== 1) {
    const valid = schema.oneOf.filter(passes).length;
    causes.push(
      cause.invalid(
        field,
        '',
        `${quoted(field)} must validate one and only one schema (oneOf). ${valid === 0 ? 'Found none valid' : `Found ${valid} valid alternatives`}`,
      ),
    );
  }
  if (schema.not && passes(schema.not)) {
    causes.push(cause.invalid(field, '', `${quoted(field)} must not validate the schema (not)`));
  }
}

function inBody(field: string): string {
  return `${field === '' ? '<nil>' : field} in body`;
}

function quoted(field: string): string {
  return `"${field}"`;
}

function keysOf(item: unknown, keys: readonly string[]): Record<string, unknown> {
  const source = isRecord(item) ? item : {};
  return Object.fromEntries(
    keys.filter((key) => Object.hasOwn(source, key)).map((key) => [key, source[key]]),
  );
}

const patterns = new Map<string, RegExp | undefined>();

/** Go's regular expressions are nearly JavaScript's; one that this engine cannot read refuses nothing. */
function compilePattern(source: string): RegExp | undefined {
  if (patterns.has(source)) return patterns.get(source);
  let pattern: RegExp | undefined;
  try {
    pattern = new RegExp(source, 'u');
  } catch {
    try {
      pattern = new RegExp(source);
    } catch {
      pattern = undefined;
    }
  }
  if (patterns.size > 10_000) patterns.clear();
  patterns.set(source, pattern);
  return pattern;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function join(base: string, name: string): string {
  return base === '' ? name : `${base}.${name}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
