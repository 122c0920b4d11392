import { placeAt } from '../../manifest/place.ts';
import { lineStartAt } from '../../yaml/lines.ts';
import type { YamlDocument } from '../../yaml/nodes.ts';
import type { Finding } from './finding.ts';

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
}

function ignoredStretches(document: YamlDocument): Stretch[] {
  const { text } = document;
  const content = firstContent(text);
  const stretches: Stretch[] = [];
  for (const match of text.matchAll(comment())) {
    if (isInScalar(document, match.index)) continue;
    const codes = new Set(match[1]!.split(',').map((code) => code.trim()));
    const lineStart = lineStartAt(text, match.index);
    const isOwnLine = text.slice(lineStart, match.index).trim() === '';
    if (!isOwnLine) stretches.push({ from: lineStart, to: lineEnd(text, match.index), codes });
    else if (match.index < content) stretches.push({ from: 0, to: text.length, codes });
    else {
      const from = nextContentLine(text, lineEnd(text, match.index) + 1);
      stretches.push({ from, to: lineEnd(text, from), codes });
    }
  }
  return stretches;
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
  const node = root && placeAt(root, offset)?.node;
  return node?.type === 'scalar' && node.span.start < offset && offset < node.span.end;
}
