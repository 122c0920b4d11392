import type { Finding, Fix, TextChange } from '../../../checks/finding.ts';
import { parseDocument } from '../../../yaml/documents.ts';
import type { Span, YamlDocument } from '../../../yaml/nodes.ts';
import { ScalarPlaces } from '../../../yaml/scalar-places.ts';
import { withChanges } from './edited-text.ts';
import { isKept } from './moved-data.ts';
import type { WrittenText } from './written-text.ts';

/**
 * All lines of the document that are indented by tabs, indented by spaces: as deep as the document is, else as an editor shows
 * tabs. Where a tab may be worth more or less, and other data comes of it, that is a guess.
 */
export function* withoutTabs(_: Finding, line: Span, written: WrittenText): Iterable<Fix> {
  const lines = linesWithTabs(written);
  if (!lines.some(({ start }) => start === line.start)) return;
  const isSure = isSameByAnyWidth(lines, written);
  for (const width of new Set([written.style.unit, ...widths])) {
    const [first, ...more] = changesOf(lines, width, written);
    yield {
      title: 'Indent by spaces',
      ...first!,
      ...(more.length > 0 && { more }),
      ...(isSure && { likelihood: 'sure' }),
    };
  }
}

/** What a tab is worth to people, the likeliest first. */
const widths = [2, 4, 8, 1];

/** The lines before whose content a tab stands that is no part of a text. */
function linesWithTabs(written: WrittenText): Span[] {
  const { document } = written;
  const broken = new Set(document.problems.map(({ span }) => written.lineStart(span.start)));
  const texts = new ScalarPlaces(document, ({ span }) => written.lineEnd(span.start) < span.end);
  const lines: Span[] = [];
  for (let start = document.span.start; start < document.span.end; start = written.nextLine(start)) {
    const line = { start, end: written.lineEnd(start) };
    const isOfText = texts.around(start) !== undefined && !broken.has(start);
    if (!isOfText && /^ *(?:- +)*-?\t+[^\t]/.test(written.slice(line))) lines.push(line);
  }
  return lines;
}

/** Each tab goes on to the next column that is a multiple of its width. */
function changesOf(lines: readonly Span[], width: number, written: WrittenText): TextChange[] {
  return lines.map((line) => {
    const [margin] = /^[ \t-]*[ \t]/.exec(written.slice(line))!;
    let newText = '';
    for (const character of margin) {
      newText += character === '\t' ? ' '.repeat(width - (newText.length % width)) : character;
    }
    return { span: { start: line.start, end: line.start + margin.length }, newText };
  });
}

/** Whether all widths with which the document can be read give the same; of a long one nobody waits for the answer. */
function isSameByAnyWidth(lines: readonly Span[], written: WrittenText): boolean {
  if (written.document.text.length > longestCompared) return false;
  const read = widths.slice(0, 3).map((width) => documentAfter(changesOf(lines, width, written), written));
  const [one, ...others] = read.filter(({ problems }) => problems.length === 0);
  return one !== undefined && others.every(({ root }) => isKept(one.root, root) && isKept(root, one.root));
}

const longestCompared = 100_000;

function documentAfter(changes: readonly TextChange[], { text, document }: WrittenText): YamlDocument {
  const after = withChanges(text, changes);
  const end = document.span.end + after.length - text.length;
  return parseDocument(after, { start: document.span.start, end }, document.index);
}
