import { isPlain, patternProblem } from '../patterns/pattern-problem.ts';
import type { CauseOptions, Causes } from '../shared/causes.ts';
import type { Field } from '../shared/field.ts';
import { checkCustomDefaults, checkMetadataDefaults } from './custom-defaults.ts';
import { checkValidations } from './custom-validations.ts';
import type { FieldMapping } from './field-mapping.ts';
import { checkStructure } from './structural-schema.ts';

const types = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
/** Keywords of JSON Schema that a CustomResourceDefinition takes and then refuses. */
const unsupported = ['id', 'additionalItems', 'patternProperties', 'definitions', 'dependencies', '$ref'];
/** Of these, those that are refused even with nothing in them. */
const unsupportedEmpty: ReadonlySet<string> = new Set(['$ref', 'additionalItems', 'dependencies']);
/** Keywords that may not stand at the root of the schema of a resource with a status. */
const keywordsBelowRoot: ReadonlySet<string> = new Set([
  ...unsupported,
  '$schema',
  'additionalProperties',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'enum',
  'default',
  'nullable',
  'maxProperties',
  'minProperties',
  'x-kubernetes-embedded-resource',
  'x-kubernetes-int-or-string',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-list-type',
  'x-kubernetes-map-type',
]);
/** Of these Go knows no difference between nothing and its zero value. */
const valueKeywords: ReadonlySet<string> = new Set([
  '$schema',
  'id',
  'nullable',
  'x-kubernetes-embedded-resource',
  'x-kubernetes-int-or-string',
]);

/** The schema of a version; `fieldPath` is how the server names it. */
export function checkCustomSchema(
  schema: Field,
  fieldPath: Field,
  resource: 'plain' | 'with status',
  causes: Causes,
): void {
  if (!schema.isSet || !schema.map) return;
  const depth = schema.path.length;
  const named: FieldMapping = (part) =>
    part.path
      .slice(depth)
      .reduce<Field>(
        (field, name, index, path) =>
          path[index - 1] === 'properties' ? field.key(String(name)) : field.child(name),
        fieldPath,
      );
  const before = causes.violations.length;
  if (resource === 'with status') checkRoot(schema, fieldPath, causes);
  if (schema.at('nullable').isTrue) {
    causes.forbidden(fieldPath.child('nullable'), 'nullable cannot be true at the root', {
      mark: schema.at('nullable'),
      at: 'value',
    });
  }
  checkStructure(schema, named, causes);
  // The server looks at defaults once the schema is structural.
  if (causes.violations.length === before) checkCustomDefaults(schema, named, causes);
  checkMetadataDefaults(schema, named, causes);
  const pending = [schema];
  for (let part = pending.pop(); part; part = pending.pop()) {
    if (!part.map || !part.isSet) continue;
    checkPart(part, named, causes);
    for (const inner of subschemasOf(part)) pending.push(inner);
  }
  checkValidations(schema, named, causes);
}

function checkRoot(schema: Field, fieldPath: Field, causes: Causes): void {
  const type = schema.at('type');
  if (type.text !== undefined && type.text !== 'object' && type.isSet) {
    const detail =
      'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
    causes.invalid(fieldPath.child('type'), detail, { code: 'custom-schema', shown: type.text, mark: type });
  }
  const name = Object.keys(schema.map ?? {}).find((key) => {
    const field = schema.at(key);
    if (!keywordsBelowRoot.has(key) || field.isUnknown) return false;
    return valueKeywords.has(key) ? !field.isZero : field.isSet;
  });
  if (name === undefined) return;
  const detail =
    'only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations] fields are allowed at the root of the schema if the status subresource is enabled';
  causes.invalid(fieldPath, detail, { code: 'custom-schema', mark: schema.at(name), at: 'key' });
}

/** The schemas that stand directly in a schema. */
export function subschemasOf(schema: Field): Field[] {
  const found = [...(schema.given('properties')?.entries ?? [])];
  // Nearly no schema has any of these.
  for (const name of listsOfSchemas) {
    for (const item of schema.given(name)?.items ?? []) found.push(item);
  }
  for (const name of schemas) {
    const inner = schema.given(name);
    if (inner) found.push(inner);
  }
  return found;
}

const listsOfSchemas = ['allOf', 'anyOf', 'oneOf'];
const schemas = ['items', 'additionalProperties', 'not'];

function checkPart(schema: Field, named: FieldMapping, causes: Causes): void {
  const mark = (field: Field): CauseOptions => ({ code: 'custom-schema', mark: field });
  const forbid = (name: string, detail: string) =>
    causes.forbidden(named(schema.at(name)), detail, mark(schema.at(name)));
  const type = schema.at('type');
  if (type.text && !types.includes(type.text)) {
    causes.notSupported(named(type), types, { ...mark(type), shown: type.text });
  }
  for (const name of unsupported) {
    const field = schema.given(name);
    if (!field) continue;
    const isUsed = unsupportedEmpty.has(name) ? field.isSet : !field.isZero;
    if (isUsed) forbid(name, `${name} is not supported`);
  }
  if (type.text === 'null') forbid('type', 'type cannot be set to null, use nullable as an alternative');
  if (Array.isArray(schema.given('items')?.value))
    forbid('items', 'items must be a schema object and not an array');
  if (schema.given('uniqueItems')?.isTrue) {
    forbid('uniqueItems', 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic');
  }
  const additional = schema.given('additionalProperties');
  if (additional) {
    if (isNeitherSchemaNorFlag(additional)) {
      const remark = { ...mark(additional), shown: additional.value };
      causes.invalid(named(additional), 'boolean or JSON schema expected', remark);
    }
    if (additional.isSet && additional.value !== true && !schema.at('properties').isZero) {
      forbid('additionalProperties', 'additionalProperties and properties are mutual exclusive');
    }
  }
  const keepsUnknown = schema.given('x-kubernetes-preserve-unknown-fields');
  if (keepsUnknown?.value === false) {
    const remark = { ...mark(keepsUnknown), shown: false };
    causes.invalid(named(keepsUnknown), 'must be true or undefined', remark);
  }
  if (!schema.lacks('x-kubernetes-map-type')) checkMapType(schema, named, causes);
  if (!schema.lacks('x-kubernetes-list-type')) checkListType(schema, named, causes);
  if (!schema.lacks('x-kubernetes-list-type') || !schema.lacks('x-kubernetes-list-map-keys')) {
    checkListKeys(schema, named, causes);
  }
  const pattern = schema.given('pattern');
  if (!pattern?.text || isPlain(pattern.text) || !isOneMore(causes)) return;
  const problem = patternProblem(pattern.text);
  if (problem === undefined) return;
  const detail = `must be a valid regular expression, but isn't: ${problem}`;
  causes.invalid(named(pattern), detail, { ...mark(pattern), shown: pattern.text });
}

/** How many patterns of one definition are read as regular expressions; those beyond are left to the server. */
export const mostPatterns = 10_000;

/** Whether a pattern may be read for these causes, which is counted. */
function isOneMore(causes: Causes): boolean {
  const count = (patternsRead.get(causes) ?? 0) + 1;
  patternsRead.set(causes, count);
  return count <= mostPatterns;
}

const patternsRead = new WeakMap<Causes, number>();

function isNeitherSchemaNorFlag({ value }: Field): boolean {
  return typeof value === 'string' || typeof value === 'number' || Array.isArray(value);
}

function checkMapType(schema: Field, named: FieldMapping, causes: Causes): void {
  const mapType = schema.at('x-kubernetes-map-type');
  if (!mapType.isSet || mapType.text === undefined) return;
  checkTypeIs('object', schema, 'x-kubernetes-map-type', named, causes);
  if (mapType.text === 'atomic' || mapType.text === 'granular') return;
  const remark = { code: 'custom-schema', mark: mapType, shown: mapType.text } as const;
  causes.notSupported(named(mapType), ['atomic', 'granular'], remark);
}

function checkTypeIs(
  expected: 'array' | 'object',
  schema: Field,
  extension: string,
  named: FieldMapping,
  causes: Causes,
): void {
  const type = schema.at('type');
  const detail = `must be ${expected} if ${extension} is specified`;
  const remark = { code: 'custom-schema', mark: type } as const;
  if (type.text === '') causes.required(named(type), detail, { ...remark, mark: schema.at(extension) });
  else if (type.text !== undefined && type.text !== expected) {
    causes.invalid(named(type), detail, { ...remark, shown: type.text });
  }
}

function checkListType(schema: Field, named: FieldMapping, causes: Causes): void {
  const listType = schema.at('x-kubernetes-list-type');
  if (!listType.isSet || listType.text === undefined) return;
  const items = schema.at('items');
  const code = 'custom-schema';
  checkTypeIs('array', schema, 'x-kubernetes-list-type', named, causes);
  if (listType.text === 'set' && schema.at('type').text === 'array') {
    const detail = 'must be atomic as item of a list with x-kubernetes-list-type=set';
    const inner = items.at('x-kubernetes-list-type');
    const map = items.at('x-kubernetes-map-type');
    if (items.at('type').text === 'array' && inner.isSet && inner.text !== 'atomic') {
      causes.invalid(named(inner), detail, { code, mark: inner });
    }
    if (items.at('type').text === 'object' && map.text !== 'atomic') {
      causes.invalid(named(map), detail, { code, mark: map.isSet ? map : listType, shown: null });
    }
  }
  const choices = ['atomic', 'set', 'map'];
  if (!choices.includes(listType.text)) {
    causes.notSupported(named(listType), choices, { code, mark: listType, shown: listType.text });
  }
  if ((listType.text === 'set' || listType.text === 'map') && items.at('nullable').isTrue) {
    const detail = `cannot be nullable when x-kubernetes-list-type is ${listType.text}`;
    causes.forbidden(named(items.at('nullable')), detail, { code, mark: items.at('nullable'), at: 'value' });
  }
}

function checkListKeys(schema: Field, named: FieldMapping, causes: Causes): void {
  const listType = schema.at('x-kubernetes-list-type');
  const keys = schema.at('x-kubernetes-list-map-keys');
  const items = schema.at('items');
  const code = 'custom-schema';
  if (
    Array.isArray(keys.value) &&
    keys.items.length > 0 &&
    listType.text !== undefined &&
    listType.text !== 'map'
  ) {
    const detail = 'must be map if x-kubernetes-list-map-keys is non-empty';
    if (!listType.isSet) causes.required(named(listType), detail, { code, mark: keys });
    else causes.invalid(named(listType), detail, { code, mark: listType, shown: listType.text });
  }
  if (listType.text !== 'map') return;
  if (keys.isZero) {
    causes.required(named(keys), 'must not be empty if x-kubernetes-list-type is map', {
      code,
      mark: listType,
    });
  }
  if (!items.isSet) {
    causes.required(named(items), 'must have a schema if x-kubernetes-list-type is map', {
      code,
      mark: listType,
    });
    return;
  }
  const type = items.at('type');
  if (!items.map || type.text === undefined) return;
  if (type.text !== 'object') {
    const detail = "must be object if parent array's x-kubernetes-list-type is map";
    causes.invalid(named(type), detail, { code, mark: type, shown: type.text });
    return;
  }
  checkKeysOf(keys, items, named, causes);
}

function checkKeysOf(keys: Field, items: Field, named: FieldMapping, causes: Causes): void {
  const code = 'custom-schema';
  const required = new Set(items.at('required').items.map(({ text }) => text));
  const isRequiredKnown = !required.has(undefined) && (items.at('required').isZero || required.size > 0);
  const seen = new Set<string>();
  for (const key of keys.items) {
    const properties = items.at('properties').map;
    if (key.text === undefined || !properties) continue;
    const property = items.at('properties').at(key.text);
    const type = property.at('type');
    if (!Object.hasOwn(properties, key.text)) {
      causes.invalid(named(keys), 'entries must all be names of item properties', {
        code,
        mark: key,
        shown: keys.value,
      });
    } else if (type.text === 'array' || type.text === 'object') {
      const detail = "must be a scalar type if parent array's x-kubernetes-list-type is map";
      causes.invalid(named(type), detail, { code, mark: type, shown: 'object' });
    }
    if (seen.has(key.text)) {
      causes.invalid(named(keys), 'must not contain duplicate entries', {
        code,
        mark: key,
        shown: keys.value,
      });
    }
    seen.add(key.text);
    if (!property.isSet || !property.map) continue;
    if (isRequiredKnown && !required.has(key.text) && !('default' in property.map)) {
      const detail =
        'this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property';
      causes.required(named(property.at('default')), detail, { code, mark: key });
    }
    const nullable = property.at('nullable');
    if (!nullable.isTrue) continue;
    const detail = 'this property is in x-kubernetes-list-map-keys, so it cannot be nullable';
    causes.forbidden(named(nullable), detail, { code, mark: nullable, at: 'value' });
  }
}
