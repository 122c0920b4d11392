import type { Finding, Fix, TextChange } from '../../../checks/finding.ts';
import type { Code } from '../../../codes/codes.ts';
import type { Fixing } from './fixing.ts';
import { removalOfEntry } from './removal.ts';
import type { WrittenText } from './written-text.ts';

/** Small changes of a text that is no YAML around its fault: whether one of them makes it YAML, those who offer it try. */
export function* mendSyntax({ finding, written }: Fixing): Iterable<Fix> {
  if (finding.about.is !== 'syntax') return;
  const start = written.lineStart(finding.span.start);
  const line = { start, end: written.lineEnd(finding.span.start) };
  for (const mender of menders[finding.code] ?? []) yield* mender(finding, line, written);
}

type Mender = (finding: Finding, line: Line, written: WrittenText) => Iterable<Fix>;

const menders: Readonly<Partial<Record<Code, readonly Mender[]>>> = {
  'unclosed-bracket': [closedBracket],
  'tab-indentation': [withoutTabs],
  'bad-indentation': [reindentedLines],
  'missing-colon': [insertedColon],
  'missing-dash': [insertedDash],
  'misplaced-dash': [listBelow],
  'bad-start': [requoted],
  'bad-escape': [singleQuoted],
  'bad-block-header': [shortHeader],
  'unknown-alias': [requoted],
  'unexpected-comma': [withoutComma],
  'missing-comma': [insertedComma],
  'unquoted-mark': [requoted],
  'unread-text': [newDocument],
  'deep-blank-line': [blankLine],
  'duplicate-field': [withoutDuplicate],
  'ambiguous-key': [withoutDuplicate],
  directive: [withoutLine],
  'bad-directive': [withoutLine],
};

interface Line {
  readonly start: number;
  readonly end: number;
}

function* withoutTabs(_: Finding, line: Line, written: WrittenText): Iterable<Fix> {
  const [indent = ''] = /^[ \t]*/.exec(written.slice(line))!;
  if (!indent.includes('\t')) return;
  const span = { start: line.start, end: line.start + indent.length };
  const { unit } = written.style;
  for (const width of new Set([unit, 2, 4, 1])) {
    const newText = indent.replaceAll('\t', ' '.repeat(width));
    yield { title: 'Indent by spaces', span, newText, likelihood: 'sure' };
  }
}

/** The line and those that belong to it, at the columns of the lines around it: the nearest first. */
function* reindentedLines(_: Finding, line: Line, written: WrittenText): Iterable<Fix> {
  const text = written.slice(line);
  const column = /^ */.exec(text)![0].length;
  if (text.trim() === '') return;
  const columns = columnsAbove(line, written).filter((other) => other !== column);
  columns.sort((left, right) => Math.abs(left - column) - Math.abs(right - column));
  for (const other of columns.slice(0, mostColumns)) {
    const title = `Move the block to column ${other + 1}`;
    const block = blockAt(line, column, written);
    yield { title, ...shifted(block, other - column, written) };
    if (block.end !== line.end) yield { title, ...shifted(line, other - column, written) };
  }
  const { unit } = written.style;
  yield { title: 'Indent the block', ...shifted(blockAt(line, column, written), unit, written) };
}

const mostColumns = 4;

/** Columns at which lines above begin, and their items behind dashes. */
function columnsAbove(line: Line, written: WrittenText): number[] {
  const columns = new Set<number>();
  let at = line.start;
  for (let count = 0; at > written.document.span.start && count < mostLines; count++) {
    at = written.lineStart(at - 1);
    const [, indent = '', dashes = '', rest = ''] = /^( *)((?:- +)*)(\S?)/.exec(
      written.slice({ start: at, end: written.lineEnd(at) }),
    )!;
    if (rest === '' || rest === '#') continue;
    columns.add(indent.length);
    if (dashes !== '') columns.add(indent.length + dashes.length);
  }
  return [...columns];
}

const mostLines = 200;

/** A line and the deeper ones below it. */
function blockAt(line: Line, column: number, written: WrittenText): Line {
  let { end } = line;
  for (let next = written.nextLine(end); next < written.document.span.end; next = written.nextLine(next)) {
    const text = written.slice({ start: next, end: written.lineEnd(next) });
    const own = /^ */.exec(text)![0].length;
    if (text.trim() !== '' && own <= column) break;
    if (text.trim() !== '') end = written.lineEnd(next);
  }
  return { start: line.start, end };
}

function shifted(span: Line, by: number, written: WrittenText): TextChange {
  const newText = written
    .slice(span)
    .split('\n')
    .map((line) =>
      line.trim() === ''
        ? line
        : by > 0
          ? ' '.repeat(by) + line
          : line.replace(new RegExp(`^ {0,${-by}}`), ''),
    )
    .join('\n');
  return { span, newText };
}

function inserted(at: number, newText: string, title: string): Fix {
  return { title, span: { start: at, end: at }, newText };
}

/** Where the content of a line begins and ends, without a comment. */
function contentOf(line: Line, written: WrittenText): Line {
  const text = written.slice(line);
  const { length } = text
    .trimEnd()
    .replace(/\s#.*$/, '')
    .trimEnd();
  return { start: line.start + /^ */.exec(text)![0].length, end: line.start + length };
}

function* insertedDash(_: Finding, line: Line, written: WrittenText): Iterable<Fix> {
  yield inserted(contentOf(line, written).start, '- ', 'Insert `- `');
}

function* insertedColon(_: Finding, line: Line, written: WrittenText): Iterable<Fix> {
  yield inserted(contentOf(line, written).end, ':', 'Insert `:`');
}

function* closedBracket(_: Finding, line: Line, written: WrittenText): Iterable<Fix> {
  const { end } = contentOf(line, written);
  const bottom = written.text.slice(0, written.document.span.end).trimEnd().length;
  for (const at of [end, bottom]) {
    for (const close of ['}', ']', '}}', ']}', '}]', ']]']) yield inserted(at, close, `Insert \`${close}\``);
  }
}

function* insertedComma({ span }: Finding, _: Line, written: WrittenText): Iterable<Fix> {
  yield inserted(written.text.slice(0, span.start).trimEnd().length, ',', 'Insert `,`');
}

function* withoutComma({ span }: Finding, _: Line, written: WrittenText): Iterable<Fix> {
  const comma = /^\s*,/.exec(written.text.slice(span.start, span.start + 40));
  if (comma) {
    const end = span.start + comma[0].length;
    yield { title: 'Remove `,`', span: { start: span.start, end }, newText: '' };
  }
}

function* listBelow(_: Finding, line: Line, written: WrittenText): Iterable<Fix> {
  const [, indent, key, item] = /^(\s*)([^\s:]+:)\s+(- .*)$/.exec(written.slice(line)) ?? [];
  if (indent === undefined || key === undefined) return;
  const margin = ' '.repeat(indent.length + written.style.list);
  const span = { start: line.start + indent.length + key.length, end: line.end };
  const newText = `${written.style.lineBreak}${margin}${item}`;
  yield { title: 'Begin the list on a line of its own', span, newText };
}

function* shortHeader(_: Finding, line: Line, written: WrittenText): Iterable<Fix> {
  const header = /[:-]\s+[|>]([^\s|>]+)$/.exec(written.slice(line).trimEnd());
  if (!header) return;
  const end = line.start + header.index + header[0].length;
  yield { title: `Remove "${header[1]}"`, span: { start: end - header[1]!.length, end }, newText: '' };
}

function* newDocument(_: Finding, { start }: Line, { style }: WrittenText): Iterable<Fix> {
  yield inserted(start, `---${style.lineBreak}`, 'Begin another document');
}

function* withoutLine(_: Finding, line: Line, written: WrittenText): Iterable<Fix> {
  const span = { start: line.start, end: written.nextLine(line.end) };
  yield { title: 'Remove the line', span, newText: '', likelihood: 'sure' };
}

/** The blank lines above the first line of a text, without their spaces. */
function* blankLine(_: Finding, { start }: Line, written: WrittenText): Iterable<Fix> {
  const blank = /(?:^|\n)((?:[ \t]*\r?\n)+)$/.exec(
    written.text.slice(Math.max(0, start - farthestBlank), start),
  );
  if (!blank) return;
  const newText = blank[1]!.replace(/[ \t]+/g, '');
  const span = { start: start - blank[1]!.length, end: start };
  yield { title: 'Remove the spaces', span, newText, likelihood: 'sure' };
}

const farthestBlank = 2_000;

/** A double-quoted text in quotes that take backslashes. */
function* singleQuoted({ span }: Finding, line: Line, written: WrittenText): Iterable<Fix> {
  const text = written.slice(line);
  for (const { 0: quoted, 1: inside, index } of text.matchAll(/"([^"]*)"/g)) {
    const start = line.start + index;
    const end = start + quoted.length;
    if (span.start < start || span.start >= end || inside!.includes("'")) continue;
    yield { title: 'Put it in single quotes', span: { start, end }, newText: `'${inside}'` };
  }
}

/** The value on the line, in quotes that take what stands in it. */
function* requoted(_: Finding, line: Line, written: WrittenText): Iterable<Fix> {
  const text = written.slice({ start: line.start, end: contentOf(line, written).end });
  const value = /^(\s*(?:- +)*[\w./-]+:\s+|\s*- +)(\S.*)$/.exec(text);
  if (!value || /["\\]/.test(value[2]!)) return;
  const start = line.start + value[1]!.length;
  yield {
    title: 'Put it in quotes',
    span: { start, end: line.start + text.length },
    newText: `"${value[2]}"`,
  };
}

/** Of two fields of one name, takes out the first, which does not count, or the second. */
function* withoutDuplicate({ span }: Finding, _: Line, written: WrittenText): Iterable<Fix> {
  const pending = written.document.root ? [written.document.root] : [];
  for (const node of pending) {
    if (node.type === 'list')
      for (const { value, alias } of node.items) if (value && !alias) pending.push(value);
    if (node.type !== 'map') continue;
    const index = node.entries.findIndex(({ key, merged }) => !merged && key.span.start === span.start);
    if (index < 0) {
      for (const { value, alias, merged } of node.entries)
        if (value && !alias && !merged) pending.push(value);
      continue;
    }
    const name = node.entries[index]!.key.text;
    const first = node.entries.findIndex(({ key, merged }) => !merged && key.text === name);
    const [isFirstMarked, other] = [
      first === index,
      node.entries.findLastIndex(({ key, merged }) => !merged && key.text === name),
    ];
    const texts = [first, other].map((at) => written.slice(node.entries[at]!.span));
    const likelihood = texts[0] === texts[1] ? 'sure' : 'possible';
    const earlier = removalOfEntry(node, first, written);
    const later = removalOfEntry(node, isFirstMarked ? other : index, written);
    if (earlier) yield { title: `Remove the first "${name}", which does not count`, ...earlier, likelihood };
    if (later) yield { title: `Remove the last "${name}"`, ...later, likelihood: 'possible' };
    return;
  }
}
