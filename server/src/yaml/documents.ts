import { firstControlCharacter } from './control-characters.ts';
import { detachedString } from './detached-string.ts';
import { lineStartAt } from './lines.ts';
import type { MutableNode, Origin } from './mutable-nodes.ts';
import type { Span, YamlDocument, YamlNode, YamlProblem } from './nodes.ts';
import { depthLimit, Reader, TooDeepError } from './reader.ts';
import { hasSign, refuseValues } from './refused-values.ts';
import { reread } from './reread.ts';
import { TreeBuilder } from './tree.ts';

/**
 * Where the documents of a text stand: it is cut at every line that starts with `---`, whatever stands around
 * it. What stands before the first such line is no document when it holds only comments and directives.
 */
export function splitDocuments(written: string): Span[] {
  return spansIn(withLineFeeds(written));
}

/** The same of a text in which only line feeds end lines. */
function spansIn(text: string): Span[] {
  const spans: Span[] = [];
  let start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let marked = false;
  for (let line = start; line < text.length; line = nextMarkerLine(text, line)) {
    const marker = markerAt(text, line);
    if (!marker) continue;
    const content = !isBlank(text, start, marker.start);
    if (content || (marked && marker.cuts)) spans.push({ start, end: marker.start });
    if (!content && !marker.cuts) continue;
    start = marker.end;
    marked = marker.cuts;
  }
  if (marked || spans.length === 0 || !isBlank(text, start, text.length))
    spans.push({ start, end: text.length });
  return spans;
}

/**
 * Another reader's word on a document in which ours finds a fault of the grammar: what the document is, where that reader
 * accepts it, else undefined.
 */
export type SecondOpinion = (text: string, origin: Origin) => Read | undefined;

/** The same within its bounds: beyond them that reader is not asked. */
type BoundedOpinion = (text: string, origin: Origin) => Read | 'not asked' | undefined;

/** Reads one document of a text. Never throws: what cannot be read is a problem of the document. */
export function parseDocument(
  text: string,
  span: Span,
  index: number,
  secondOpinion?: BoundedOpinion,
): MutableDocument {
  return readDocument(withLineFeeds(text), span, index, { undisputed: semantic, secondOpinion });
}

function readDocument(text: string, span: Span, index: number, doubt: Doubt, all?: Signs): MutableDocument {
  const isWhole = span.start === 0 && span.end === text.length;
  const own = isWhole ? text : detachedString(text.slice(span.start, span.end));
  const directives = all?.directives === false ? '' : directivesBefore(text, span.start);
  return MutableDocument.read(own, span.start, index, directives, doubt, all);
}

/** What a text has in some place, and may have in each of its documents: what it has nowhere is looked for in none of them. */
interface Signs {
  readonly directives: boolean;
  readonly controlCharacters: boolean;
  readonly refusedValues: boolean;
  readonly merges: boolean;
}

/** The signs of a text of which so many documents are to be read; of few each is looked through. */
function signsIn(text: string, documents: number): Signs | undefined {
  if (documents < leastLookedThrough) return undefined;
  return {
    directives: /^%/m.test(text),
    controlCharacters: firstControlCharacter(text) >= 0,
    refusedValues: hasSign(text),
    merges: text.includes('<<'),
  };
}

const leastLookedThrough = 100;

/** Reads another text in the place of a document's, as long as that. */
export function parseInPlace({ span, index }: YamlDocument, text: string): YamlDocument {
  return MutableDocument.read(detachedString(text), span.start, index, '');
}

/** Reads a stretch of a document as a document of its own; its nodes are where they stand in the whole text. */
export function parseWithin({ text, span: { start } }: YamlDocument, span: Span): YamlDocument {
  return MutableDocument.read(
    detachedString(text.slice(span.start - start, span.end - start)),
    span.start,
    0,
    '',
  );
}

/**
 * Reads a text of one document in which a word was put where a person types. A line that is no `key: value` is expected
 * there, and not what the slow second reading is for.
 */
export function parseHalfTyped(text: string): YamlDocument {
  return MutableDocument.read(text, 0, 0, '', { undisputed: halfTyped });
}

/** Reads all documents of a text; there is always at least one. */
export function parseDocuments(written: string, secondOpinion?: SecondOpinion): MutableDocument[] {
  const text = withLineFeeds(written);
  const doubt = { undisputed: semantic, secondOpinion: withinBounds(secondOpinion) };
  const spans = spansIn(text);
  const signs = signsIn(text, spans.length);
  return spans.map((span, index) => readDocument(text, span, index, doubt, signs));
}

/** A second opinion that is asked about so much of one text at most. */
function withinBounds(secondOpinion: SecondOpinion | undefined): BoundedOpinion | undefined {
  let left = longestSecondOpinions;
  return (
    secondOpinion &&
    ((text, origin) => {
      left -= text.length;
      return left < 0 ? 'not asked' : secondOpinion(text, origin);
    })
  );
}

/**
 * Reads the documents of a changed text. A document whose text is unchanged is the same object as before, moved
 * to its new place with all its nodes; `previous` must not be used any more.
 */
export function updateDocuments(
  previous: readonly MutableDocument[],
  written: string,
  secondOpinion?: SecondOpinion,
): MutableDocument[] {
  const text = withLineFeeds(written);
  const spans = spansIn(text);
  const doubt = { undisputed: semantic, secondOpinion: withinBounds(secondOpinion) };
  const documents: MutableDocument[] = new Array(spans.length);
  const shared = Math.min(spans.length, previous.length);
  let head = 0;
  while (head < shared && reuse(previous[head]!, spans[head]!, head)) head++;
  let tail = 0;
  while (
    tail < shared - head &&
    reuse(previous.at(-1 - tail)!, spans.at(-1 - tail)!, spans.length - 1 - tail)
  ) {
    tail++;
  }
  const signs = signsIn(text, spans.length - head - tail);
  for (const [index, span] of spans.entries()) {
    if (index < head) documents[index] = previous[index]!;
    else if (index >= spans.length - tail)
      documents[index] = previous[index - spans.length + previous.length]!;
    else documents[index] = changed(span, index) ?? readDocument(text, span, index, doubt, signs);
  }
  return documents;

  /** Where one document is between those that are as they were, it is likely one of before. */
  function changed(span: Span, index: number): MutableDocument | undefined {
    if (head + tail + 1 !== spans.length || previous.length !== spans.length) return undefined;
    if (span.end - span.start < leastReread) return undefined;
    const own = detachedString(text.slice(span.start, span.end));
    const before = previous[index]!;
    if (before.directives !== directivesBefore(text, span.start)) return undefined;
    return before.changed(own, span.start);
  }

  function reuse(document: MutableDocument, span: Span, index: number): boolean {
    if (span.end - span.start !== document.text.length) return false;
    if (!text.startsWith(document.text, span.start)) return false;
    if (document.directives !== directivesBefore(text, span.start)) return false;
    document.move(span.start, index);
    return true;
  }
}

/** A shorter document is read as a whole in no time. */
const leastReread = 4_000;

/**
 * A document that `updateDocuments` may take over into those of a changed text, in which it is moved. Readers have it as a
 * `YamlDocument`; only who owns the text keeps it as this.
 */
export class MutableDocument implements YamlDocument {
  readonly text: string;
  readonly root: YamlNode | undefined;
  readonly problems: readonly YamlProblem[];
  /** The lines before this document that begin with `%`, up to its start: mostly none. */
  readonly directives: string;
  readonly #origin: Origin;
  /** The root, where the text may be read again in part: see `RereadableTree`. */
  readonly #rereadableRoot: MutableNode | undefined;
  #index: number;

  private constructor(
    text: string,
    index: number,
    directives: string,
    origin: Origin,
    { root, problems, isRereadable }: Content,
  ) {
    this.text = text;
    this.directives = directives;
    this.root = root;
    this.problems = problems;
    this.#rereadableRoot = isRereadable ? root : undefined;
    this.#origin = origin;
    this.#index = index;
  }

  static read(
    text: string,
    offset: number,
    index: number,
    directives: string,
    doubt: Doubt = { undisputed: semantic },
    all?: Signs,
  ): MutableDocument {
    const origin: Origin = { offset };
    const { root, builder, by } = read(text, origin, doubt);
    const { problems } = builder;
    if (all?.controlCharacters !== false) refuseControlCharacters(text, builder);
    const mayBeRefused = all?.refusedValues !== false && hasSign(text);
    if (mayBeRefused) refuseValues(root, directives, builder);
    if (directives !== '') refuseDirectives(directives, builder);
    const isRereadable =
      by === 'reader' &&
      problems.length === 0 &&
      !mayBeRefused &&
      !origin.hasAnchors &&
      (all?.merges === false || !text.includes('<<'));
    const told = problems.length === 0 ? none : problems;
    return new MutableDocument(text, index, directives, origin, { root, problems: told, isRereadable });
  }

  /** This document with a changed text, where it need not be read as a whole. This one must not be used any more then. */
  changed(text: string, offset: number): MutableDocument | undefined {
    const origin = this.#origin;
    if (!this.#rereadableRoot) return undefined;
    const root = reread({ text: this.text, root: this.#rereadableRoot, origin }, text);
    if (!root) return undefined;
    origin.offset = offset;
    return new MutableDocument(text, this.#index, this.directives, origin, {
      root,
      problems: none,
      isRereadable: true,
    });
  }

  get index(): number {
    return this.#index;
  }

  get span(): Span {
    const { offset } = this.#origin;
    return { start: offset, end: offset + this.text.length };
  }

  move(offset: number, index: number): void {
    this.#origin.offset = offset;
    this.#index = index;
  }
}

interface Content {
  readonly root: MutableNode | undefined;
  readonly problems: readonly YamlProblem[];
  readonly isRereadable: boolean;
}

const none: readonly YamlProblem[] = [];

interface Read {
  readonly root: MutableNode | undefined;
  readonly builder: TreeBuilder;
  /** Whether our own reader has read it, at once and without doubt. */
  readonly by?: 'reader';
}

/** Which problems are beyond doubt, by their codes, and who is asked about others. */
interface Doubt {
  readonly undisputed: Undisputed;
  readonly secondOpinion?: BoundedOpinion | undefined;
}

/**
 * Documents are read by our own reader, which is fast and knows how to recover. Brackets and quotes that seem to be left
 * open are read again as far as the server would. Where a problem remains, the second opinion, if there is one, has the
 * word: what it accepts is no problem.
 */
function read(text: string, origin: Origin, { undisputed, secondOpinion }: Doubt): Read {
  const builder = new TreeBuilder(origin);
  const reader = new Reader(text, builder);
  try {
    const root = reader.read();
    if (builder.problems.every(({ code }) => undisputed.has(code))) return { root, builder, by: 'reader' };
    const literal = readLiterally(text, origin, builder);
    if (literal) return literal;
    const isLong = text.length > longestSecondOpinion;
    const other = isLong ? secondOpinion && 'not asked' : secondOpinion?.(text, origin);
    if (other === 'not asked') noteOneOpinion(builder);
    if (!other || other === 'not asked') return { root, builder };
    keepUndisputed(builder, other.builder);
    return other;
  } catch (error) {
    if (!(error instanceof TooDeepError) && !(error instanceof RangeError)) throw error;
    const lost = new TreeBuilder(origin);
    const at = error instanceof TooDeepError ? error.at : 0;
    const message = `Beyond ${depthLimit} levels nothing is read: this document is not checked, completed or outlined. Nest it less deeply`;
    lost.problem('too-deep', message, at, at + 1);
    return { root: undefined, builder: lost };
  }
}

/** The text read as the server reads open quotes and brackets; undefined when there are none or problems remain. */
function readLiterally(text: string, origin: Origin, { problems }: TreeBuilder): Read | undefined {
  if (!problems.some(({ code }) => code === 'unclosed-bracket' || code === 'unclosed-quote'))
    return undefined;
  const builder = new TreeBuilder(origin);
  const reader = new Reader(text, builder, 'literal');
  const root = reader.read();
  const isWell = builder.problems.every(({ code }) => semantic.has(code));
  return isWell ? { root, builder } : undefined;
}

/** Says at the first fault that another reader might not find that it was not asked. A line without a colon is one to any. */
function noteOneOpinion(builder: TreeBuilder): void {
  const first = builder.problems.find(({ code }) => !semantic.has(code) && code !== 'missing-colon');
  if (!first) return;
  const message = `Of a text with so long broken documents the grammar is read once: a fault from here on may be none. Mend the first one, or cut the text into files of less than ${longestSecondOpinion / 1000} kB`;
  builder.problem('not-checked', message, first.from, first.to);
}

/** Where another reader has the word, it does not have it about what it does not judge as the server does. */
function keepUndisputed({ problems }: TreeBuilder, other: TreeBuilder): void {
  for (const problem of problems) {
    if (strict.has(problem.code)) other.problem(problem.code, problem.message, problem.from, problem.to);
  }
}

/** The `yaml` package takes five times as long as our reader: a broken text longer than this is not read again. */
const longestSecondOpinion = 50_000;
/** The same of all the documents of a text together. */
const longestSecondOpinions = 200_000;

/** Faults to the server that the `yaml` package accepts: YAML 1.2, which it reads, is more liberal there. */
const strict = new Set([
  'bad-anchor',
  'bad-block-header',
  'bad-escape',
  'deep-blank-line',
  'long-key',
  'missing-key',
  'tab-indentation',
  'two-properties',
  'unquoted-mark',
]);

/** Problems that are no faults of the grammar: nobody else is asked about them. */
const semantic = new Set([
  ...strict,
  'ambiguous-key',
  'bad-merge',
  'complex-key',
  'control-character',
  'duplicate-key',
  'merge-replaced',
  'merge-replaces',
  'not-checked',
  'recursive-alias',
  'too-many-aliases',
  'unknown-alias',
  'unread-text',
]);

/** What a half-typed line breaks is no matter of opinion, and nobody is told of it. */
const halfTyped: Undisputed = { has: () => true };

type Undisputed = Pick<ReadonlySet<string>, 'has'>;

function refuseControlCharacters(text: string, builder: TreeBuilder): void {
  const at = firstControlCharacter(text);
  if (at >= 0) builder.problem('control-character', 'YAML allows no control characters', at, at + 1);
}

/** The text with `\n` for the other characters that end a line in YAML 1.1; offsets stay as they are. */
function withLineFeeds(text: string): string {
  if (!otherLineEnd.test(text)) return text;
  const lines = text.split('\r\n').map((part) => withLineFeedFor('\r', part));
  return otherSeparators.reduce((read, separator) => withLineFeedFor(separator, read), lines.join('\r\n'));
}

const otherSeparators = ['\u0085', '\u2028', '\u2029'];
const otherLineEnd = /\r(?!\n)|[\u0085\u2028\u2029]/;

/** Of a text of many lines this takes a fifth of the time of `replace`. */
function withLineFeedFor(separator: string, text: string): string {
  return text.includes(separator) ? text.split(separator).join('\n') : text;
}

/** The text from the first directive before a document to the document; empty where there is none. */
function directivesBefore(text: string, start: number): string {
  let first = start;
  for (let end = start - 1; end > 0; ) {
    const lineStart = lineStartAt(text, end);
    if (text[lineStart] === '%') first = lineStart;
    else if (!(end === start - 1 ? /^---/ : /^\s*(?:#|$)/).test(text.slice(lineStart, end))) break;
    end = lineStart - 1;
  }
  return text.slice(first, start);
}

/** The server reads YAML 1.1 and knows no other directives; kubectl cuts documents before it reads any. */
function refuseDirectives(directives: string, builder: TreeBuilder): void {
  for (const { 0: line, index } of directives.matchAll(/^%.*$/gm)) {
    const { isFull } = builder;
    const start = index - directives.length;
    const end = start + line.trimEnd().length;
    if (/^%(?:YAML[ \t]+1\.1|TAG[ \t].*)[ \t]*(?:#.*)?$/.test(line)) {
      const message = 'The API server reads this line, but kubectl refuses it: take it away';
      builder.problem('directive', message, start, end);
    } else {
      const message = 'The API server reads YAML 1.1 and knows no such line: take it away';
      builder.problem('bad-directive', message, start, end);
    }
    if (isFull) return;
  }
}

interface Marker {
  /** Where the line starts. */
  start: number;
  /** Where the next document may start: after the marker's line, or after the marker where content follows on it. */
  end: number;
  /** `---` cuts; `...` only ends. */
  cuts: boolean;
}

/** The start of the next line that begins with `---` or `...`, or the end of the text. */
function nextMarkerLine(text: string, from: number): number {
  for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1)) {
    const code = text.charCodeAt(at + 1);
    if (
      (code === 45 || code === 46) &&
      text.charCodeAt(at + 2) === code &&
      text.charCodeAt(at + 3) === code
    ) {
      return at + 1;
    }
  }
  return text.length;
}

function markerAt(text: string, start: number): Marker | undefined {
  const cuts = text.startsWith('---', start);
  if (!cuts && !text.startsWith('...', start)) return undefined;
  const after = text.charCodeAt(start + 3);
  if (start + 3 < text.length && after !== 10 && after !== 13 && after !== 32 && after !== 9)
    return undefined;
  const lineEnd = endOfLine(text, start);
  const content = cuts && !isBlank(text, start + 3, lineEnd);
  return { start, end: content ? start + 3 : Math.min(text.length, lineEnd + 1), cuts };
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at;
}

/** Whether nothing stands there but blank lines, comments and directives. */
function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 35 || (code === 37 && (at === start || text.charCodeAt(at - 1) === 10))) {
      at = Math.min(end, endOfLine(text, at)) - 1;
    } else if (code !== 32 && code !== 9 && code !== 10 && code !== 13) return false;
  }
  return true;
}
