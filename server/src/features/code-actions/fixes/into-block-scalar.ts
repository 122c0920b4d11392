import type { Finding, Fix } from '../../../checks/finding.ts';
import type { ScalarNode, Span, YamlDocument } from '../../../yaml/nodes.ts';
import { isBlockScalar, ScalarPlaces } from '../../../yaml/scalar-places.ts';
import type { Fixing } from './fixing.ts';
import type { WrittenText } from './written-text.ts';

/**
 * Lines that cannot be read and stand less deep than the text behind `|` or `>` right above them, in that text: all of them
 * first, then with further lines that can be read where they are, but for keys.
 */
export function* intoBlockScalar({ finding, written }: Pick<Fixing, 'finding' | 'written'>): Iterable<Fix> {
  const text = textAbove(finding, written);
  if (!text) return;
  const lines: Span[] = [];
  for (const line of linesLeftOf(text, written)) {
    if (!text.broken.has(line.start) && isKey(line, written)) return;
    lines.push(line);
    const isAll = line.end >= finding.span.start;
    const next = nextLeftOf(text, line, written);
    if (isAll && !(next && text.broken.has(next.start))) yield indented(lines, text, written);
  }
}

/** Whether a finding is about a line that may belong to a text above it. */
export function mayBeInText(finding: Finding, written: WrittenText): boolean {
  return textAbove(finding, written) !== undefined;
}

/** More lines are no slip. */
const mostLines = 20;

/** A text that may have lost its next lines. */
interface TextAbove {
  /** `|` or `>`. */
  readonly mark: string;
  /** The column of its lines. */
  readonly depth: number;
  /** The first line that is less deep. */
  readonly next: Span;
  /** Where the lines start that something is wrong with. */
  readonly broken: ReadonlySet<number>;
}

function textAbove({ syntax, span }: Finding, written: WrittenText): TextAbove | undefined {
  if (!syntax) return undefined;
  const line = written.lineStart(span.start);
  const scalar = textsIn(written.document).before(line);
  const next = scalar && nextContent(Math.min(scalar.span.end, line - 1), written);
  if (!next || next.start > line) return undefined;
  const depth = depthOf(scalar, written);
  const broken = new Set(written.document.problems.map((problem) => written.lineStart(problem.span.start)));
  const text = { mark: written.text[scalar.span.start]!, depth, next, broken };
  return areBroken(text, line, written) ? text : undefined;
}

/** The block scalars of a document, which may have many faults that each ask for them. */
function textsIn(document: YamlDocument): ScalarPlaces {
  const known = texts.get(document) ?? new ScalarPlaces(document, isBlockScalar);
  texts.set(document, known);
  return known;
}

const texts = new WeakMap<YamlDocument, ScalarPlaces>();

/** Whether something is wrong with each of the lines that are too far left up to one of them. */
function areBroken(text: TextAbove, last: number, written: WrittenText): boolean {
  for (const { start } of linesLeftOf(text, written)) {
    if (start > last || (start < last && !text.broken.has(start))) return false;
    if (start === last) return true;
  }
  return false;
}

/** The lines from the next one on that are less deep than the text. */
function* linesLeftOf(text: TextAbove, written: WrittenText): Iterable<Span> {
  let line: Span | undefined = text.next;
  if (written.indentAt(line.start) >= text.depth) return;
  for (let count = 0; line && count < mostLines; count++) {
    yield line;
    line = nextLeftOf(text, line, written);
  }
}

/** The next line that is less deep than the text; what is as deep between is a part of it then. */
function nextLeftOf({ depth }: TextAbove, { end }: Span, written: WrittenText): Span | undefined {
  let line = nextContent(end, written);
  while (line && written.indentAt(line.start) >= depth) line = nextContent(line.end, written);
  return line;
}

function isKey(line: Span, written: WrittenText): boolean {
  return /^ *(?:- +)*(?:[\w./-]+|"[^"]*"|'[^']*') *:(?:\s|$)/.test(written.slice(line));
}

/** The fix that indents lines as far as the text is, and no others. */
function indented(lines: readonly Span[], { mark, depth }: TextAbove, written: WrittenText): Fix {
  const margin = ' '.repeat(depth - Math.min(...lines.map(({ start }) => written.indentAt(start))));
  const [first, ...more] = lines.map(({ start }) => ({ span: { start, end: start }, newText: margin }));
  return { title: `Indent into the text behind \`${mark}\``, ...first!, ...(more.length > 0 && { more }) };
}

/** The column of a text's first line; of one that has none, where it would be. */
function depthOf({ span }: ScalarNode, written: WrittenText): number {
  const first = nextContent(written.lineEnd(span.start), written);
  return first && first.start < span.end
    ? written.indentAt(first.start)
    : written.indentAt(span.start) + written.style.unit;
}

/** The next line below an offset's that is not blank; undefined at the end of the document. */
function nextContent(offset: number, written: WrittenText): Span | undefined {
  const { end } = written.document.span;
  for (let start = written.nextLine(offset); start < end; start = written.nextLine(start)) {
    const line = { start, end: written.lineEnd(start) };
    if (written.slice(line).trim() !== '') return line;
  }
  return undefined;
}
