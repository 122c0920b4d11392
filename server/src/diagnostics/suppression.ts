import { closest } from '../checks/closest.ts';
import type { Finding } from '../checks/finding.ts';
import { codeNames } from '../codes/code-names.ts';
import { documentFormat } from '../manifest/manifest.ts';
import { nodeAtOffset } from '../manifest/node-at-offset.ts';
import { lineStartAt } from '../yaml/lines.ts';
import type { Span, YamlDocument } from '../yaml/nodes.ts';

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
  const stretches = ignoredStretches(document);
  const { start } = document.span;
  return findings.filter(({ code, span }) => {
    const at = span.start - start;
    return !stretches.some(({ from, to, codes }) => from <= at && at <= to && codes.has(code));
  });
}

/**
 * What is to say about the comments of a document themselves: codes that there are none of, and codes of which nothing is
 * left to ignore. `findings` are all of the document, those that are ignored too.
 */
export function ignoreFindings(findings: readonly Finding[], document: YamlDocument): Finding[] {
  if (!document.text.includes(word) || documentFormat(document) !== 'kubernetes') return [];
  const { start } = document.span;
  const isBroken = document.problems.length > 0;
  return ignoredStretches(document)
    .slice(0, mostComments)
    .flatMap(({ from, to, written }) =>
      written.flatMap((ignored, index) => {
        const span = { start: start + ignored.start, end: start + ignored.end };
        if (!codeNames.includes(ignored.code)) return [unknownCode(ignored.code, span)];
        const isUsed = findings.some(
          ({ code, span: { start: at } }) => code === ignored.code && from <= at - start && at - start <= to,
        );
        if (isUsed || isBroken || fromElsewhere.has(ignored.code)) return [];
        const removal = { start: start + ignored.removal.start, end: start + ignored.removal.end };
        const isLast = written.length === 1 && index === 0;
        return [unusedIgnore(ignored.code, span, removal, isLast ? 'comment' : 'code')];
      }),
    );
}

function unknownCode(code: string, span: Span): Finding {
  const meant = closest(code, new Set(codeNames));
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
const mostComments = 500;

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

interface Stretch {
  /** Offsets of the document's text. */
  readonly from: number;
  readonly to: number;
  readonly codes: ReadonlySet<string>;
  /** Where each of the codes is written, and what is taken out with it. */
  readonly written: readonly IgnoredCode[];
}

interface IgnoredCode extends Span {
  readonly code: string;
  readonly removal: Span;
}

function ignoredStretches(document: YamlDocument): Stretch[] {
  const { text } = document;
  const content = firstContent(text);
  let next = content;
  const stretches: Stretch[] = [];
  for (const match of text.matchAll(comment())) {
    if (isInScalar(document, match.index)) continue;
    const written = codesIn(match, text);
    const codes = new Set(written.map(({ code }) => code));
    const lineStart = lineStartAt(text, match.index);
    const isOwnLine = text.slice(lineStart, match.index).trim() === '';
    if (!isOwnLine) stretches.push({ from: lineStart, to: lineEnd(text, match.index), codes, written });
    else if (match.index < content) stretches.push({ from: 0, to: text.length, codes, written });
    else {
      // Comments below each other have the same content below them.
      if (next <= match.index) next = nextContentLine(text, lineEnd(text, match.index) + 1);
      stretches.push({ from: next, to: lineEnd(text, next), codes, written });
    }
  }
  return stretches;
}

/** With the only code goes the comment, and its line where it has one of its own; of several, a code and a comma. */
function codesIn(match: RegExpExecArray, text: string): IgnoredCode[] {
  const listStart = match.index + match[0].length - match[1]!.length;
  const words = [...match[1]!.matchAll(/[\w-]+/g)].map(({ 0: code, index }) => ({
    code,
    start: listStart + index,
    end: listStart + index + code.length,
  }));
  return words.map((ignored, index) => {
    const next = words[index + 1];
    const before = words[index - 1];
    if (next) return { ...ignored, removal: { start: ignored.start, end: next.start } };
    if (before) return { ...ignored, removal: { start: before.end, end: ignored.end } };
    return { ...ignored, removal: wholeComment(match.index, text) };
  });
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
function isInScalar({ root, span }: YamlDocument, at: number): boolean {
  const offset = span.start + at;
  const node = root && nodeAtOffset(root, offset)?.node;
  return node?.type === 'scalar' && node.span.start < offset && offset < node.span.end;
}
