import type { CompletionItem } from 'vscode-languageserver';
import type { Schema } from '../../catalog/schema.ts';
import { requiredBy } from '../../rules/shared/required-fields.ts';
import type { YamlNode } from '../../yaml/nodes.ts';
import type { Path } from '../../yaml/path.ts';
import { fieldName } from '../../yaml/tree.ts';
import type { Completion, FieldData } from './completion-context.ts';
import { type CompletionCandidate, toCompletionItem } from './completion-item.ts';
import { type EnclosingObject, schemaAlong } from './enclosing-object.ts';
import { frequencyRank } from './frequent-fields.ts';
import { fieldKey, fieldSnippet, flowFieldSnippet, shapeOf } from './snippet.ts';
import { typeName } from './type-name.ts';

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
  const insertion = fieldInsertion(completion, schema);
  if (!insertion) return [];
  const { children, neighbour, siblings } = completion.cursor;
  if (neighbour !== undefined && !schemaAlong(insertion.schema, [neighbour])) return [];
  const present = new Set(siblings);
  const names = insertion.schema.propertyNames.filter(
    (name) => !present.has(name) && (!children || mayHold(insertion.schema.property(name), children)),
  );
  return names.map((name) =>
    toCompletionItem(completion, fieldCandidate(completion, object, insertion, name, path)),
  );
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

/** How fields are inserted at a cursor. */
export interface FieldInsertion {
  schema: Schema;
  /** Where the fields' keys stand. */
  column: number;
  prefix: string;
  suffix: string;
  /** The schema is of an item of the list at the cursor. */
  inItem: boolean;
}

/** Where fields may be typed at the cursor, and what must come before them there. */
export function fieldInsertion({ cursor }: Completion, schema: Schema): FieldInsertion | undefined {
  const { column, style, flow } = cursor;
  const space = cursor.needsSpace ? ' ' : '';
  const shape = shapeOf(schema);
  if (cursor.quote && cursor.role !== 'key') return undefined;
  if (cursor.role === 'key') {
    return { schema, column: column + space.length, prefix: space, suffix: '', inItem: false };
  }
  if (flow) return flowInsertion(schema, column);
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
function flowInsertion(schema: Schema, column: number): FieldInsertion | undefined {
  if (shapeOf(schema) !== 'object') return undefined;
  return { schema, column, prefix: '{', suffix: '}', inItem: false };
}

function fieldCandidate(
  completion: Completion,
  object: EnclosingObject,
  insertion: FieldInsertion,
  name: string,
  path: Path,
): CompletionCandidate {
  const { cursor } = completion;
  const schema = insertion.schema.property(name);
  const required = requiredBy(insertion.schema, name);
  const snippet = cursor.flow
    ? flowFieldSnippet(name, schema, cursor.style)
    : fieldSnippet(name, insertion.schema, insertion.column, cursor.style);
  const deprecated = completion.catalog.deprecations(insertion.schema)?.has(name) === true;
  const text = cursor.hasColon
    ? fieldKey(name, cursor.style)
    : cursor.children
      ? `${fieldKey(name, cursor.style)}:`
      : snippet.text + insertion.suffix;
  return {
    label: name,
    kind: 10,
    prefix: insertion.prefix,
    text,
    sort: `${deprecated ? '5' : rank(name, required, path, insertion.schema)}${name}`,
    ...(deprecated && { deprecated }),
    detail: `${typeName(schema)}${required ? ', required' : ''}`,
    data: fieldData(object, insertion, name, path),
    awaitsValue: snippet.awaitsValue && !cursor.hasColon && !cursor.children,
  };
}

function fieldData(
  object: EnclosingObject,
  insertion: FieldInsertion,
  name: string,
  path: Path,
): FieldData | undefined {
  if (!object.known) return undefined;
  const { apiVersion, kind } = object.known;
  const along = path.map((part) => (typeof part === 'number' ? 0 : part));
  return { apiVersion, kind, path: insertion.inItem ? [...along, 0] : along, field: name };
}

/** What people write first comes first; what only the server writes comes last. */
function rank(name: string, required: ReturnType<typeof requiredBy>, path: Path, schema: Schema): string {
  const order = path.length === 0 ? rootOrder : schema.name?.endsWith('.ObjectMeta') ? metadataOrder : [];
  const index = order.indexOf(name);
  if (index >= 0) return `0${index}`;
  if (required) return required === 'schema' ? '10' : '11';
  const frequency = frequencyRank(schema.name, name);
  if (frequency !== undefined) return `2${String.fromCharCode(97 + frequency)}`;
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
