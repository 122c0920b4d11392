import type { Schema } from '../../../server/src/catalog/schema.ts';
import { ownField, setField } from '../../../server/src/yaml/own-field.ts';
import { jsonForms } from './json-forms.ts';
import type { MessageField, ProtobufFacts } from './protobuf-facts.ts';

/**
 * An object as Go writes it as JSON: a list, map or time that is not there and that no `omitempty` leaves out is null. The
 * object itself is not changed; what needs no change is shared with it. The facts are those of all releases, so what the
 * schema has not does not count.
 */
export function withNulls(object: unknown, schema: Schema, facts: ProtobufFacts): unknown {
  return formed(object, schema, facts, (value) => (value === undefined ? null : value));
}

/** An object after its way through the store, which knows no list or map that is there and empty. */
export function withoutEmptyLists(object: unknown, schema: Schema, facts: ProtobufFacts): unknown {
  return formed(object, schema, facts, (value) => (isEmpty(value) ? undefined : value));
}

function formed(object: unknown, schema: Schema, facts: ProtobufFacts, fieldOf: Change['fieldOf']): unknown {
  const nullable = nullableFields(facts);
  const definition = schema.name ?? '';
  return nullable.has(definition) ? changed(object, definition, schema, { nullable, fieldOf }) : object;
}

/**
 * By messages in which something may be null, at any depth: the fields that it may be in, with those that JSON has among
 * them from a message without a name.
 */
type NullableFields = ReadonlyMap<string, readonly MessageField[]>;

interface Change {
  readonly nullable: NullableFields;
  /** What becomes of a field that may be null. */
  readonly fieldOf: (value: unknown) => unknown;
}

function changed(value: unknown, message: string, schema: Schema, change: Change): unknown {
  if (!isRecord(value)) return value;
  let result: Record<string, unknown> | undefined;
  for (const field of change.nullable.get(message) ?? []) {
    const known = schema.property(field.name);
    if (!known) continue;
    const before = ownField(value, field.name);
    const within = inside(before, field, known, change);
    const after = isNullable(field) ? change.fieldOf(within) : within;
    if (after === before) continue;
    result ??= { ...value };
    if (after === undefined) delete result[field.name];
    else setField(result, field.name, after);
  }
  return result ?? value;
}

function inside(value: unknown, { type, many }: MessageField, schema: Schema, change: Change): unknown {
  if (value === undefined || value === null || !change.nullable.has(type)) return value;
  if (many === undefined) return changed(value, type, schema, change);
  const { items: item, values } = schema;
  if (Array.isArray(value)) {
    if (!item) return value;
    const items = value.map((each) => changed(each, type, item, change));
    return items.some((each, index) => each !== value[index]) ? items : value;
  }
  if (!isRecord(value) || typeof values !== 'object') return value;
  const result: Record<string, unknown> = {};
  let hasChanged = false;
  for (const [key, part] of Object.entries(value)) {
    const after = changed(part, type, values, change);
    hasChanged ||= after !== part;
    setField(result, key, after);
  }
  return hasChanged ? result : value;
}

/** With those that JSON has among them from a message without a name. */
function fieldsOf(message: string, facts: ProtobufFacts): readonly MessageField[] {
  const fields = facts.messages[message] ?? [];
  if (jsonForms[message]) return [];
  return fields.flatMap((field) => (field.name === '' ? fieldsOf(field.type, facts) : [field]));
}

function isNullable({ empty, many, type }: MessageField): boolean {
  return empty === 'written' && (many !== undefined || type === 'bytes' || times.has(type));
}

const times = new Set([
  'io.k8s.apimachinery.pkg.apis.meta.v1.Time',
  'io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime',
]);

const known = new WeakMap<ProtobufFacts, NullableFields>();

function nullableFields(facts: ProtobufFacts): NullableFields {
  const before = known.get(facts);
  if (before) return before;
  const messages = nullableMessages(facts);
  const found = new Map(
    Array.from(messages, (message) => [
      message,
      fieldsOf(message, facts).filter((field) => isNullable(field) || messages.has(field.type)),
    ]),
  );
  known.set(facts, found);
  return found;
}

/** The messages that have a nullable field, and those around them. */
function nullableMessages(facts: ProtobufFacts): ReadonlySet<string> {
  const found = new Set<string>();
  const holders = new Map<string, string[]>();
  for (const [message, fields] of Object.entries(facts.messages)) {
    if (fields.some(isNullable)) found.add(message);
    for (const { type } of fields) holders.set(type, [...(holders.get(type) ?? []), message]);
  }
  for (const message of found) for (const holder of holders.get(message) ?? []) found.add(holder);
  return found;
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value) && Object.keys(value).length === 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
