import type { Finding, Fix } from '../../../checks/finding.ts';
import { isSameSpan, valueAt } from '../../../manifest/fields.ts';
import { nodeAtOffset } from '../../../manifest/node-at-offset.ts';
import type { Violation, ViolationReason } from '../../../rules/shared/violation.ts';
import type { MapEntry } from '../../../yaml/nodes.ts';
import type { Path } from '../../../yaml/path.ts';
import { fieldName } from '../../../yaml/tree.ts';
import { schemaAlong } from '../../completion/enclosing-object.ts';
import { completedDraft } from './complete-draft.ts';
import type { Drafting } from './drafting.ts';
import { placeOf } from './field-place.ts';
import type { FaultyObject, Fixing } from './fixing.ts';
import { string } from './placeholder.ts';
import { placesOf } from './places-of.ts';
import { fieldsNamedIn, oneOfSeveral, type Skeleton, skeletonAlong } from './skeleton.ts';
import { writtenParts } from './write-parts.ts';
import type { WrittenText } from './written-text.ts';

/** Writes the field that is missing, with all that is required in it and placeholders for values. */
export function* insertMissing(fixing: Fixing): Iterable<Fix> {
  const { finding, object } = fixing;
  if (!object) return;
  const { about } = finding;
  const told = about.is === 'violation' ? toldValues(about.violation) : [];
  for (const path of missingPaths(finding, object)) {
    for (const value of [undefined, ...told]) {
      const fix = insertionAt({ ...fixing, object }, path, { value });
      if (fix) yield fix;
    }
  }
}

/** The values that the server's words name: `valid values: "OnFailure", "Never"`. */
function toldValues({ detail }: Violation): string[] {
  return [...detail.matchAll(/"(\w+)"/g)].map(([, word]) => word!);
}

/** What a field is written into. */
export interface Inserting extends Drafting {
  readonly written: WrittenText;
}

/** What is known of a field that is to be written: its value, and which field that was moved from. */
interface Known {
  readonly value?: string | undefined;
  readonly moved?: MapEntry;
}

/**
 * Writes the field at a path that is not there, with this value where one is told, and what has to be written with it
 * elsewhere; undefined where there is no safe place for it, or it is there.
 */
export function insertionAt(inserting: Inserting, path: Path, { value, moved }: Known = {}): Fix | undefined {
  const { object } = inserting;
  const place = placeOf(object.map, path);
  const isEmpty = place.rest.length === 0 && place.entry && (!place.node || isBlank(place.node));
  const [name, ...inside] = place.rest;
  if (!isEmpty && typeof name !== 'string') return undefined;
  const at = path.slice(0, path.length - inside.length);
  const skeleton: Skeleton | undefined =
    value !== undefined && inside.length === 0
      ? { is: 'value', placeholder: string(value) }
      : skeletonAlong(object.schema, at, inside);
  if (!skeleton || !schemaAlong(object.schema, at)) return undefined;
  const asked = { path: at, skeleton };
  const parts = value === undefined ? completedDraft(inserting, asked) : [asked];
  const fix = writtenParts(parts, object.map, inserting.written, moved);
  const field = String(at.at(-1));
  const what = value === undefined ? field : `${field}: ${value}`;
  return fix && { title: `${isEmpty ? 'Fill in' : 'Insert'} "${what}"`, ...fix };
}

function isBlank(node: NonNullable<ReturnType<typeof placeOf>['node']>): boolean {
  if (node.type === 'scalar') return node.text === '' || node.value === 0;
  return (node.type === 'list' ? node.items : node.entries).length === 0;
}

/**
 * Where the field would stand that a finding misses, the likeliest first: of several that the server would take, each that its
 * words name. Empty for findings that miss none.
 */
export function missingPaths(finding: Finding, object: FaultyObject): readonly Path[] {
  const { about, code } = finding;
  if (givenByOthers.has(code)) return [];
  if (about.is !== 'violation') {
    const path = missingPath(finding, object);
    return path ? [path] : [];
  }
  const { against, detail, mark, path, reason, value } = about.violation;
  const places = placesOf(about.violation);
  const named = places.flatMap((around) => {
    const schema = schemaAlong(object.schema, around);
    const names = [...fieldsNamedIn(detail, schema), ...(schema ? oneOfSeveral(schema) : [])];
    return names.map((name) => [...around, name]).filter((field) => !valueAt(object.map, field));
  });
  if (reason === 'FieldValueRequired') return [...places, ...named];
  if (against || !judgedAbsent.has(reason) || !zeroValues.has(value)) return [];
  const isWritten = placeOf(object.map, mark ?? path).rest.length === 0;
  if (!isWritten) return places;
  return asksForOneOf.test(detail) ? named : [];
}

/** What nobody may write who has not been given it. */
const givenByOthers = new Set<Finding['code']>(['api-approval']);

/** The server judges what is not there by the zero value of its type, and shows it. */
const judgedAbsent = new Set<ViolationReason>(['FieldValueInvalid', 'FieldValueNotSupported']);
const zeroValues = new Set([undefined, '""', 'null']);
const asksForOneOf = /must specify|must be specified|is required/;

function missingPath({ about, span }: Finding, object: FaultyObject): Path | undefined {
  if (about.is === 'server-warning') {
    return about.warning.about === 'absence' ? about.warning.path : undefined;
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
