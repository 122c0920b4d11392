import { parseHalfTyped, splitDocuments } from '../yaml/documents.ts';
import { columnOf, lineStartAt } from '../yaml/lines.ts';
import type { MapEntry, MapNode, ScalarNode, Span, YamlDocument, YamlNode } from '../yaml/nodes.ts';
import type { Path } from '../yaml/path.ts';
import { fieldName } from '../yaml/tree.ts';
import { type CurrentWord, currentWordAt } from './current-word.ts';
import { type Excerpt, excerptAround } from './excerpt.ts';
import { type IndentStyle, indentStyle } from './indent-style.ts';

export type { IndentStyle } from './indent-style.ts';

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
  /** The map that a `key` stands in, and its entry there. */
  readonly container: MapNode | undefined;
  readonly entry: MapEntry | undefined;
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
  /** What stands under the word already, when it is the key of that and lacks its colon only. */
  readonly children?: YamlNode;
  /** The field below, by which the word was taken to be one more beside it: wrong where that is none of the map's. */
  readonly neighbour?: string;
  /** Must begin the line where its own white space is not right: `replace` starts at the line's start then. */
  readonly indent: string | undefined;
  /** Where the word at the cursor starts on its line, or should. */
  readonly column: number;
  /** The column that children of the cursor's key or dash count from: of a key its own, of a value its key's. */
  readonly baseColumn: number;
  readonly style: IndentStyle;
}

/** Stands at the cursor while a document is read; no manifest has such a word. */
export const probe = 'kubewrightProbe\u2038';

/** The word at an offset of a text, and the document that it stands in. */
export class HalfTypedWord {
  readonly text: string;
  readonly offset: number;
  readonly document: Span;
  readonly word: CurrentWord;

  constructor(text: string, offset: number, document: Span) {
    this.text = text;
    this.offset = offset;
    this.document = document;
    this.word = currentWordAt(text, offset, document);
  }

  /** What the cursor is when the word reads as `inserted`, which holds the probe; undefined where that makes no sense. */
  read(inserted: string): Cursor | undefined {
    return this.#cursor(this.word, inserted, undefined);
  }

  /** The same of a word that is alone on its line, at another column. */
  readAt(column: number, inserted: string): Cursor | undefined {
    const line = { ...this.word, start: lineStartAt(this.text, this.word.start) };
    return this.#cursor(line, ' '.repeat(column) + inserted, column);
  }

  /** Whether a word at a column of its line would be text of a block scalar. */
  isText(column: number): boolean {
    const line = { ...this.word, start: lineStartAt(this.text, this.word.start) };
    const inserted = ' '.repeat(column) + probe;
    const { before, after } = excerptAround(this.text, this.document, line, column) ?? this.#around(line);
    const { root } = parseHalfTyped(before + inserted + after);
    const style = root && find(root, [])?.scalar.style;
    return style === 'literal' || style === 'folded';
  }

  #cursor(word: CurrentWord, inserted: string, column: number | undefined): Cursor | undefined {
    const read = this.#probed(word, inserted, column);
    return read && cursorOf(this, word, inserted, column, read);
  }

  /** Reads the whole document where nothing is to be left out, or leaving it out has opened a quote or a bracket. */
  #probed(word: CurrentWord, inserted: string, column: number | undefined): Probed | undefined {
    const excerpt = excerptAround(this.text, this.document, word, column);
    const document = excerpt && parseHalfTyped(excerpt.before + inserted + excerpt.after);
    const isBroken = document?.problems.some(({ code }) => code.startsWith('unclosed-'));
    if (document && !isBroken) return probedIn(document, excerpt.removed);
    const { before, after } = this.#around(word);
    return probedIn(parseHalfTyped(before + inserted + after), 0);
  }

  #around({ start, end }: CurrentWord): Excerpt {
    const { text, document } = this;
    return { before: text.slice(document.start, start), after: text.slice(end, document.end), removed: 0 };
  }
}

/** The word at an offset; undefined in a comment and on the line that separates documents. */
export function halfTypedWordAt(text: string, offset: number): HalfTypedWord | undefined {
  const document = documentAround(text, offset);
  const typed = document && new HalfTypedWord(text, offset, document);
  return typed && text[typed.word.start] !== '#' ? typed : undefined;
}

/** Whether nothing but spaces stands before an offset on its line. */
export function isOwnLine(text: string, offset: number): boolean {
  return /^ *$/.test(text.slice(lineStartAt(text, offset), offset));
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

interface Probed {
  document: YamlDocument;
  found: Found;
  /** How much of the text before the probe the document lacks. */
  removed: number;
}

function cursorOf(
  { text, offset, document: span, word: { start: typedFrom } }: HalfTypedWord,
  word: CurrentWord,
  inserted: string,
  aligned: number | undefined,
  { document, found, removed }: Probed,
): Cursor {
  const probed = document.text;
  const replace = replacedSpan(found.scalar, span.start + removed, word, inserted);
  const quote = found.scalar.style === 'plain' ? undefined : (probed[found.scalar.span.start] as '"' | "'");
  const column = aligned ?? columnOf(text, replace.start);
  const right = aligned ?? columnOfSiblings(found, probed) ?? column;
  const isMisaligned = aligned !== undefined || (right !== column && isOwnLine(text, replace.start));
  const lines =
    found.opener !== undefined && probed.slice(found.opener, found.scalar.span.start).includes('\n');
  const ownLine = found.role === 'value' && !found.flow && (lines || found.opener === undefined);
  const baseColumn = found.base === undefined ? -1 : columnOf(probed, found.base);
  const typedUnit = ownLine && baseColumn >= 0 ? column - baseColumn : undefined;
  return {
    document,
    role: ownLine ? 'block' : found.role,
    path: found.path,
    container: found.container,
    entry: found.entry,
    siblings: (found.container?.entries ?? [])
      .filter((entry) => entry !== found.entry)
      .map(({ key }) => fieldName(key)),
    flow: found.flow,
    replace: isMisaligned ? { start: lineStartAt(text, replace.start), end: replace.end } : replace,
    typed: text.slice(quote ? replace.start : typedFrom, Math.max(typedFrom, offset)),
    indent: isMisaligned ? ' '.repeat(right) : undefined,
    quote,
    hasColon: found.role === 'key' && found.entry?.colon !== undefined,
    needsSpace: word.needsSpace,
    needsDash: false,
    column: isMisaligned ? right : column,
    baseColumn,
    style: indentStyle({ text, span, document, typedUnit, probe }),
  };
}

/** Undefined where the probe is not alone in its scalar. */
function probedIn(document: YamlDocument, removed: number): Probed | undefined {
  const found = document.root && find(document.root, []);
  return found?.scalar.text === probe ? { document, found, removed } : undefined;
}

/** Where the keys around a half-typed one stand; undefined where there are none on lines of their own. */
function columnOfSiblings({ role, container, entry, flow }: Found, probed: string): number | undefined {
  if (role !== 'key' || flow) return undefined;
  const siblings = container?.entries.filter((candidate) => candidate !== entry && !candidate.merged) ?? [];
  const sibling = siblings.find(({ key }) => !isBehindTab(probed, key.span.start));
  return sibling && columnOf(probed, sibling.key.span.start);
}

/** What a tab is before has no column. */
function isBehindTab(text: string, offset: number): boolean {
  return text.slice(lineStartAt(text, offset), offset).includes('\t');
}

/** The probe's scalar, quotes included, as offsets of the text that has the word in its place. */
function replacedSpan(scalar: ScalarNode, base: number, word: CurrentWord, inserted: string): Span {
  if (scalar.style === 'plain') return { start: word.start, end: word.end };
  const growth = inserted.length - (word.end - word.start);
  return { start: base + scalar.span.start, end: Math.max(word.end, base + scalar.span.end - growth) };
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
