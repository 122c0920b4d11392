import type { Finding, Fix } from '../../../checks/finding.ts';
import type { Code } from '../../../codes/codes.ts';
import type { Span } from '../../../yaml/nodes.ts';
import type { Fixing } from './fixing.ts';
import { reindentedLines } from './reindent-lines.ts';
import { removalOfEntry } from './removal.ts';
import { withoutTabs } from './without-tabs.ts';
import type { WrittenText } from './written-text.ts';

/** Small changes of a text that is no YAML around its fault: whether one of them makes it YAML, those who offer it try. */
export function* mendSyntax({ finding, written }: Fixing): Iterable<Fix> {
  if (!isAboutSyntax.has(finding.about.is)) return;
  const start = written.lineStart(finding.span.start);
  const line = { start, end: written.lineEnd(finding.span.start) };
  for (const mender of menders[finding.code] ?? []) yield* mender(finding, line, written);
}

const isAboutSyntax = new Set<Finding['about']['is']>(['syntax', 'missing-colon', 'missing-space']);

type Mender = (finding: Finding, line: Span, written: WrittenText) => Iterable<Fix>;

const menders: Readonly<Partial<Record<Code, readonly Mender[]>>> = {
  'unclosed-bracket': [closedBracket],
  'tab-indentation': [withoutTabs],
  'bad-indentation': [reindentedLines],
  'unexpected-text': [reindentedLines],
  'missing-colon': [insertedSpace, insertedColon, reindentedItem],
  'missing-space': [insertedSpace],
  'missing-dash': [insertedDash, reindentedLines],
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

function inserted(at: number, newText: string, title: string): Fix {
  return { title, span: { start: at, end: at }, newText };
}

/** Where the content of a line begins and ends, without a comment. */
function contentOf(line: Span, written: WrittenText): Span {
  const text = written.slice(line);
  const { length } = text
    .trimEnd()
    .replace(/\s#.*$/, '')
    .trimEnd();
  return { start: line.start + /^ */.exec(text)![0].length, end: line.start + length };
}

function* insertedDash(_: Finding, line: Span, written: WrittenText): Iterable<Fix> {
  yield inserted(contentOf(line, written).start, '- ', 'Insert `- `');
}

function* insertedColon(_: Finding, line: Span, written: WrittenText): Iterable<Fix> {
  yield inserted(contentOf(line, written).end, ':', 'Insert `:`');
}

/** An item of a list that stands among keys. */
function* reindentedItem(finding: Finding, line: Span, written: WrittenText): Iterable<Fix> {
  const [dash] = /^ *(?=- )/.exec(written.slice(line)) ?? [];
  if (dash === undefined) return;
  const start = line.start + dash.length;
  yield* reindentedLines({ ...finding, span: { start, end: line.end } }, line, written);
}

/** Behind the colon of a key; that of an address is none. */
function* insertedSpace(_: Finding, line: Span, written: WrittenText): Iterable<Fix> {
  const [key] = /^\s*(?:- +)*[\w./-]+:(?=\S)(?!\/\/)/.exec(written.slice(line)) ?? [];
  if (key !== undefined) yield inserted(line.start + key.length, ' ', 'Insert a space');
}

function* closedBracket(_: Finding, line: Span, written: WrittenText): Iterable<Fix> {
  const { end } = contentOf(line, written);
  const bottom = written.text.slice(0, written.document.span.end).trimEnd().length;
  for (const at of [end, bottom]) {
    for (const close of ['}', ']', '}}', ']}', '}]', ']]']) yield inserted(at, close, `Insert \`${close}\``);
  }
}

function* insertedComma({ span }: Finding, _: Span, written: WrittenText): Iterable<Fix> {
  yield inserted(written.text.slice(0, span.start).trimEnd().length, ',', 'Insert `,`');
}

function* withoutComma({ span }: Finding, _: Span, written: WrittenText): Iterable<Fix> {
  const comma = /^\s*,/.exec(written.text.slice(span.start, span.start + 40));
  if (comma) {
    const end = span.start + comma[0].length;
    yield { title: 'Remove `,`', span: { start: span.start, end }, newText: '' };
  }
}

function* listBelow(_: Finding, line: Span, written: WrittenText): Iterable<Fix> {
  const [, indent, key, item] = /^(\s*)([^\s:]+:)\s+(- .*)$/.exec(written.slice(line)) ?? [];
  if (indent === undefined || key === undefined) return;
  const margin = ' '.repeat(indent.length + written.style.list);
  const span = { start: line.start + indent.length + key.length, end: line.end };
  const newText = `${written.style.lineBreak}${margin}${item}`;
  yield { title: 'Begin the list on a line of its own', span, newText };
}

function* shortHeader(_: Finding, line: Span, written: WrittenText): Iterable<Fix> {
  const header = /[:-]\s+[|>]([^\s|>]+)$/.exec(written.slice(line).trimEnd());
  if (!header) return;
  const end = line.start + header.index + header[0].length;
  yield { title: `Remove "${header[1]}"`, span: { start: end - header[1]!.length, end }, newText: '' };
}

function* newDocument(_: Finding, { start }: Span, { style }: WrittenText): Iterable<Fix> {
  yield inserted(start, `---${style.lineBreak}`, 'Begin another document');
}

function* withoutLine(_: Finding, line: Span, written: WrittenText): Iterable<Fix> {
  const span = { start: line.start, end: written.nextLine(line.end) };
  yield { title: 'Remove the line', span, newText: '', likelihood: 'sure' };
}

/** The blank lines above the first line of a text, without their spaces. */
function* blankLine(_: Finding, { start }: Span, written: WrittenText): Iterable<Fix> {
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
function* singleQuoted({ span }: Finding, line: Span, written: WrittenText): Iterable<Fix> {
  const text = written.slice(line);
  for (const { 0: quoted, 1: inside, index } of text.matchAll(/"([^"]*)"/g)) {
    const start = line.start + index;
    const end = start + quoted.length;
    if (span.start < start || span.start >= end || inside!.includes("'")) continue;
    yield { title: 'Put it in single quotes', span: { start, end }, newText: `'${inside}'` };
  }
}

/** The value on the line, in quotes that take what stands in it. */
function* requoted(_: Finding, line: Span, written: WrittenText): Iterable<Fix> {
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
function* withoutDuplicate({ span }: Finding, _: Span, written: WrittenText): Iterable<Fix> {
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
