import { compose, syntaxMessage } from './compose.ts';
import type { Span, YamlDocument, YamlNode, YamlProblem } from './nodes.ts';
import type { Origin } from './placed.ts';
import { Reader, TooDeep } from './reader.ts';
import { TreeBuilder } from './tree.ts';

/**
 * Where the documents of a text stand: it is cut at every line that starts with `---`, whatever stands around
 * it. What stands before the first such line is no document when it holds only comments and directives.
 */
export function splitDocuments(text: string): Span[] {
  const spans: Span[] = [];
  let start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let marked = false;
  for (const marker of markers(text, start)) {
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

/** Reads one document of a text. Never throws: what cannot be read is a problem of the document. */
export function parseDocument(text: string, span: Span, index: number): YamlDocument {
  return new ParsedDocument(copyOf(text.slice(span.start, span.end)), span.start, index);
}

/**
 * Reads a text of one document in which a word was put where a person types. A line that is no `key: value` is expected
 * there, and not what the slow second reading is for.
 */
export function parseHalfTyped(text: string): YamlDocument {
  return new ParsedDocument(text, 0, 0, halfTyped);
}

/** Reads all documents of a text; there is always at least one. */
export function parseDocuments(text: string): YamlDocument[] {
  return splitDocuments(text).map((span, index) => parseDocument(text, span, index));
}

/**
 * Reads the documents of a changed text. A document whose text is unchanged is the same object as before, moved
 * to its new place with all its nodes; `previous` must not be used any more.
 */
export function updateDocuments(previous: readonly YamlDocument[], text: string): YamlDocument[] {
  const spans = splitDocuments(text);
  const documents: YamlDocument[] = new Array(spans.length);
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
  for (const [index, span] of spans.entries()) {
    if (index < head) documents[index] = previous[index]!;
    else if (index >= spans.length - tail)
      documents[index] = previous[index - spans.length + previous.length]!;
    else documents[index] = parseDocument(text, span, index);
  }
  return documents;

  function reuse(document: YamlDocument, span: Span, index: number): boolean {
    if (span.end - span.start !== document.text.length) return false;
    if (!text.startsWith(document.text, span.start)) return false;
    (document as ParsedDocument).move(span.start, index);
    return true;
  }
}

class ParsedDocument implements YamlDocument {
  readonly text: string;
  readonly root: YamlNode | undefined;
  readonly problems: readonly YamlProblem[];
  readonly #origin: Origin;
  #index: number;

  constructor(text: string, offset: number, index: number, undisputed: ReadonlySet<string> = semantic) {
    this.text = text;
    this.#origin = { offset };
    this.#index = index;
    const { root, builder } = read(text, this.#origin, undisputed);
    this.root = root;
    this.problems = builder.problems;
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

/**
 * Most documents are read by our own reader, which is fast and knows how to recover. Where it finds a problem or
 * a rare construct, the `yaml` package has the word: what the package accepts is no problem.
 */
function read(
  text: string,
  origin: Origin,
  undisputed: ReadonlySet<string>,
): { root: YamlNode | undefined; builder: TreeBuilder } {
  const builder = new TreeBuilder(origin);
  const reader = new Reader(text, builder);
  try {
    const root = reader.read();
    refuseControlCharacters(text, builder);
    if (!reader.rare && builder.problems.every(({ code }) => undisputed.has(code))) return { root, builder };
    if (!reader.rare && text.length > longestSecondOpinion) return { root, builder };
    const composed = compose(text, origin);
    if (composed.errors.length === 0) return composed;
    const error = composed.errors[0]!;
    if (builder.problems.length === 0)
      builder.problem('syntax', syntaxMessage(error.code), error.start, error.end);
    return { root, builder };
  } catch (error) {
    if (!(error instanceof TooDeep) && !(error instanceof RangeError)) throw error;
    const lost = new TreeBuilder(origin);
    lost.problem('too-deep', 'This document is nested too deeply to be read', 0, 1);
    return { root: undefined, builder: lost };
  }
}

/** The package takes five times as long as our reader: a broken text longer than this is not read again. */
const longestSecondOpinion = 50_000;

/** Problems that are no faults of the grammar: the package does not judge them. */
const semantic = new Set([
  'duplicate-key',
  'too-many-aliases',
  'bad-merge',
  'control-character',
  'unknown-alias',
  'recursive-alias',
]);

const halfTyped = new Set([...semantic, 'missing-colon']);

function refuseControlCharacters(text: string, builder: TreeBuilder): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this looks for
  const at = text.search(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/);
  if (at >= 0) builder.problem('control-character', 'YAML allows no control characters', at, at + 1);
}

interface Marker {
  /** Where the line starts. */
  start: number;
  /** Where the next document may start: after the marker's line, or after the marker where content follows on it. */
  end: number;
  /** `---` cuts; `...` only ends. */
  cuts: boolean;
}

function* markers(text: string, from: number): Generator<Marker> {
  for (let start = from; start < text.length; ) {
    const marker = markerAt(text, start);
    if (marker) yield marker;
    start = nextMarkerLine(text, start);
  }
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

/** A copy that does not keep the text it was cut from alive. */
function copyOf(text: string): string {
  return ` ${text}`.slice(1);
}
