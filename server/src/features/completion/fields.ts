import type { CompletionItem } from 'vscode-languageserver';
import type { Schema } from '../../catalog/schema.ts';
import { requiredBy } from '../../rules/shared/required-fields.ts';
import type { YamlNode } from '../../yaml/nodes.ts';
import type { Path } from '../../yaml/path.ts';
import { fieldName } from '../../yaml/tree.ts';
import { commonRank } from './common.ts';
import type { Completion, FieldData } from './completion-context.ts';
import { type Offer, offerItem } from './edit.ts';
import { type EnclosingObject, schemaAlong } from './schema.ts';
import { fieldKey, fieldSnippet, flowFieldSnippet, shapeOf } from './snippet.ts';
import { typeName } from './type.ts';

/**
 * The fields of the map that the cursor is in, or that its value would be: required ones first, existing ones left
 * out. Empty where the schema at the cursor has no fields.
 */
export function fieldItems(
  completion: Completion,
  object: EnclosingObject,
  schema: Schema,
  path: Path,
): CompletionItem[] {
  const place = fieldPlace(completion, schema);
  if (!place) return [];
  const { children, neighbour, siblings } = completion.cursor;
  if (neighbour !== undefined && !schemaAlong(place.schema, [neighbour])) return [];
  const present = new Set(siblings);
  const names = place.schema.propertyNames.filter(
    (name) => !present.has(name) && (!children || mayHold(place.schema.property(name), children)),
  );
  return names.map((name) => offerItem(completion, fieldOffer(completion, object, place, name, path)));
}

/** Whether what stands under a key that is being typed can be that field's value, a fault in it or not. */
function mayHold(schema: Schema | undefined, children: YamlNode): boolean {
  if (!schema) return false;
  if (schema.types.length === 0) return true;
  const shape = shapeOf(schema);
  if (children.type === 'scalar') {
    return shape === 'scalar' && (schema.types[0] !== 'string' || typeof children.value === 'string');
  }
  if (children.type === 'list') {
    const first = children.items.find(({ value }) => value)?.value;
    return shape === 'array' && (!first || mayHold(schema.items, first));
  }
  if (shape !== 'object') return false;
  const fitting = children.entries.filter(({ key, value }) => {
    const inner = schemaAlong(schema, [fieldName(key)]);
    return inner && (!value || mayHold(inner, value));
  });
  return schema.open || fitting.length >= children.entries.length / 2;
}

/** Where fields may be typed, and how. */
export interface FieldPlace {
  schema: Schema;
  /** Where the fields' keys stand. */
  column: number;
  prefix: string;
  suffix: string;
  /** The schema is of an item of the list at the cursor. */
  inItem: boolean;
}

/** Where fields may be typed at the cursor, and what must come before them there. */
export function fieldPlace({ cursor }: Completion, schema: Schema): FieldPlace | undefined {
  const { column, style, flow } = cursor;
  const space = cursor.needsSpace ? ' ' : '';
  const shape = shapeOf(schema);
  if (cursor.quote && cursor.role !== 'key') return undefined;
  if (cursor.role === 'key') {
    return { schema, column: column + space.length, prefix: space, suffix: '', inItem: false };
  }
  if (flow) return flowPlace(schema, column);
  const item = shape === 'array' ? schema.items : undefined;
  const fields = item ?? schema;
  if (shapeOf(fields) !== 'object') return undefined;
  const dash = item ? '- ' : '';
  if (cursor.role === 'value') {
    const indent = cursor.baseColumn + (item ? style.list : style.unit);
    const prefix = `${style.lineBreak}${' '.repeat(indent)}${dash}`;
    return { schema: fields, column: indent + dash.length, prefix, suffix: '', inItem: item !== undefined };
  }
  const prefix = `${space}${cursor.needsDash ? '- ' : ''}${dash}`;
  return { schema: fields, column: column + prefix.length, prefix, suffix: '', inItem: item !== undefined };
}

/** Inside brackets a map needs braces of its own. */
function flowPlace(schema: Schema, column: number): FieldPlace | undefined {
  if (shapeOf(schema) !== 'object') return undefined;
  return { schema, column, prefix: '{', suffix: '}', inItem: false };
}

function fieldOffer(
  completion: Completion,
  object: EnclosingObject,
  place: FieldPlace,
  name: string,
  path: Path,
): Offer {
  const { cursor } = completion;
  const schema = place.schema.property(name);
  const required = requiredBy(place.schema, name);
  const snippet = cursor.flow
    ? flowFieldSnippet(name, schema, cursor.style)
    : fieldSnippet(name, place.schema, place.column, cursor.style);
  const text = cursor.hasColon
    ? fieldKey(name, cursor.style)
    : cursor.children
      ? `${fieldKey(name, cursor.style)}:`
      : snippet.text + place.suffix;
  return {
    label: name,
    kind: 10,
    prefix: place.prefix,
    text,
    sort: `${rank(name, required, path, place.schema)}${name}`,
    detail: `${typeName(schema)}${required ? ', required' : ''}`,
    data: fieldData(object, place, name, path),
    awaitsValue: snippet.awaitsValue && !cursor.hasColon && !cursor.children,
  };
}

function fieldData(
  object: EnclosingObject,
  place: FieldPlace,
  name: string,
  path: Path,
): FieldData | undefined {
  if (!object.known) return undefined;
  const { apiVersion, kind } = object.known;
  const along = path.map((part) => (typeof part === 'number' ? 0 : part));
  return { apiVersion, kind, path: place.inItem ? [...along, 0] : along, field: name };
}

/** What people write first comes first; what only the server writes comes last. */
function rank(name: string, required: ReturnType<typeof requiredBy>, path: Path, schema: Schema): string {
  const order = path.length === 0 ? rootOrder : schema.name?.endsWith('.ObjectMeta') ? metadataOrder : [];
  const place = order.indexOf(name);
  if (place >= 0) return `0${place}`;
  if (required) return required === 'schema' ? '10' : '11';
  const common = commonRank(schema.name, name);
  if (common !== undefined) return `2${String.fromCharCode(97 + common)}`;
  return isServerSide(name, path, schema) ? '4' : '3';
}

function isServerSide(name: string, path: Path, schema: Schema): boolean {
  if (path.length === 0) return name === 'status';
  return schema.name?.endsWith('.ObjectMeta') === true && serverMetadata.has(name);
}

const rootOrder = ['apiVersion', 'kind', 'metadata', 'spec', 'data'];
const metadataOrder = ['name', 'namespace', 'labels', 'annotations'];
const serverMetadata = new Set([
  'creationTimestamp',
  'deletionGracePeriodSeconds',
  'deletionTimestamp',
  'generation',
  'managedFields',
  'resourceVersion',
  'selfLink',
  'uid',
]);
