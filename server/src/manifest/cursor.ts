import { parseHalfTyped, splitDocuments } from '../yaml/documents.ts';
import { lineStartAt } from '../yaml/lines.ts';
import type { MapEntry, MapNode, ScalarNode, Span, YamlDocument, YamlNode } from '../yaml/nodes.ts';
import type { Path } from '../yaml/path.ts';
import { fieldName } from '../yaml/tree.ts';
import { valueAt } from './place.ts';
import { type Shortened, shorten } from './shortened.ts';

/** Where a person types, and what may come there, in any half-typed state. */
export interface Cursor {
  /**
   * The document as if a word stood at the cursor (`probe`): its tree says what surrounds the cursor. Its offsets
   * are not those of the text; use only names, values and structure.
   */
  readonly document: YamlDocument;
  /**
   * What the word at the cursor is:
   * - `key`: a field's name, in the map at `path`;
   * - `value`: the value at `path`, on the line of its key or in brackets;
   * - `item`: the value at `path`, right behind a dash;
   * - `block`: the value at `path`, on a line of its own under its key or at the document's root.
   */
  readonly role: 'key' | 'value' | 'item' | 'block';
  readonly path: Path;
  /** The map that a `key` stands in. */
  readonly container: MapNode | undefined;
  /** Fields that the container has besides the one at the cursor, merged ones included. */
  readonly siblings: readonly string[];
  /** Inside `{}` or `[]`: nothing may span lines. */
  readonly flow: boolean;
  /** What to replace: the word at the cursor and trailing white space behind it; offsets of the whole text. */
  readonly replace: Span;
  /** The word at the cursor up to the cursor. */
  readonly typed: string;
  /** The quote that the value is in. */
  readonly quote: '"' | "'" | undefined;
  /** A key that has its colon already. */
  readonly hasColon: boolean;
  /** Nothing separates the cursor from the `-` or `:` before it: a space must be inserted. */
  readonly needsSpace: boolean;
  /** A line of a list that lacks its dash: `path` is the new item, and `- ` must be inserted. */
  readonly needsDash: boolean;
  /** Beside a cursor that `needsDash`: the same word as a key of the item above, which editors often leave one step out. */
  readonly inItemAbove?: Cursor;
  /** White space that `replace` begins with because the line is indented unlike its siblings; `column` is right. */
  readonly misindented: string;
  /** Where the word at the cursor starts on its line, or should. */
  readonly column: number;
  /** The column that children of the cursor's key or dash count from: of a key its own, of a value its key's. */
  readonly baseColumn: number;
  readonly style: IndentStyle;
}

/** How a document is indented. */
export interface IndentStyle {
  /** Columns from a key to the keys under it. */
  readonly unit: number;
  /** Columns from a key to the dashes of its list. */
  readonly list: number;
  readonly lineBreak: '\n' | '\r\n';
  /** Keys and strings stand in double quotes, as in JSON. */
  readonly quoted: boolean;
}

/** Stands at the cursor while the document is read; no manifest has such a word. */
const probe = 'kubewrightProbe\u2038';

/**
 * What may be typed at an offset. Undefined inside comments, block scalars and the middle of longer texts. The
 * document is read as if a word stood at the cursor, so half-typed lines and broken neighbours change nothing.
 */
export function cursorAt(text: string, offset: number): Cursor | undefined {
  const span = documentAround(text, offset);
  if (!span) return undefined;
  const word = wordAround(text, offset, span);
  if (text[word.start] === '#') return undefined;
  const asItem = () => {
    const dashed = tryProbe(text, span, word, `- ${probe}`, offset);
    if (dashed?.role !== 'item') return undefined;
    const deeper = keyColumnAbove(dashed) - dashed.column;
    const above = deeper > 0 ? tryProbe(text, span, word, ' '.repeat(deeper) + probe, offset) : undefined;
    return { ...dashed, needsDash: true, ...(above?.role === 'key' && { inItemAbove: above }) };
  };
  const mayLackDash = isOwnLine(text, word.start) && !word.needsSpace && !word.hasColon;
  const amongItems = mayLackDash && isItemNext(text, word, span) ? asItem() : undefined;
  if (amongItems) return amongItems;
  const plain = tryProbe(text, span, word, word.needsSpace ? ` ${probe}` : probe, offset);
  return plain ?? (mayLackDash ? asItem() : undefined);
}

/** Where the keys of the item above stand; -1 where there is none that has keys on lines of their own. */
function keyColumnAbove({ document, path }: Cursor): number {
  const above = valueAt(document.root, [...path.slice(0, -1), Number(path.at(-1)) - 1]);
  if (above?.type !== 'map' || above.flow) return -1;
  const first = above.entries.find(({ merged }) => !merged);
  return first ? columnOf(document.text, first.key.span.start) : -1;
}

/** Whether the next line with content is an item on the column of the word: then the word is in its list. */
function isItemNext(text: string, word: Word, span: Span): boolean {
  const nearby = text.slice(word.end, Math.min(span.end, word.end + farthestNextItem));
  const next = nearby.split('\n').find((line, index) => index > 0 && /^\s*[^\s#]/.test(line));
  return next !== undefined && /^ *-(?:\s|$)/.test(next) && next.indexOf('-') === columnOf(text, word.start);
}

const farthestNextItem = 2_000;

interface Word extends Span {
  needsSpace: boolean;
  hasColon: boolean;
}

function documentAround(text: string, offset: number): Span | undefined {
  const spans = splitDocuments(text);
  const span = spans.findLast(({ start }) => start <= offset) ?? spans[0];
  if (!span || offset > span.end) return undefined;
  const lineStart = lineStartAt(text, offset);
  const onMarker =
    offset <= lineStart + 3 && /^(?:---|\.\.\.)(?:\s|$)/.test(text.slice(lineStart, lineStart + 4));
  if (onMarker) return undefined;
  return offset < span.start ? { start: offset, end: span.end } : span;
}

/** The word that the cursor is in or behind. */
function wordAround(text: string, offset: number, span: Span): Word {
  let start = offset;
  while (start > span.start && !isBoundary(text[start - 1]!)) start--;
  let end = offset;
  while (end < span.end && !isBoundary(text[end]!) && !isKeyEnd(text, end)) end++;
  const before = text.slice(start, offset);
  const needsSpace = isDashAlone(text, start, offset) || (before.endsWith(':') && end === offset);
  if (needsSpace)
    return { start: offset, end: trailingSpace(text, offset, span.end), needsSpace, hasColon: false };
  const hasColon = isKeyEnd(text, end);
  return { start, end: hasColon ? end : trailingSpace(text, end, span.end), needsSpace, hasColon };
}

function isBoundary(character: string): boolean {
  return /[\s[\]{},"']/.test(character);
}

function isKeyEnd(text: string, at: number): boolean {
  return text[at] === ':' && (at + 1 >= text.length || /\s/.test(text[at + 1]!));
}

/** A dash with nothing but indentation and other dashes before it. */
function isDashAlone(text: string, start: number, offset: number): boolean {
  if (text.slice(start, offset) !== '-') return false;
  const lineStart = lineStartAt(text, start);
  return /^[\s-]*$/.test(text.slice(lineStart, start));
}

/** Where white space ends that runs to the end of the line; `from` where something else follows. */
function trailingSpace(text: string, from: number, limit: number): number {
  let end = from;
  while (end < limit && (text[end] === ' ' || text[end] === '\t')) end++;
  const atEnd = end >= limit || text[end] === '\n' || (text[end] === '\r' && text[end + 1] === '\n');
  return atEnd ? end : from;
}

function tryProbe(
  text: string,
  span: Span,
  word: Word,
  inserted: string,
  offset: number,
): Cursor | undefined {
  const read = readShortened(text, span, word, inserted) ?? readProbed(around(text, span, word), inserted);
  if (!read) return undefined;
  const { document, found, removed } = read;
  const probed = document.text;
  const replace = replacedSpan(found.scalar, span.start + removed, word, inserted);
  const quote = found.scalar.style === 'plain' ? undefined : (probed[found.scalar.span.start] as '"' | "'");
  const column = columnOf(text, replace.start);
  const siblingColumn = columnOfSiblings(found, probed) ?? column;
  const misindented = isOwnLine(text, replace.start) && siblingColumn !== column ? ' '.repeat(column) : '';
  const lines =
    found.opener !== undefined && probed.slice(found.opener, found.scalar.span.start).includes('\n');
  const ownLine = found.role === 'value' && !found.flow && (lines || found.opener === undefined);
  return {
    document,
    role: ownLine ? 'block' : found.role,
    path: found.path,
    container: found.container,
    siblings: (found.container?.entries ?? [])
      .filter((entry) => entry !== found.entry)
      .map(({ key }) => fieldName(key)),
    flow: found.flow,
    replace: { start: replace.start - misindented.length, end: replace.end },
    typed: text.slice(replace.start, Math.max(replace.start, offset)),
    misindented,
    quote,
    hasColon: found.role === 'key' && found.entry?.colon !== undefined,
    needsSpace: word.needsSpace,
    needsDash: false,
    column: misindented ? siblingColumn : column,
    baseColumn: found.base === undefined ? -1 : columnOf(probed, found.base),
    style: indentStyle(document, text),
  };
}

interface Probed {
  document: YamlDocument;
  found: Found;
  /** How much of the text before the probe the document lacks. */
  removed: number;
}

/** Undefined where nothing was to be left out, or leaving it out has opened a quote or a bracket. */
function readShortened(text: string, span: Span, word: Word, inserted: string): Probed | undefined {
  const short = shorten(text, span, word);
  const probed = short && readProbed(short, inserted);
  const isBroken = probed?.document.problems.some(({ code }) => code.startsWith('unclosed-'));
  return isBroken ? undefined : probed;
}

function around(text: string, span: Span, word: Word): Shortened {
  return {
    before: text.slice(span.start, word.start),
    after: text.slice(word.end, span.end),
    removed: 0,
  };
}

/** Undefined where the probe is not alone in its scalar. */
function readProbed({ before, after, removed }: Shortened, inserted: string): Probed | undefined {
  const probed = before + inserted + after;
  const document = parseHalfTyped(probed);
  const found = document.root && find(document.root, []);
  return found?.scalar.text === probe ? { document, found, removed } : undefined;
}

/** Where the keys around a half-typed one stand; undefined where there are none on lines of their own. */
function columnOfSiblings({ role, container, entry, flow }: Found, probed: string): number | undefined {
  if (role !== 'key' || flow) return undefined;
  const sibling = container?.entries.find((candidate) => candidate !== entry && !candidate.merged);
  return sibling && columnOf(probed, sibling.key.span.start);
}

/** Whether nothing but spaces stands before an offset on its line. */
function isOwnLine(text: string, offset: number): boolean {
  return /^ *$/.test(text.slice(lineStartAt(text, offset), offset));
}

/** The probe's scalar, quotes included, as offsets of the text that has the word in its place. */
function replacedSpan(scalar: ScalarNode, base: number, word: Word, inserted: string): Span {
  if (scalar.style === 'plain') return { start: word.start, end: word.end };
  const growth = inserted.length - (word.end - word.start);
  return { start: base + scalar.span.start, end: Math.max(word.end, base + scalar.span.end - growth) };
}

function columnOf(text: string, offset: number): number {
  return offset - lineStartAt(text, offset);
}

interface Found {
  scalar: ScalarNode;
  role: 'key' | 'value' | 'item';
  path: Path;
  container: MapNode | undefined;
  entry: MapEntry | undefined;
  flow: boolean;
  /** Where the key or dash stands that the value belongs to. */
  base: number | undefined;
  /** Where the colon of the value's key stands. */
  opener: number | undefined;
}

function find(node: YamlNode, path: Path): Found | undefined {
  if (node.type === 'scalar') return isProbe(node) ? valueFound(node, path, 'value') : undefined;
  return node.type === 'map' ? findInMap(node, path) : findInList(node, path);
}

function findInMap(map: MapNode, path: Path): Found | undefined {
  for (const entry of [...map.entries, ...(map.merges ?? [])]) {
    if (entry.merged || entry.alias) continue;
    const { key, value } = entry;
    if (isProbe(key)) {
      const base = key.span.start;
      return { ...valueFound(key, path, 'key'), container: map, entry, flow: map.flow, base };
    }
    const inner = value && find(value, [...path, fieldName(key)]);
    if (!inner) continue;
    if (inner.scalar !== value) return inner;
    return { ...inner, flow: map.flow, base: key.span.start, opener: entry.colon };
  }
  return undefined;
}

function findInList(list: Extract<YamlNode, { type: 'list' }>, path: Path): Found | undefined {
  for (const [index, { value, alias, span }] of list.items.entries()) {
    const inner = value && !alias ? find(value, [...path, index]) : undefined;
    if (!inner) continue;
    if (inner.scalar !== value) return inner;
    const role = list.flow ? 'value' : 'item';
    return { ...inner, role, flow: list.flow, base: span.start, opener: list.flow ? span.start : undefined };
  }
  return undefined;
}

function valueFound(scalar: ScalarNode, path: Path, role: Found['role']): Found {
  return {
    scalar,
    role,
    path,
    container: undefined,
    entry: undefined,
    flow: false,
    base: undefined,
    opener: undefined,
  };
}

function isProbe(scalar: ScalarNode): boolean {
  return scalar.text.includes(probe);
}

/** The indentation that the document follows where it shows one, else the one most manifests have. */
function indentStyle(document: YamlDocument, text: string): IndentStyle {
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  const seen: { unit?: number; list?: number } = {};
  if (document.root) observe(document.root, document.text, seen);
  const unit = seen.unit ?? 2;
  return { unit, list: seen.list ?? unit, lineBreak, quoted: isJson(document.root) };
}

function isJson(root: YamlNode | undefined): boolean {
  if (root?.type !== 'map' || !root.flow) return false;
  const written = root.entries.filter(({ key }) => !isProbe(key));
  return written.length === 0 || written.some(({ key }) => key.style === 'double-quoted');
}

function observe(node: YamlNode, text: string, seen: { unit?: number; list?: number }): void {
  if (node.type === 'scalar' || node.flow) return;
  if (seen.unit !== undefined && seen.list !== undefined) return;
  if (node.type === 'list') {
    for (const { value, alias } of node.items) if (value && !alias) observe(value, text, seen);
    return;
  }
  for (const { key, value, alias, merged } of node.entries) {
    if (!value || alias || merged || value.type === 'scalar' || value.flow) continue;
    const deeper = columnOf(text, value.span.start) - columnOf(text, key.span.start);
    if (value.type === 'map' && deeper > 0) seen.unit ??= deeper;
    if (value.type === 'list' && deeper >= 0) seen.list ??= deeper;
    observe(value, text, seen);
  }
}
