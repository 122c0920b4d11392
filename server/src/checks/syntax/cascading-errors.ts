import { LineIndex } from '../../yaml/lines.ts';
import type { YamlDocument } from '../../yaml/nodes.ts';
import { isBlockScalar, ScalarPlaces } from '../../yaml/scalar-places.ts';
import type { Finding } from '../finding.ts';

/**
 * The findings of a document with broken YAML, without those that the breakage brings about, so that one mistake is told
 * once: what is said of a line that could not be read, of what such a line is a part of, and where lines hang in the wrong
 * place. `faults` are those of the findings that are about YAML. Takes and gives them in the order of the text.
 */
export function withoutCascadingErrors(
  findings: readonly Finding[],
  faults: ReadonlySet<Finding>,
  document: YamlDocument,
): Finding[] {
  if (findings.filter(({ severity }) => severity === 'error').length < 2) return [...findings];
  const lines = new LineIndex(document.text);
  const start = document.span.start;
  const lineOf = ({ span }: Finding) => lines.positionAt(span.start - start).line;
  const broken = new Set(Array.from(faults, lineOf));
  const enclosing = linesAround(broken, lines);
  let told: Finding[] = [];
  const toldLines = new Set<number>();
  const fields = new RootFields(lines);
  let texts: ScalarPlaces | undefined;
  const isInText = (offset: number) => {
    texts ??= new ScalarPlaces(document, isBlockScalar);
    return texts.around(offset) !== undefined;
  };
  /** Up to which line things hang in the wrong place, or would if any does. */
  let displacedTo = -1;
  let looseTo = -1;
  for (const finding of findings) {
    const line = lineOf(finding);
    if (finding.severity !== 'error') told.push(finding);
    else if (!faults.has(finding)) {
      const isDisplaced = line <= displacedTo && isAboutPlace.has(finding.code);
      const isUnreadable = broken.has(line) || (enclosing.has(line) && !isAboutName.has(finding.code));
      if (!isDisplaced && !isUnreadable && !isAboutHead.has(finding.code)) told.push(finding);
    } else {
      const isFollower = followers.has(finding.code);
      const isTold = toldLines.has(line);
      toldLines.add(line);
      if (line <= displacedTo && isUnquoted.has(finding.code)) continue;
      if (told.at(-1)?.span.start === finding.span.start && faults.has(told.at(-1)!)) continue;
      if (isFollower && (isTold || line <= Math.max(displacedTo, looseTo))) {
        displacedTo = Math.max(displacedTo, looseTo);
        continue;
      }
      if (isFollower) displacedTo = fields.endOf(line);
      else if (finding.code === 'missing-colon') looseTo = fields.endOf(line);
      const above = hanging.has(finding.code) ? causeAbove(line, lines, start) : undefined;
      const cause = above && !isInText(above.span.start) ? above : undefined;
      if (cause) told = told.filter((other) => faults.has(other) || lineOf(other) !== lineOf(cause));
      told.push(cause ?? finding);
    }
  }
  return told;
}

/** What lines say that are not where they belong, or under which others are not. */
const followers = new Set([
  'bad-indentation',
  'misplaced-dash',
  'missing-dash',
  'tab-indentation',
  'unexpected-text',
  'unread-text',
]);
/** What the lines of a text that has lost its key or its quotes look like. */
const isUnquoted = new Set(['missing-colon', 'nested-colon']);
/** Of these, the line above may be to blame. */
const hanging = new Set(['bad-indentation', 'unexpected-text']);
const isAboutPlace = new Set(['unknown-field', 'duplicate-field', 'wrong-type']);
/** The head of an object may be in what could not be read. */
const isAboutHead = new Set(['missing-kind', 'missing-api-version']);
/** A name is wrong whatever is under it. */
const isAboutName = new Set(['unknown-field', 'duplicate-field']);

/** A text with more broken lines is no manifest. */
const mostBroken = 100;

/** The lines of the keys and dashes that broken lines are under. */
function linesAround(broken: ReadonlySet<number>, lines: LineIndex): Set<number> {
  const around = new Set<number>();
  const asked = new Set([...broken].slice(0, mostBroken));
  const last = Math.max(...asked);
  /** What the line that is read is under, the outermost first. */
  const above: { readonly line: number; readonly column: number }[] = [];
  for (let line = 0; line <= last; line++) {
    const column = indentOf(line, lines);
    if (column < Number.POSITIVE_INFINITY) {
      while (above.length > 0 && above.at(-1)!.column >= column) above.pop();
    }
    if (asked.has(line)) for (const one of above) around.add(one.line);
    if (column < Number.POSITIVE_INFINITY) above.push({ line, column });
  }
  return around;
}

/** The column of a line's first character; that of a blank line, of a comment and of one after tabs is beyond all others. */
function indentOf(line: number, lines: LineIndex): number {
  const start = lines.lineStart(line);
  let at = start;
  while (lines.text[at] === ' ') at++;
  return blank.has(lines.text[at]) ? Number.POSITIVE_INFINITY : at - start;
}

const blank = new Set([undefined, '\n', '\r', '\t', '#']);

/** A line alone above lines that seem to hang in the air may be their key without its colon, or without a space behind it. */
function causeAbove(line: number, lines: LineIndex, offset: number): Finding | undefined {
  let above = line - 1;
  while (above >= 0 && indentOf(above, lines) === Number.POSITIVE_INFINITY) above--;
  const match = /^( *)([\w./-]*[A-Za-z][\w./-]*)(:\S.*)?$/.exec(textOf(above, lines).trimEnd());
  if (!match) return undefined;
  const [, before, word, rest] = match as unknown as [string, string, string, string | undefined];
  const start = offset + lines.lineStart(above) + before.length;
  const finding = { severity: 'error', span: { start, end: start + word.length }, syntax: true } as const;
  if (rest === undefined) {
    return { ...finding, code: 'missing-colon', about: { is: 'missing-colon', word } };
  }
  return { ...finding, code: 'missing-space', about: { is: 'missing-space', word } };
}

/** Where the fields of a document's root are; asked for lines from above to below. */
class RootFields {
  readonly #lines: LineIndex;
  /** The line that was asked for last, and the last one before the next field below it. */
  #known = { from: Number.POSITIVE_INFINITY, end: -1 };

  constructor(lines: LineIndex) {
    this.#lines = lines;
  }

  /** The last line before the next field of the root below a line. */
  endOf(line: number): number {
    const { from, end } = this.#known;
    if (line < from || line > end) this.#known = { from: line, end: this.#endBelow(line) };
    return this.#known.end;
  }

  #endBelow(line: number): number {
    const { text, lineCount } = this.#lines;
    // Millions of lines may have no colon.
    let colon = text.indexOf(':', this.#lines.lineStart(line + 1));
    while (colon >= 0) {
      const next = this.#lines.positionAt(colon).line;
      if (indentOf(next, this.#lines) === 0 && /^["'\w][^#]*:(?:\s|$)/.test(textOf(next, this.#lines)))
        return next - 1;
      colon = text.indexOf(':', this.#lines.lineStart(next + 1));
    }
    return lineCount;
  }
}

function textOf(line: number, lines: LineIndex): string {
  return line < 0 ? '' : lines.text.slice(lines.lineStart(line), lines.lineEnd(line));
}
