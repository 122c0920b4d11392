import type { Causes } from '../shared/causes.ts';
import type { Field } from '../shared/field.ts';
import { isEmbeddedResource } from './embedded-resource.ts';
import type { FieldMapping } from './field-mapping.ts';

type Level = 'root' | 'item' | 'field';

const emptyType = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
} as const;
const code = 'structural-schema';

/** What makes a schema structural: every part has its type in one place, and logical parts only narrow it. */
export function checkStructure(schema: Field, named: FieldMapping, causes: Causes): void {
  checkPart(schema, 'root', named, causes);
  checkComplete(schema, schema, named, causes);
}

function checkPart(schema: Field, level: Level, named: FieldMapping, causes: Causes): void {
  if (!schema.map) return;
  const type = schema.at('type');
  if (type.text === 'array' || !schema.lacks('items')) {
    const items = schema.at('items');
    if (type.text === 'array' && (!items.isSet || isScalar(items))) {
      causes.required(named(items), 'must be specified', { code, mark: items.isSet ? items : type });
    }
    if (items.isSet) checkPart(items, 'item', named, causes);
  }
  // A property that is null is an empty schema to the server.
  for (const property of schema.given('properties')?.entries ?? []) {
    checkPart(property, 'field', named, causes);
  }
  const additional = schema.given('additionalProperties');
  if (additional?.isSet) {
    if (level === 'root') {
      causes.forbidden(named(additional), 'must not be used at the root', { code, mark: additional });
    }
    checkPart(additional, 'field', named, causes);
  }
  checkType(schema, level, named, causes);
  checkMetadata(schema, level, named, causes);
  checkLogic(schema, named, causes);
}

/** The server takes a scalar for `items` and reads nothing from it. */
function isScalar({ value }: Field): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function checkType(schema: Field, level: Level, named: FieldMapping, causes: Causes): void {
  const type = schema.at('type');
  // Nearly every schema has a type, and nothing that may contradict it.
  if (type.text && level !== 'root' && kindsOfType.every((name) => schema.lacks(name))) return;
  const isIntOrString = schema.at('x-kubernetes-int-or-string').isTrue;
  const keepsUnknown = schema.at('x-kubernetes-preserve-unknown-fields');
  const embedded = schema.at('x-kubernetes-embedded-resource');
  if (isIntOrString && keepsUnknown.isTrue) {
    const detail = 'must be false if x-kubernetes-int-or-string is true';
    causes.invalid(named(keepsUnknown), detail, { code, mark: keepsUnknown, shown: true });
  }
  if (isIntOrString && embedded.isTrue) {
    const detail = 'must be false if x-kubernetes-int-or-string is true';
    causes.invalid(named(embedded), detail, { code, mark: embedded, shown: true });
  }
  const additional = schema.at('additionalProperties');
  if (embedded.isTrue && additional.isSet) {
    const detail = 'must not be used if x-kubernetes-embedded-resource is set';
    causes.forbidden(named(additional), detail, { code, mark: additional });
  }
  if (type.text === undefined) return;
  if (!isFlag(schema.at('x-kubernetes-int-or-string')) || !isFlag(keepsUnknown) || !isFlag(embedded)) return;
  if (embedded.isTrue && type.text !== 'object') {
    const detail = 'must be object if x-kubernetes-embedded-resource is true';
    if (type.text === '') causes.required(named(type), detail, { code, mark: embedded });
    else causes.invalid(named(type), detail, { code, mark: type, shown: type.text });
  } else if (type.text === '' && !isIntOrString && !keepsUnknown.isTrue) {
    causes.required(named(type), emptyType[level], { code, mark: schema });
  }
  if (level === 'root' && type.text !== '' && type.text !== 'object') {
    causes.invalid(named(type), 'must be object at the root', { code, mark: type, shown: type.text });
  }
  if (embedded.isTrue && !keepsUnknown.isTrue && schema.at('properties').isZero) {
    const detail =
      'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields';
    causes.required(named(schema.at('properties')), detail, { code, mark: embedded });
  }
}

/** What says more of a type. */
const kindsOfType = [
  'x-kubernetes-int-or-string',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-embedded-resource',
];

/** Nothing is false. */
function isFlag(field: Field): boolean {
  return !field.isSet || typeof field.value === 'boolean';
}

/** The server knows better what an object's metadata is. */
function checkMetadata(schema: Field, level: Level, named: FieldMapping, causes: Causes): void {
  if (level !== 'root' && !isEmbeddedResource(schema)) return;
  const properties = schema.at('properties');
  for (const name of ['kind', 'apiVersion']) {
    const type = properties.at(name).at('type');
    if (!properties.at(name).isSet || type.text === undefined || type.text === 'string') continue;
    causes.invalid(named(type), 'must be string', { code, mark: type, shown: type.text });
  }
  const metadata = properties.at('metadata');
  const type = metadata.at('type');
  if (!metadata.isSet || !metadata.map || type.text === undefined) return;
  if (type.text !== 'object')
    causes.invalid(named(type), 'must be object', { code, mark: type, shown: type.text });
  if (level !== 'root') return;
  const allowed = ['type', 'properties', 'default', 'example', 'externalDocs'];
  const others = Object.keys(metadata.map).filter(
    (key) => !allowed.includes(key) && !metadata.at(key).isZero,
  );
  const names = metadata
    .at('properties')
    .entries.filter(({ name }) => name !== 'name' && name !== 'generateName');
  const mark = names[0] ?? (others[0] === undefined ? undefined : metadata.at(others[0]));
  if (!mark) return;
  const detail =
    'must not specify anything other than name and generateName, but metadata is implicitly specified';
  causes.forbidden(named(metadata), detail, { code, mark });
}

const forbiddenInLogic = new Map([
  ['type', 'must be empty to be structural'],
  ['additionalProperties', 'must be undefined to be structural'],
  ['default', 'must be undefined to be structural'],
  ['title', 'must be empty to be structural'],
  ['description', 'must be empty to be structural'],
  ['nullable', 'must be false to be structural'],
  ['x-kubernetes-preserve-unknown-fields', 'must be false to be structural'],
  ['x-kubernetes-embedded-resource', 'must be false to be structural'],
  ['x-kubernetes-int-or-string', 'must be false to be structural'],
  ['x-kubernetes-list-map-keys', 'must be empty to be structural'],
  ['x-kubernetes-list-type', 'must be undefined to be structural'],
  ['x-kubernetes-map-type', 'must be undefined to be structural'],
  ['x-kubernetes-validations', 'must be empty to be structural'],
]);

/** The logical parts of `part`: what they may not say. */
function checkLogic(
  part: Field,
  named: FieldMapping,
  causes: Causes,
  skipped: 'none' | 'anyOf' = 'none',
): void {
  const anyOf = skipped === 'none' ? part.given('anyOf') : undefined;
  if (anyOf && !isIntOrString(anyOf)) {
    for (const inner of anyOf.items) checkNested(inner, named, causes);
  }
  for (const inner of itemsAt(part, 'allOf')) {
    const isOfScalar = inner.name === 0 && isIntOrString(inner.at('anyOf'));
    checkNested(inner, named, causes, isOfScalar ? 'anyOf' : 'none');
  }
  for (const inner of itemsAt(part, 'oneOf')) checkNested(inner, named, causes);
  const not = part.given('not');
  if (not) checkNested(not, named, causes);
}

function itemsAt(part: Field, name: string): readonly Field[] {
  return part.given(name)?.items ?? [];
}

function checkNested(
  part: Field,
  named: FieldMapping,
  causes: Causes,
  skipped: 'none' | 'anyOf' = 'none',
): void {
  if (!part.isSet || !part.map) return;
  for (const [name, detail] of forbiddenInLogic) {
    const field = part.given(name);
    if (!field) continue;
    const isGiven = name === 'default' || name === 'additionalProperties' ? field.isSet : !field.isZero;
    if (isGiven && !field.isUnknown && (name === 'default' || field.value !== false)) {
      causes.forbidden(named(field), detail, { code, mark: field });
    }
  }
  checkLogic(part, named, causes, skipped);
  const items = part.given('items');
  if (items) checkNested(items, named, causes);
  for (const property of part.given('properties')?.entries ?? []) {
    checkNested(property, named, causes);
    if (property.name !== 'metadata') continue;
    const detail = 'must not be specified in a nested context';
    causes.forbidden(named(property), detail, { code, mark: property });
  }
}

/** What the logical parts of the root speak of is in its structure. The server does not ask that of what is further in. */
function checkComplete(part: Field, structure: Field, named: FieldMapping, causes: Causes): void {
  for (const name of ['anyOf', 'allOf', 'oneOf']) {
    for (const inner of itemsAt(part, name)) checkNestedComplete(inner, structure, named, causes);
  }
  const not = part.given('not');
  if (not) checkNestedComplete(not, structure, named, causes);
}

function checkNestedComplete(part: Field, structure: Field, named: FieldMapping, causes: Causes): void {
  if (!part.isSet || !part.map) return;
  checkComplete(part, structure, named, causes);
  const items = part.at('items');
  if (items.isSet && structure.at('items').isSet) {
    checkNestedComplete(items, structure.at('items'), named, causes);
  }
  for (const property of part.at('properties').entries) {
    const name = String(property.name);
    const known = structure.at('properties').at(name);
    if (known.isSet) checkNestedComplete(property, known, named, causes);
    else if (structure.at('properties').map) {
      const detail = `because it is defined in ${named(property).printed}`;
      causes.required(named(known), detail, { code, mark: property });
    }
  }
}

/** The way to say that a field is a number or a string. */
function isIntOrString(anyOf: Field): boolean {
  const names = anyOf.items.map((choice) => choice.at('type').text);
  if (names.includes(undefined)) return true;
  return (
    names.join() === 'integer,string' &&
    anyOf.items.every((choice) =>
      Object.keys(choice.map ?? {}).every((name) => notStructural.has(name) || isLeftOut(choice.at(name))),
    )
  );
}

/** What says nothing to the server, and the type itself. */
const notStructural = new Set(['type', 'example', 'externalDocs']);

function isLeftOut(field: Field): boolean {
  return field.name === 'default' ? !field.isSet : field.isZero;
}
