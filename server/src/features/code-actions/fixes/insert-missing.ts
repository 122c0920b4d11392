import type { Schema } from '../../../catalog/schema.ts';
import type { Finding, Fix } from '../../../checks/finding.ts';
import { isSameSpan } from '../../../manifest/fields.ts';
import { nodeAtOffset } from '../../../manifest/node-at-offset.ts';
import type { Violation } from '../../../rules/shared/violation.ts';
import type { MapEntry } from '../../../yaml/nodes.ts';
import type { Path } from '../../../yaml/path.ts';
import { fieldName } from '../../../yaml/tree.ts';
import { schemaAlong } from '../../completion/enclosing-object.ts';
import { placeOf } from './field-place.ts';
import type { FaultyObject, Fixing } from './fixing.ts';
import { insertion } from './insert-field.ts';
import { string } from './placeholder.ts';
import { type Skeleton, SkeletonWriter, skeletonOf } from './skeleton.ts';
import type { WrittenText } from './written-text.ts';

/** Writes the field that is missing, with all that is required in it and placeholders for values. */
export function* insertMissing({ finding, object, written }: Fixing): Iterable<Fix> {
  const path = object && missingPath(finding, object);
  if (!path) return;
  const { about } = finding;
  const told = about.is === 'violation' ? toldValues(about.violation) : [];
  for (const value of [undefined, ...told]) {
    const fix = insertionAt(object, path, written, { value });
    if (fix) yield fix;
  }
}

/** The values that the server's words name: `valid values: "OnFailure", "Never"`. */
function toldValues({ detail }: Violation): string[] {
  return [...detail.matchAll(/"(\w+)"/g)].map(([, word]) => word!);
}

/** What is known of a field that is to be written: its value, and which field that was moved from. */
interface Known {
  readonly value?: string | undefined;
  readonly moved?: MapEntry;
}

/**
 * Writes the field at a path that is not there, with this value where one is told; undefined where there is no safe place
 * for it, or it is there.
 */
export function insertionAt(
  object: FaultyObject,
  path: Path,
  written: WrittenText,
  { value, moved }: Known = {},
): Fix | undefined {
  const place = placeOf(object.map, path);
  const [name, ...inside] = place.rest;
  const isEmpty = place.rest.length === 0 && place.entry && (!place.node || isBlank(place.node));
  if (isEmpty) return filled(object, path, place, written);
  if (typeof name !== 'string') return undefined;
  const around = path.slice(0, path.length - place.rest.length);
  const parent = schemaAlong(object.schema, around);
  const schema = schemaAlong(parent, [name]);
  if (!schema) return undefined;
  const skeleton: Skeleton =
    value !== undefined && inside.length === 0
      ? { is: 'value', placeholder: string(value) }
      : skeletonWith(name, schema, inside, ancestorsOf(object, around));
  const fieldAs = (as: 'text' | 'snippet') => ({
    name,
    block: new SkeletonWriter(written.style, as).field(name, skeleton),
    flow: new SkeletonWriter(written.style, as).flowField(name, skeleton),
    ...(moved && { moved }),
  });
  const change = insertion(place, fieldAs('text'), written);
  const snippet = insertion(place, fieldAs('snippet'), written);
  const title = value === undefined ? `Insert "${name}"` : `Insert "${name}: ${value}"`;
  return change && { title, ...change, snippet: snippet!.newText };
}

/** Writes a placeholder for a value that is empty. */
function filled(
  object: FaultyObject,
  path: Path,
  { entry }: ReturnType<typeof placeOf>,
  written: WrittenText,
): Fix | undefined {
  const schema = schemaAlong(object.schema, path);
  const name = path.at(-1);
  if (!schema || !entry || entry.colon === undefined || typeof name !== 'string') return undefined;
  const skeleton = skeletonOf(name, schema, ancestorsOf(object, path.slice(0, -1)));
  const isInBlock = written.beginsLine(entry.key.span.start) && !written.style.quoted;
  const span = { start: entry.colon + 1, end: entry.value?.span.end ?? entry.colon + 1 };
  const margin = ' '.repeat(written.columnOf(entry.key.span.start));
  const valueAs = (as: 'text' | 'snippet'): string => {
    const writer = new SkeletonWriter(written.style, as);
    if (!isInBlock) return ` ${writer.flow(skeleton)}`;
    const lines = writer.field('', skeleton).slice(1);
    return lines.replaceAll('\n', `${written.style.lineBreak}${margin}`);
  };
  return { title: `Fill in "${name}"`, span, newText: valueAs('text'), snippet: valueAs('snippet') };
}

function isBlank(node: NonNullable<ReturnType<typeof placeOf>['node']>): boolean {
  if (node.type === 'scalar') return node.text === '' || node.value === 0;
  return node.type === 'list' && node.items.length === 0;
}

/** The skeleton of a field, with what a path below it leads to. */
function skeletonWith(
  name: string,
  schema: Schema,
  [next, ...rest]: Path,
  ancestors: readonly string[],
): Skeleton {
  const skeleton = skeletonOf(name, schema, ancestors);
  const inner = next === undefined ? undefined : schemaAlong(schema, [next]);
  if (next === undefined || !inner) return skeleton;
  const child = skeletonWith(String(next), inner, rest, [...ancestors, schema.name ?? '']);
  if (skeleton.is === 'list') return typeof next === 'number' ? { is: 'list', items: [child] } : skeleton;
  if (skeleton.is !== 'object') return skeleton;
  const others = skeleton.fields.filter(([field]) => field !== next);
  return { is: 'object', fields: [...others, [String(next), child]] };
}

function ancestorsOf({ schema }: FaultyObject, path: Path): string[] {
  return Array.from({ length: path.length + 1 }, (_, depth) => schemaAlong(schema, path.slice(0, depth)))
    .filter((around) => around !== undefined && around.items === undefined)
    .map((around) => around?.name ?? '');
}

/** Where the field would stand that a finding misses; undefined for findings that miss none. */
export function missingPath({ about, span }: Finding, object: FaultyObject): Path | undefined {
  if (about.is === 'server-warning') {
    return about.warning.about === 'absence' ? about.warning.path : undefined;
  }
  if (about.is === 'violation') {
    const { reason, path, mark } = about.violation;
    if (reason !== 'FieldValueRequired') return undefined;
    return mark && placeOf(object.map, path).rest.length === 0 ? mark : path;
  }
  const found = nodeAtOffset(object.map, span.start);
  if (!found) return undefined;
  if (about.is === 'empty-field') return found.path;
  if (about.is !== 'missing-field') return undefined;
  const { owner, field } = about;
  const isKind = found.path.length === 1 && found.path[0] === 'kind' && found.at === 'value';
  if (isKind) return [field];
  const isOwner = found.at === 'key' && found.entry && fieldName(found.entry.key) === owner;
  if (isOwner && isSameSpan(found.entry!.key.span, span)) return [...found.path, field];
  const item = found.path.findLastIndex((part) => typeof part === 'number');
  return item >= 0 && owner.endsWith(']') ? [...found.path.slice(0, item + 1), field] : undefined;
}
