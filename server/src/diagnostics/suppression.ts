import { closest } from '../checks/closest.ts';
import type { Finding } from '../checks/finding.ts';
import { leftPart } from '../checks/left-part.ts';
import { codeNames } from '../codes/code-names.ts';
import { documentFormat } from '../manifest/manifest.ts';
import { lineStartAt } from '../yaml/lines.ts';
import type { ScalarNode, Span, YamlDocument } from '../yaml/nodes.ts';
import { ScalarPlaces } from '../yaml/scalar-places.ts';
import { countAhead } from '../yaml/sorted.ts';

/**
 * Leaves out the findings that comments of the document say to ignore. `# kubewright-ignore CODE[, CODE]` counts
 *
 * - behind content: for that line;
 * - on a line of its own: for the next line that has content;
 * - on a line of its own above all content of the document: for the whole document.
 *
 * A finding is on the line where it starts. What follows the codes is for people.
 */
export function withoutIgnored(findings: Finding[], document: YamlDocument): Finding[] {
  if (findings.length === 0 || !document.text.includes(word)) return findings;
  const ignored = new IgnoredPlaces(ignoredStretches(document));
  const { start } = document.span;
  return findings.filter(({ code, span }) => !ignored.has(code, span.start - start));
}

/**
 * What is to say about the comments of a document themselves: codes that there are none of, and codes of which nothing is
 * left to ignore. `findings` are all of the document, those that are ignored too.
 */
export function ignoreFindings(findings: readonly Finding[], document: YamlDocument): Finding[] {
  if (!document.text.includes(word) || documentFormat(document) !== 'kubernetes') return [];
  const { start } = document.span;
  const isBroken = document.problems.length > 0;
  const places = new PlacesByCode(findings, start);
  const written = ignoredStretches(document).flatMap((stretch) =>
    stretch.written.map((ignored) => ({ ...ignored, stretch })),
  );
  const found = written.slice(0, mostCodes).flatMap(({ code, at, stretch }) => {
    const one = stretch.written[at]!;
    const span = { start: start + one.start, end: start + one.end };
    if (!knownCodes.has(code)) return [unknownCode(code, span)];
    const isUsed = places.isOneWithin(code, stretch);
    if (isUsed || isBroken || fromElsewhere.has(code)) return [];
    const taken = removalOf(stretch, at, document.text);
    const removal = { start: start + taken.start, end: start + taken.end };
    return [unusedIgnore(code, span, removal, stretch.written.length === 1 ? 'comment' : 'code')];
  });
  const next = written[mostCodes];
  if (!next) return found;
  const { start: from, end: to } = next.stretch.written[next.at]!;
  return [...found, leftPart('codes', mostCodes, { start: start + from, end: start + to })];
}

function unknownCode(code: string, span: Span): Finding {
  const meant = closest(code, knownCodes);
  return {
    code: 'unknown-code',
    severity: 'warning',
    about: { is: 'unknown-code', unknown: code, ...(meant && { meant }) },
    span,
    ...(meant && { fix: { title: `Change to "${meant}"`, span, newText: meant } }),
  };
}

function unusedIgnore(code: string, span: Span, removal: Span, what: 'comment' | 'code'): Finding {
  return {
    code: 'unused-ignore',
    severity: 'hint',
    about: { is: 'unused-ignore', unused: code },
    span,
    unnecessary: true,
    fix: {
      title: what === 'comment' ? 'Remove the comment' : `Remove "${code}"`,
      span: removal,
      newText: '',
    },
  };
}

/** Nobody has more of them: in a text that is made to be slow, the others are not looked at. */
const mostCodes = 500;

const knownCodes: ReadonlySet<string> = new Set(codeNames);

/** Codes of what other files, clusters and settings have a say in: that nothing is told now means little. */
const fromElsewhere = new Set([
  'deprecated-api-version',
  'deprecated-in-cluster',
  'future-api-version',
  'immutable-field',
  'missing-file',
  'not-checked',
  'not-served-by-cluster',
  'partial-object',
  'removed-api-version',
  'unknown-group',
  'unknown-kind',
  'unknown-api-version',
]);

/** The comment that ignores a code. */
export function ignoreComment(code: string): string {
  return `# ${word} ${code}`;
}

/** The list of codes in a comment on this line, as offsets of the line; undefined where there is no such comment. */
export function ignoredCodesOn(line: string): { start: number; end: number } | undefined {
  const match = comment().exec(line);
  if (!match) return undefined;
  const end = match.index + match[0].length;
  return { start: end - match[1]!.length, end };
}

const word = 'kubewright-ignore';

/** A new one each time: with the flag `g` it remembers where it was. */
function comment(): RegExp {
  return /(?:^|(?<=[ \t\n]))#+[ \t]*kubewright-ignore[ \t]+([a-z][\w-]*(?:[ \t]*,[ \t]*[a-z][\w-]*)*)/gm;
}

/** What a comment of a document ignores codes in: a line, or all of it. */
interface Stretch {
  readonly is: 'line' | 'document';
  /** Offsets of the document's text. */
  readonly from: number;
  readonly to: number;
  /** Where the comment begins. */
  readonly comment: number;
  readonly written: readonly IgnoredCode[];
}

interface IgnoredCode extends Span {
  readonly code: string;
  /** Which of the comment's codes it is. */
  readonly at: number;
}

/** Tells what is ignored where, however many comments there are. */
class IgnoredPlaces {
  readonly #everywhere = new Set<string>();
  readonly #lines: { readonly from: number; readonly to: number; readonly codes: Set<string> }[] = [];

  /** Takes stretches in the order of the text. */
  constructor(stretches: readonly Stretch[]) {
    for (const { is, from, to, written } of stretches) {
      const last = this.#lines.at(-1);
      const codes =
        is === 'document' ? this.#everywhere : last?.from === from ? last.codes : new Set<string>();
      for (const { code } of written) codes.add(code);
      if (is === 'line' && last?.from !== from) this.#lines.push({ from, to, codes });
    }
  }

  has(code: string, offset: number): boolean {
    if (this.#everywhere.has(code)) return true;
    const line = this.#lines[countAhead(this.#lines, ({ from }) => from <= offset) - 1];
    return line !== undefined && offset <= line.to && line.codes.has(code);
  }
}

/** Where findings start, by their codes. */
class PlacesByCode {
  readonly #starts = new Map<string, number[]>();

  constructor(findings: readonly Finding[], documentStart: number) {
    for (const { code, span } of findings) {
      const known = this.#starts.get(code);
      if (known) known.push(span.start - documentStart);
      else this.#starts.set(code, [span.start - documentStart]);
    }
    for (const starts of this.#starts.values()) starts.sort((left, right) => left - right);
  }

  isOneWithin(code: string, { from, to }: Stretch): boolean {
    const starts = this.#starts.get(code) ?? [];
    const last = starts[countAhead(starts, (start) => start <= to) - 1];
    return last !== undefined && last >= from;
  }
}

/** In the order of the text; the same for the same document. */
function ignoredStretches(document: YamlDocument): readonly Stretch[] {
  const known = stretchesOf.get(document) ?? readStretches(document);
  stretchesOf.set(document, known);
  return known;
}

const stretchesOf = new WeakMap<YamlDocument, readonly Stretch[]>();

function readStretches(document: YamlDocument): Stretch[] {
  const { text, span } = document;
  const content = firstContent(text);
  const scalars = new ScalarPlaces(document, mayHoldComment);
  const stretches: Stretch[] = [];
  let next = content;
  let line = { start: 0, end: -1 };
  for (const match of text.matchAll(comment())) {
    const { index } = match;
    const isFirst = index > line.end;
    if (isFirst) line = { start: lineStartAt(text, index), end: lineEnd(text, index) };
    if (scalars.around(span.start + index)) continue;
    const found = { comment: index, written: codesIn(match) };
    const isOwnLine = isFirst && text.slice(line.start, index).trim() === '';
    if (!isOwnLine) stretches.push({ is: 'line', from: line.start, to: line.end, ...found });
    else if (index < content) stretches.push({ is: 'document', from: 0, to: text.length, ...found });
    else {
      // Comments below each other have the same content below them.
      if (next <= index) next = nextContentLine(text, line.end + 1);
      stretches.push({ is: 'line', from: next, to: lineEnd(text, next), ...found });
    }
  }
  return stretches;
}

function codesIn(match: RegExpExecArray): IgnoredCode[] {
  const listStart = match.index + match[0].length - match[1]!.length;
  return Array.from(match[1]!.matchAll(/[\w-]+/g), ({ 0: code, index }, at) => ({
    code,
    at,
    start: listStart + index,
    end: listStart + index + code.length,
  }));
}

/** With the only code goes the comment, and its line where it has one of its own; of several, a code and a comma. */
function removalOf({ written, comment }: Stretch, at: number, text: string): Span {
  const { start, end } = written[at]!;
  const next = written[at + 1];
  const before = written[at - 1];
  if (next) return { start, end: next.start };
  if (before) return { start: before.end, end };
  return wholeComment(comment, text);
}

function wholeComment(at: number, text: string): Span {
  const lineStart = lineStartAt(text, at);
  const end = lineEnd(text, at);
  const before = text.slice(lineStart, at);
  if (before.trim() === '') return { start: lineStart, end: Math.min(text.length, end + 1) };
  const isCarriageReturn = text[end - 1] === '\r';
  return { start: lineStart + before.trimEnd().length, end: isCarriageReturn ? end - 1 : end };
}

function firstContent(text: string): number {
  return nextContentLine(text, 0);
}

/** Where the first line from `from` on starts that is neither blank nor a comment. */
function nextContentLine(text: string, from: number): number {
  for (let start = from; start < text.length; start = lineEnd(text, start) + 1) {
    if (!/^\s*(?:#|%|$)/.test(text.slice(start, lineEnd(text, start)))) return start;
  }
  return text.length;
}

function lineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at;
}

/** In a quoted text or a block scalar a `#` begins no comment. */
function mayHoldComment({ span }: ScalarNode): boolean {
  return span.end - span.start > word.length;
}
