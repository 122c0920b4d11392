import type { Finding, Fix } from '../../../checks/finding.ts';
import type { Span } from '../../../yaml/nodes.ts';
import type { WrittenText } from './written-text.ts';

/**
 * The line that stands at a column of its own, with what belongs to it, at the columns of the lines around it: the nearest
 * first. Lines below it that are as deep may have gone wrong with it; or the line above is where it should not be.
 */
export function* reindentedLines({ span }: Finding, line: Span, written: WrittenText): Iterable<Fix> {
  const column = written.columnOf(span.start);
  if (!written.beginsLine(span.start)) {
    yield* behindDash(span.start, line, written);
    return;
  }
  const block = blockAt(line, written);
  const columns = [...columnsAbove(line, written), ...columnsBelow(block, written)];
  const others = new Set(columns.filter((other) => other !== column));
  const nearest = [...others].sort((left, right) => Math.abs(left - column) - Math.abs(right - column));
  for (const other of nearest.slice(0, mostColumns)) {
    const title = `Move the block to column ${other + 1}`;
    const own = other > column ? untilColumn(line, column, other, written) : undefined;
    const stretches = [...(own ? [own] : []), withSiblings(block, column, written), block, line];
    for (const stretch of stretches) yield* shifted(title, stretch, other - column, written);
  }
  yield* lineAboveAt(column, line, written);
  yield* shifted('Indent the block', block, written.style.unit, written);
}

/** The first key behind a dash at the column of those below it. */
function* behindDash(key: number, line: Span, written: WrittenText): Iterable<Fix> {
  const [, dashes] = /^(\s*(?:- +)*-) +$/.exec(written.slice({ start: line.start, end: key })) ?? [];
  if (dashes === undefined) return;
  for (const column of columnsBelow(line, written)) {
    if (column <= dashes.length) return;
    const span = { start: line.start + dashes.length, end: key };
    yield { title: `Move it to column ${column + 1}`, span, newText: ' '.repeat(column - dashes.length) };
  }
}

/** The line above, which is less deep, at the column of this one. */
function* lineAboveAt(column: number, line: Span, written: WrittenText): Iterable<Fix> {
  let { start } = line;
  do {
    if (start <= written.document.span.start) return;
    start = written.lineStart(start - 1);
  } while (columnsOf(start, written).length === 0);
  const by = column - written.indentAt(start);
  const span = { start, end: written.lineEnd(start) };
  if (by > 0) yield* shifted(`Move the line above to column ${column + 1}`, span, by, written);
}

const mostColumns = 4;

/** The fix that moves lines by so many columns; none where what a template prints in them cannot be moved along. */
export function* shifted(title: string, span: Span, by: number, written: WrittenText): Iterable<Fix> {
  const { printed } = written;
  const text = printed ? printed.deeper(span, by) : written.slice(span);
  if (text === undefined) return;
  const margin = new RegExp(`^ {0,${Math.abs(by)}}`);
  const lines = text
    .split('\n')
    .map((line) => (line.trim() === '' ? line : by > 0 ? ' '.repeat(by) + line : line.replace(margin, '')));
  yield { title, span, newText: lines.join('\n') };
}

/** A line and what is below it: deeper lines, and those of its list that is no deeper than its key. */
function blockAt(line: Span, written: WrittenText): Span {
  const column = written.indentAt(line.start);
  const mayHaveList = opensBlock(line, written);
  return stretchFrom(line, written, (text, own) => {
    return own > column || (own === column && mayHaveList && /^ *-(?:\s|$)/.test(text));
  });
}

/** Whether nothing stands behind the key of a line. */
function opensBlock(line: Span, written: WrittenText): boolean {
  return /^[^#]*:(?:\s+[&!]\S+)*(?:\s+#.*)?\s*$/.test(written.slice(line));
}

/**
 * A line and the deeper ones below it up to the first that stands where the line is to; undefined where that may be what
 * belongs to it.
 */
function untilColumn(line: Span, column: number, other: number, written: WrittenText): Span | undefined {
  const stretch = stretchFrom(line, written, (_, own) => own > column && own !== other);
  return stretch.end === line.end && opensBlock(line, written) ? undefined : stretch;
}

/** A stretch and the lines below it that are no less deep than a column. */
function withSiblings(block: Span, column: number, written: WrittenText): Span {
  return stretchFrom(block, written, (_, own) => own >= column);
}

/** A stretch and the lines below it that belong to it, by their texts and columns. Blank lines end none. */
function stretchFrom(
  { start, end: from }: Span,
  written: WrittenText,
  belongs: (text: string, column: number) => boolean,
): Span {
  let end = from;
  for (let next = written.nextLine(end); next < written.document.span.end; next = written.nextLine(next)) {
    const text = written.slice({ start: next, end: written.lineEnd(next) });
    if (text.trim() === '') continue;
    if (!belongs(text, written.indentAt(next))) break;
    end = written.lineEnd(next);
  }
  return { start, end };
}

/** Columns at which lines above begin, and their items behind dashes. */
function columnsAbove(line: Span, written: WrittenText): number[] {
  const columns = new Set<number>();
  let at = line.start;
  for (let count = 0; at > written.document.span.start && count < mostLines; count++) {
    at = written.lineStart(at - 1);
    for (const column of columnsOf(at, written)) columns.add(column);
  }
  return [...columns];
}

/** Columns of the lines below that are less deep than all before them: the next of them, and those around it. */
function columnsBelow(block: Span, written: WrittenText): number[] {
  const columns: number[] = [];
  let at = written.nextLine(block.end);
  for (let count = 0; at < written.document.span.end && count < mostLines; count++) {
    const [column] = columnsOf(at, written);
    if (column !== undefined && column < (columns.at(-1) ?? Number.POSITIVE_INFINITY)) columns.push(column);
    at = written.nextLine(at);
  }
  return columns;
}

const mostLines = 200;

/** Where a line of content and its items behind dashes begin. */
function columnsOf(start: number, written: WrittenText): number[] {
  const [, indent = '', dashes = '', rest = ''] = /^( *)((?:- +)*)(\S?)/.exec(
    written.slice({ start, end: written.lineEnd(start) }),
  )!;
  if (rest === '' || rest === '#') return [];
  return dashes === '' ? [indent.length] : [indent.length, indent.length + dashes.length];
}
