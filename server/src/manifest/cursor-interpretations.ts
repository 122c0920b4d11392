import { columnOf, lineStartAt } from '../yaml/lines.ts';
import { fieldName } from '../yaml/tree.ts';
import { type Cursor, type HalfTypedWord, halfTypedWordAt, isOwnLine, probe } from './cursor.ts';
import { valueAt } from './fields.ts';

/** What a cursor may mean. */
export interface CursorInterpretations {
  /** The likeliest first. */
  readonly likely: readonly Cursor[];
  /** Ways that count only where the likely ones have nothing to offer. */
  unlikely(): readonly Cursor[];
}

/**
 * What a cursor at an offset may mean: nothing inside comments, block scalars and the middle of longer texts. A
 * half-typed line may stand for more than one thing: a word on the column of a list's dashes is an item without its dash
 * or a field of the item above; one with deeper lines below is their key; a blank line need not be indented like those
 * that it is among.
 */
export function interpretCursor(text: string, offset: number): CursorInterpretations {
  const typed = halfTypedWordAt(text, offset);
  if (!typed) return { likely: [], unlikely: nothing };
  if (!isAlone(typed)) return { likely: asWritten(typed), unlikely: nothing };
  const below = contentBelow(typed);
  const { likely, unlikely } = below
    ? interpretOver(typed, below)
    : { likely: asWritten(typed), unlikely: nothing };
  return { likely, unlikely: () => [...unlikely(), ...underKeyAbove(typed, likely[0])] };
}

/** As one of the fields of the key above, under which some editors do not indent a new line. */
function underKeyAbove(typed: HalfTypedWord, written: Cursor | undefined): Cursor[] {
  const own = columnOf(typed.text, typed.word.start);
  const isTyped = typed.offset > typed.word.start && isOwnLine(typed.text, typed.word.start);
  if (!isTyped || columnOfKeyAbove(typed) !== own) return [];
  const under = typed.readAt(own + (written?.style.unit ?? 2), probe);
  return under?.role === 'block' ? [under] : [];
}

function interpretOver(typed: HalfTypedWord, below: Content): CursorInterpretations {
  const own = columnOf(typed.text, typed.word.start);
  const mayMove = isOwnLine(typed.text, typed.word.start);
  if (below.column < own && mayMove) return { likely: alignedWith(typed, below), unlikely: nothing };
  if (below.column < own || (below.column === own && !below.isItem)) {
    return { likely: asWritten(typed), unlikely: nothing };
  }
  const isBlank = typed.offset <= typed.word.start;
  return isBlank && mayMove ? interpretBlankOver(typed, below) : interpretWordOver(typed, below, own);
}

/** A word over deeper lines or items: the key of those, or one of the items. */
function interpretWordOver(typed: HalfTypedWord, below: Content, own: number): CursorInterpretations {
  const mayMove = isOwnLine(typed.text, typed.word.start);
  const over = overContent(typed);
  const items = mayMove && below.column === own ? besideContent(typed, below) : [];
  if (items.length > 0) return { likely: [...items, ...over], unlikely: nothing };
  const rest = () => [...asWritten(typed), ...(mayMove ? besideContent(typed, below) : [])];
  return over.length > 0 ? { likely: over, unlikely: rest } : { likely: rest(), unlikely: nothing };
}

/** A blank line over deeper lines or items: it is among them, or lacks their key. */
function interpretBlankOver(typed: HalfTypedWord, below: Content): CursorInterpretations {
  if (typed.isText(below.column)) return { likely: [], unlikely: nothing };
  const beside = besideContent(typed, below);
  const over = isBelowItsKey(typed) ? [] : overContent(typed);
  if (beside.length === 0)
    return { likely: [...asWritten(typed).filter(isEntry), ...over], unlikely: nothing };
  const difference = over.length > 0 ? faults(beside[0]!) - faults(over[0]!) : 0;
  if (difference > 0) return { likely: over, unlikely: () => beside };
  return { likely: beside, unlikely: difference < 0 ? nothing : () => over };
}

const nothing = () => [];

function isEntry({ role, needsDash }: Cursor): boolean {
  return role === 'key' || needsDash;
}

/** How much does not stand where it may where the cursor means this. */
function faults({ document }: Cursor): number {
  return document.problems.filter(({ code }) => misplaced.has(code)).length;
}

const misplaced = new Set(['bad-indentation', 'missing-dash', 'unexpected-text']);

/** Whether the line above is the key of the lines below, which the word therefore cannot be. */
function isBelowItsKey(typed: HalfTypedWord): boolean {
  return columnOf(typed.text, typed.word.start) <= columnOfKeyAbove(typed);
}

/** Where the key starts that ends the line with content above; -1 where that ends otherwise. */
function columnOfKeyAbove({ text, word, document }: HalfTypedWord): number {
  const lineStart = lineStartAt(text, word.start);
  const nearby = text.slice(Math.max(document.start, lineStart - farthestAway), lineStart);
  const above = nearby.split('\n').findLast((line) => /^\s*[^\s#]/.test(line));
  const key = above === undefined ? undefined : /^( *(?:- +)*)\S[^#]*:\s*(?:#.*)?$/.exec(above)?.[1];
  return key?.length ?? -1;
}

/** As it stands, or else as an item that lacks its dash. A quote that is open at the word ends behind it. */
function asWritten(typed: HalfTypedWord): Cursor[] {
  const { text, word } = typed;
  const quote = /["']/.exec(text[word.start - 1] ?? '')?.[0];
  const written = typed.read(word.needsSpace ? ` ${probe}` : probe) ?? (quote && typed.read(probe + quote));
  if (written) return [written];
  return isOwnLine(text, word.start) && isAlone(typed) ? asItems(typed, columnOf(text, word.start)) : [];
}

/** As an item that lacks its dash, and before that as a key of the item above, which editors leave one step out. */
function asItems(typed: HalfTypedWord, column: number): Cursor[] {
  const there = asItem(typed, column);
  if (!there) return [];
  const dashes = columnOfDashes(there);
  const item = dashes < 0 || dashes === column ? there : (asItem(typed, dashes) ?? there);
  const keys = keyColumnAbove(item);
  const above = item.indent === undefined && keys > column ? typed.readAt(keys, probe) : undefined;
  return above?.role === 'key' ? [above, item] : [item];
}

function asItem(typed: HalfTypedWord, column: number): Cursor | undefined {
  const isThere = column === columnOf(typed.text, typed.word.start);
  const dashed = isThere ? typed.read(`- ${probe}`) : typed.readAt(column, `- ${probe}`);
  return dashed?.role === 'item' ? { ...dashed, needsDash: true } : undefined;
}

/** First of its block and deeper than what follows there: on the column of that. */
function alignedWith(typed: HalfTypedWord, below: Content): Cursor[] {
  const written = asWritten(typed);
  const [first] = written;
  if (first && !isFirstBefore(first, below)) return written;
  const aligned = besideContent(typed, below);
  return aligned.length > 0 ? aligned : written;
}

/** Whether the next line, less deep than the cursor, is still under the key or in the list that the cursor begins. */
function isFirstBefore({ role, needsDash, path, baseColumn }: Cursor, { column, isItem }: Content): boolean {
  if (needsDash) return isItem && path.at(-1) === 0;
  return role === 'block' && (column > baseColumn || (isItem && column === baseColumn));
}

/** As one more item or field beside the next line. */
function besideContent(typed: HalfTypedWord, { column, isItem }: Content): Cursor[] {
  if (isItem) return asItems(typed, column);
  const key = typed.readAt(column, probe);
  if (key?.role !== 'key') return [];
  const entries = key.container?.entries ?? [];
  const next = entries[entries.indexOf(key.entry!) + 1];
  return [next && !next.merged ? { ...key, neighbour: fieldName(next.key) } : key];
}

/** As the key, still without its colon, of what stands below. */
function overContent(typed: HalfTypedWord): Cursor[] {
  const key = typed.read(`${probe}:`);
  const children = key?.entry?.value;
  return key?.role === 'key' && children ? [{ ...key, hasColon: false, children }] : [];
}

/** Where the list of an item has its other dashes; -1 where it has none. */
function columnOfDashes({ document, path }: Cursor): number {
  const list = valueAt(document.root, path.slice(0, -1));
  const other = list?.type === 'list' ? list.items[path.at(-1) === 0 ? 1 : 0] : undefined;
  return other ? columnOf(document.text, other.span.start) : -1;
}

/** Where the keys of the item above stand; -1 where there is none that has keys on lines of their own. */
function keyColumnAbove({ document, path }: Cursor): number {
  const above = valueAt(document.root, [...path.slice(0, -1), Number(path.at(-1)) - 1]);
  if (above?.type !== 'map' || above.flow) return -1;
  const first = above.entries.find(({ merged }) => !merged);
  return first ? columnOf(document.text, first.key.span.start) : -1;
}

/** Whether the word is alone on its line, but for dashes before it, and no value. */
function isAlone({ text, word, document }: HalfTypedWord): boolean {
  const before = text.slice(lineStartAt(text, word.start), word.start);
  const isLast = word.end >= document.end || /[\r\n]/.test(text[word.end]!);
  return /^[ -]*$/.test(before) && isLast && !word.needsSpace && !word.hasColon;
}

interface Content {
  column: number;
  /** It begins with a dash. */
  isItem: boolean;
}

/** The next line with content. */
function contentBelow({ text, word, document }: HalfTypedWord): Content | undefined {
  const nearby = text.slice(word.end, Math.min(document.end, word.end + farthestAway));
  const next = nearby.split('\n').find((line, index) => index > 0 && /^\s*[^\s#]/.test(line));
  if (next === undefined) return undefined;
  return { column: /^ */.exec(next)![0].length, isItem: /^ *-(?:\s|$)/.test(next) };
}

const farthestAway = 2_000;
