import type { TextChange } from '../../../checks/finding.ts';
import type { MapEntry, MapNode } from '../../../yaml/nodes.ts';
import { fieldName } from '../../../yaml/tree.ts';
import type { FieldPlace } from './field-place.ts';
import { indentedBy } from './skeleton.ts';
import type { WrittenText } from './written-text.ts';

/** A field that is to be written: as lines whose first column is 0, and on one line as in JSON. */
export interface NewField {
  readonly name: string;
  readonly block: string;
  /** Undefined where it cannot be written on one line. */
  readonly flow: string | undefined;
}

/**
 * The change that writes a field into the map at a place, or under the key there that has no value: first what people
 * write first (`apiVersion`, `kind`, `metadata`; `name`), all else behind the other fields. Undefined where there is no
 * map, or its text has a shape that no change is safe for.
 */
export function insertion(
  { node, entry }: Pick<FieldPlace, 'node' | 'entry'>,
  field: NewField,
  written: WrittenText,
): TextChange | undefined {
  if (node?.type === 'map') {
    const entries = node.entries.filter(({ merged }) => !merged);
    if (entries.length === 0) return node.flow ? intoEmpty(node, field, entry, written) : undefined;
    return node.flow ? intoFlow(entries, field, written) : intoBlock(entries, field, written);
  }
  return node || !entry ? undefined : underKey(entry, field, written);
}

function intoBlock(
  entries: readonly MapEntry[],
  field: NewField,
  written: WrittenText,
): TextChange | undefined {
  const [first] = entries;
  const column = written.columnOf(first!.key.span.start);
  const { lineBreak } = written.style;
  const lines = inFile(indentedBy(column, field.block), written);
  const follower = followerOf(entries, field.name);
  if (follower) {
    const at = follower.key.span.start;
    return { span: { start: at, end: at }, newText: `${lines}${lineBreak}${' '.repeat(column)}` };
  }
  const end = written.endOf(entries.at(-1)!);
  return { span: { start: end, end }, newText: `${lineBreak}${' '.repeat(column)}${lines}` };
}

function intoFlow(
  entries: readonly MapEntry[],
  { name, flow }: NewField,
  written: WrittenText,
): TextChange | undefined {
  if (flow === undefined) return undefined;
  const follower = followerOf(entries, name);
  const near = follower ?? entries.at(-1)!;
  const isOnOwnLine = written.beginsLine(near.key.span.start);
  const margin = ' '.repeat(written.columnOf(near.key.span.start));
  const separator = isOnOwnLine ? `,${written.style.lineBreak}${margin}` : ', ';
  if (follower) {
    const at = follower.key.span.start;
    return { span: { start: at, end: at }, newText: `${flow}${separator}` };
  }
  const { end } = near.span;
  return { span: { start: end, end }, newText: `${separator}${flow}` };
}

/** A map of `{}`: written anew, as a block where it is the value of a field in one. */
function intoEmpty(
  { span }: MapNode,
  field: NewField,
  entry: MapEntry | undefined,
  written: WrittenText,
): TextChange | undefined {
  const isLast = entry && written.slice({ start: span.end, end: written.lineEnd(span.end) }).trim() === '';
  const isInBlock = entry && written.beginsLine(entry.key.span.start) && !written.style.quoted;
  if (isInBlock && isLast && entry.colon !== undefined) {
    return { span: { start: entry.colon + 1, end: span.end }, newText: linesBelow(entry, field, written) };
  }
  return field.flow === undefined ? undefined : { span, newText: `{${field.flow}}` };
}

function underKey(entry: MapEntry, field: NewField, written: WrittenText): TextChange | undefined {
  if (entry.colon === undefined || written.style.quoted) return undefined;
  const from = entry.value?.span.end ?? entry.colon + 1;
  const start = entry.value ? entry.value.span.start : from;
  const end = written.lineEnd(from);
  const comment = written.slice({ start: from, end }).trimEnd();
  return { span: { start, end }, newText: `${comment}${linesBelow(entry, field, written)}` };
}

function linesBelow(entry: MapEntry, field: NewField, written: WrittenText): string {
  const { unit, lineBreak } = written.style;
  const margin = written.columnOf(entry.key.span.start) + unit;
  return `${lineBreak}${' '.repeat(margin)}${inFile(indentedBy(margin, field.block), written)}`;
}

/** The field of a map that a new one is written before. */
function followerOf(entries: readonly MapEntry[], name: string): MapEntry | undefined {
  const rank = rankOf(name);
  if (rank === last) return undefined;
  return entries.find(({ key }) => rankOf(fieldName(key)) > rank);
}

function rankOf(name: string): number {
  const rank = first.indexOf(name);
  return rank < 0 ? last : rank;
}

/** What people write first, in their order: of an object, of its metadata, of an item of a list. */
const first = ['apiVersion', 'kind', 'metadata', 'name'];
const last = first.length;

function inFile(lines: string, { style }: WrittenText): string {
  return lines.replaceAll('\n', style.lineBreak);
}
