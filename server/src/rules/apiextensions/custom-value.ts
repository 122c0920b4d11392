import { matchesPattern } from '../patterns/pattern.ts';
import type { ViolationReason } from '../shared/violation.ts';

type Json = Readonly<Record<string, unknown>>;

/** What a schema of a CustomResourceDefinition says against a value. */
export interface ValueProblem {
  /** Where in the value, as the server prints it; empty for the value itself. */
  readonly place: string;
  readonly reason: ViolationReason;
  /** As the server prints it after the field. */
  readonly message: string;
}

/** A schema that is nested more deeply is left to the server. */
const deepest = 64;

/**
 * What the structural schema of a custom resource says of a value, in the words of the API server. Formats, expressions
 * and patterns that cannot be read here are left to it.
 */
export function valueProblems(value: unknown, schema: Json): ValueProblem[] {
  const problems: ValueProblem[] = [];
  check(value, schema, '', problems, 0);
  return problems;
}

/** Whether a value has fields that its schema does not know, which the server would drop. */
export function hasUnknownFields(value: unknown, schema: Json, depth = 0): boolean {
  if (depth > deepest) return false;
  if (Array.isArray(value)) {
    const { items } = schema;
    return isMap(items) && value.some((item) => hasUnknownFields(item, items, depth + 1));
  }
  if (!isMap(value)) return false;
  const properties = isMap(schema.properties) ? schema.properties : {};
  const others = schema.additionalProperties;
  const keepsUnknown = schema['x-kubernetes-preserve-unknown-fields'] === true || others === true;
  return Object.entries(value).some(([name, inner]) => {
    if (schema['x-kubernetes-embedded-resource'] === true && metaFields.has(name)) return false;
    const known = Object.hasOwn(properties, name) ? properties[name] : others;
    return isMap(known) ? hasUnknownFields(inner, known, depth + 1) : !keepsUnknown;
  });
}

const metaFields = new Set(['apiVersion', 'kind', 'metadata']);

function check(value: unknown, schema: Json, place: string, problems: ValueProblem[], depth: number): void {
  if (depth > deepest || (value === null && schema.nullable === true)) return;
  const say = (reason: ViolationReason, message: string) => problems.push({ place, reason, message });
  const found = typeOf(value);
  const wanted = wantedType(schema);
  const isOfType = wanted === undefined || isOf(found, wanted);
  if (!isOfType) {
    const words = `${place} in body must be of type ${wanted}: "${found}"`;
    say('FieldValueTypeInvalid', `Invalid value: "${found}": ${words}`);
  }
  checkEnum(value, schema, say);
  const refuse = (shown: unknown, why: string) =>
    say('FieldValueInvalid', `Invalid value: ${print(shown)}: ${place} in body should ${why}`);
  if (!isOfType) {
    checkLogic(value, schema, place, say, depth);
    return;
  }
  if (found === 'integer' || found === 'number') checkNumber(Number(value), schema, refuse);
  else if (typeof value === 'string') checkText(value, schema, say, refuse);
  else if (Array.isArray(value)) checkList(value, schema, place, problems, say, refuse, depth);
  else if (isMap(value)) checkMap(value, schema, place, problems, say, refuse, depth);
  checkLogic(value, schema, place, say, depth);
}

function isOf(found: string, wanted: string): boolean {
  if (wanted === 'integer,string') return found === 'integer' || found === 'string';
  return wanted === found || (wanted === 'number' && found === 'integer');
}

type Say = (reason: ViolationReason, message: string) => void;
type Refuse = (shown: unknown, why: string) => void;

function wantedType(schema: Json): string | undefined {
  if (typeof schema.type === 'string' && schema.type !== '') return schema.type;
  return schema['x-kubernetes-int-or-string'] === true ? 'integer,string' : undefined;
}

function checkEnum(value: unknown, { enum: choices }: Json, say: Say): void {
  if (!Array.isArray(choices) || choices.length === 0) return;
  const written = print(value);
  if (choices.some((choice) => print(choice) === written)) return;
  const list = choices.map((choice) => JSON.stringify(typeof choice === 'string' ? choice : print(choice)));
  say('FieldValueNotSupported', `Unsupported value: ${written}: supported values: ${list.join(', ')}`);
}

function checkNumber(value: number, schema: Json, refuse: Refuse): void {
  const { minimum, maximum, multipleOf } = schema;
  if (isNumber(maximum) && (schema.exclusiveMaximum === true ? value >= maximum : value > maximum)) {
    refuse(value, `be less than ${schema.exclusiveMaximum === true ? '' : 'or equal to '}${maximum}`);
  }
  if (isNumber(minimum) && (schema.exclusiveMinimum === true ? value <= minimum : value < minimum)) {
    refuse(value, `be greater than ${schema.exclusiveMinimum === true ? '' : 'or equal to '}${minimum}`);
  }
  if (isNumber(multipleOf) && multipleOf > 0) {
    const quotient = value / multipleOf;
    if (Math.abs(quotient - Math.round(quotient)) > 1e-9) refuse(value, `be a multiple of ${multipleOf}`);
  }
}

function checkText(value: string, schema: Json, say: Say, refuse: Refuse): void {
  const { maxLength, minLength, pattern } = schema;
  const length = [...value].length;
  if (isNumber(maxLength) && length > maxLength) {
    say('FieldValueTooLong', `Too long: may not be more than ${maxLength} bytes`);
  }
  if (isNumber(minLength) && length < minLength) refuse(value, `be at least ${minLength} chars long`);
  if (typeof pattern === 'string' && pattern !== '' && matchesPattern(value, pattern) === 'no') {
    refuse(value, `match '${pattern}'`);
  }
}

function checkList(
  value: readonly unknown[],
  schema: Json,
  place: string,
  problems: ValueProblem[],
  say: Say,
  refuse: Refuse,
  depth: number,
): void {
  const { maxItems, minItems, items } = schema;
  if (isNumber(maxItems) && value.length > maxItems) {
    say('FieldValueTooMany', tooMany(value.length, maxItems));
  }
  if (isNumber(minItems) && value.length < minItems) refuse(value.length, `have at least ${minItems} items`);
  if (!isMap(items)) return;
  for (const [index, item] of value.entries()) check(item, items, `${place}[${index}]`, problems, depth + 1);
}

function checkMap(
  value: Json,
  schema: Json,
  place: string,
  problems: ValueProblem[],
  say: Say,
  refuse: Refuse,
  depth: number,
): void {
  const names = Object.keys(value).sort();
  const { maxProperties, minProperties, required } = schema;
  const properties = isMap(schema.properties) ? schema.properties : {};
  const inside = (name: string) => (place === '' ? name : `${place}.${name}`);
  if (isNumber(maxProperties) && names.length > maxProperties) {
    say('FieldValueTooMany', tooMany(names.length, maxProperties));
  }
  if (isNumber(minProperties) && names.length < minProperties) {
    refuse(names.length, `have at least ${minProperties} properties`);
  }
  for (const name of Array.isArray(required) ? required : []) {
    if (typeof name !== 'string' || Object.hasOwn(value, name)) continue;
    problems.push({ place: inside(name), reason: 'FieldValueRequired', message: 'Required value' });
  }
  for (const name of names) {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (isMap(known)) check(value[name], known, inside(name), problems, depth + 1);
    else if (known === undefined && isMap(schema.additionalProperties)) {
      check(value[name], schema.additionalProperties, `${place}.${name}`, problems, depth + 1);
    }
  }
}

function checkLogic(value: unknown, schema: Json, place: string, say: Say, depth: number): void {
  const passes = (choice: unknown) => {
    const found: ValueProblem[] = [];
    if (isMap(choice)) check(value, choice, place, found, depth + 1);
    return found.length === 0;
  };
  const refuse = (what: string) => say('FieldValueInvalid', `Invalid value: "": "${place}" must ${what}`);
  const { allOf, anyOf, oneOf, not } = schema;
  if (Array.isArray(allOf) && !allOf.every(passes)) refuse('validate all the schemas (allOf)');
  if (Array.isArray(anyOf) && anyOf.length > 0 && !anyOf.some(passes)) {
    refuse('validate at least one schema (anyOf)');
  }
  if (Array.isArray(oneOf) && oneOf.length > 0) {
    const valid = oneOf.filter(passes).length;
    const count = valid === 0 ? 'Found none valid' : `Found ${valid} valid alternatives`;
    if (valid !== 1) refuse(`validate one and only one schema (oneOf). ${count}`);
  }
  if (isMap(not) && passes(not)) refuse('not validate the schema (not)');
}

function tooMany(count: number, most: number): string {
  return `Too many: ${count}: must have at most ${most} ${most === 1 ? 'item' : 'items'}`;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function isMap(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function print(value: unknown): string {
  return (
    JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? Number(inner) : inner)) ??
    'null'
  );
}
