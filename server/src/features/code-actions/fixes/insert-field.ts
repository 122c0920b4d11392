import type { TextChange } from '../../../checks/finding.ts';
import type { MapEntry, MapNode } from '../../../yaml/nodes.ts';
import { fieldName } from '../../../yaml/tree.ts';
import type { FieldPlace } from './field-place.ts';
import { MapSpot } from './map-spot.ts';
import { indentedBy } from './skeleton.ts';
import type { WrittenText } from './written-text.ts';

/** A field that is to be written, in each form that it can have: undefined where it cannot be written so. */
export interface NewField {
  readonly name: string;
  /** As lines whose first column is 0. */
  readonly block: string | undefined;
  /** On one line, in brackets. */
  readonly flow: string | undefined;
  /** In brackets, as lines whose first column is 0; undefined where it needs no more than one. */
  readonly flowLines?: string | undefined;
  /** What it is moved from: a part of the map no more, and printed where that was. */
  readonly moved?: MapEntry;
}

/**
 * The change that writes a field into the map at a place, or under the key there that has no value: first what people
 * write first (`apiVersion`, `kind`, `metadata`; `name`), all else behind the other fields; of a template where it is printed
 * whenever the map is. Undefined where there is no map, or its text has a shape that no change is safe for.
 */
export function insertion(
  place: Omit<FieldPlace, 'rest'>,
  field: NewField,
  written: WrittenText,
): TextChange | undefined {
  const { node, entry, owner } = place;
  const { moved } = field;
  const spot = new MapSpot(written, node?.type === 'map' ? node : undefined, owner);
  if (moved && !spot.has(moved.key.span.start)) return undefined;
  if (node?.type === 'map') {
    const entries = node.entries.filter(({ merged }) => !merged);
    const others = entries.filter((one) => one !== moved);
    if (entries.length === 0) return node.flow ? intoEmpty(node, field, place, spot) : undefined;
    if (moved && others.length === 0) return inPlaceOf(moved, node, field, spot);
    return node.flow ? intoFlow(others, field, spot) : intoBlock(others, field, spot);
  }
  return node || !entry ? undefined : underKey(entry, field, place, spot);
}

/** The column at which a field begins that is written at a place as lines of a block. */
export function columnOfField({ node, entry }: Omit<FieldPlace, 'rest'>, written: WrittenText): number {
  const first = node?.type === 'map' && !node.flow ? node.entries.find(({ merged }) => !merged) : undefined;
  if (first) return written.columnOf(first.key.span.start);
  return entry ? written.columnOf(entry.key.span.start) + written.style.unit : 0;
}

function intoBlock(entries: readonly MapEntry[], field: NewField, spot: MapSpot): TextChange | undefined {
  const { written } = spot;
  if (field.block === undefined) return undefined;
  const column = written.columnOf(entries[0]!.key.span.start);
  const margin = ' '.repeat(column);
  const { lineBreak } = written.style;
  const lines = inFile(indentedBy(column, field.block), written);
  const follower = followerOf(entries, field.name);
  if (follower) {
    const { start } = follower.key.span;
    const at = spot.before(start);
    if (at === undefined) return undefined;
    const newText = at === start ? `${lines}${lineBreak}${margin}` : `${margin}${lines}${lineBreak}`;
    return { span: { start: at, end: at }, newText };
  }
  const end = spot.behind(written.endOf(entries.at(-1)!));
  return end === undefined
    ? undefined
    : { span: { start: end, end }, newText: `${lineBreak}${margin}${lines}` };
}

function intoFlow(entries: readonly MapEntry[], field: NewField, spot: MapSpot): TextChange | undefined {
  const { written } = spot;
  const { lineBreak } = written.style;
  const follower = followerOf(entries, field.name);
  const near = follower ?? entries.at(-1)!;
  const at = follower ? near.key.span.start : near.span.end;
  const column = written.columnOf(near.key.span.start);
  const isOnOwnLine = written.beginsLine(near.key.span.start);
  const flow = isOnOwnLine ? linesInFlow(field, column, written) : field.flow;
  if (flow === undefined || !spot.has(at)) return undefined;
  const separator = isOnOwnLine ? `,${lineBreak}${' '.repeat(column)}` : ', ';
  const newText = follower ? `${flow}${separator}` : `${separator}${flow}`;
  return { span: { start: at, end: at }, newText };
}

/** A map of `{}`: written anew, as a block where it is the value of a field in one. */
function intoEmpty(
  { span }: MapNode,
  field: NewField,
  { entry, isInFlow }: Omit<FieldPlace, 'rest'>,
  spot: MapSpot,
): TextChange | undefined {
  const { written } = spot;
  if (!spot.has(span.start)) return undefined;
  const isLast = entry && written.slice({ start: span.end, end: written.lineEnd(span.end) }).trim() === '';
  const beginsLine = entry && written.beginsLine(entry.key.span.start);
  if (!isInFlow && beginsLine && isLast && entry.colon !== undefined && spot.behind(span.end) === span.end) {
    const below = linesBelow(entry, field, written);
    return below === undefined
      ? undefined
      : { span: { start: entry.colon + 1, end: span.end }, newText: below };
  }
  const newText = bracketed(field, entry, written);
  return newText === undefined ? undefined : { span, newText };
}

/** The place of the only field of a map is that of what it becomes. */
function inPlaceOf(
  moved: MapEntry,
  { flow }: MapNode,
  field: NewField,
  { written }: MapSpot,
): TextChange | undefined {
  const { span, key } = moved;
  const column = written.columnOf(key.span.start);
  if (flow) {
    const newText = written.beginsLine(span.start) ? linesInFlow(field, column, written) : field.flow;
    return newText === undefined ? undefined : { span, newText };
  }
  if (field.block === undefined) return undefined;
  const end = written.endWithBlocks(moved);
  const newText = inFile(indentedBy(column, field.block), written);
  return end === undefined ? undefined : { span: { start: key.span.start, end }, newText };
}

function underKey(
  entry: MapEntry,
  field: NewField,
  { isInFlow }: Omit<FieldPlace, 'rest'>,
  spot: MapSpot,
): TextChange | undefined {
  const { written } = spot;
  if (entry.colon === undefined) return undefined;
  const from = entry.value?.span.end ?? entry.colon + 1;
  if (isInFlow) {
    const newText = bracketed(field, entry, written);
    const span = { start: entry.colon + 1, end: from };
    return newText === undefined || !spot.has(from) ? undefined : { span, newText: ` ${newText}` };
  }
  const start = entry.value ? entry.value.span.start : from;
  const end = written.lineEnd(from);
  const below = linesBelow(entry, field, written);
  if (below === undefined || spot.behind(end) !== end) return undefined;
  return { span: { start, end }, newText: `${written.slice({ start: from, end }).trimEnd()}${below}` };
}

function linesBelow(entry: MapEntry, { block }: NewField, written: WrittenText): string | undefined {
  const { unit, lineBreak } = written.style;
  const margin = written.columnOf(entry.key.span.start) + unit;
  if (block === undefined) return undefined;
  return `${lineBreak}${' '.repeat(margin)}${inFile(indentedBy(margin, block), written)}`;
}

/** A map of nothing but the field, in brackets. */
function bracketed(field: NewField, entry: MapEntry | undefined, written: WrittenText): string | undefined {
  const { flowLines } = field;
  const isOnOwnLine = entry && written.beginsLine(entry.key.span.start);
  if (flowLines === undefined || !isOnOwnLine)
    return field.flow === undefined ? undefined : `{${field.flow}}`;
  const column = written.columnOf(entry.key.span.start);
  return inFile(indentedBy(column, linesInBrackets(flowLines, written.style.unit)), written);
}

/** Brackets around lines whose first column is 0. */
export function linesInBrackets(lines: string, unit: number): string {
  return `{\n${' '.repeat(unit)}${indentedBy(unit, lines)}\n}`;
}

function linesInFlow(
  { flow, flowLines }: NewField,
  column: number,
  written: WrittenText,
): string | undefined {
  return flowLines === undefined ? flow : inFile(indentedBy(column, flowLines), written);
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
