import { hash, tab } from './characters.ts';
import type { MutableScalar } from './mutable-nodes.ts';
import type { Reader } from './reader.ts';

/** Reads the block scalar whose `|` or `>` stands at the reader's place; its lines are deeper than `parent`. */
export function readBlockScalar(reader: Reader, parent: number, tag?: string): MutableScalar {
  const start = reader.at;
  const literal = reader.text[start] === '|';
  const header = readHeader(reader);
  const { lines, end } = readLines(reader, parent, header.indent);
  const text = chomp(literal ? lines.join('\n') : fold(lines), lines, header.chomping);
  return reader.builder.scalar(start, Math.max(end, header.end), literal ? 'literal' : 'folded', text, tag);
}

interface Header {
  indent: number | undefined;
  chomping: '' | '+' | '-';
  end: number;
}

function readHeader(reader: Reader): Header {
  const start = reader.at;
  let indent: number | undefined;
  let chomping: Header['chomping'] = '';
  reader.at++;
  for (; !reader.isSpace(); reader.at++) {
    const mark = reader.text[reader.at]!;
    if (chomping === '' && (mark === '+' || mark === '-')) chomping = mark;
    else if (indent === undefined && mark >= '1' && mark <= '9') indent = Number(mark);
    else break;
  }
  const end = reader.at;
  reader.skipSpaces();
  if (!reader.isEnd() && reader.code() !== hash) {
    const message = `Text after \`${reader.text[start]}\` starts on the next line`;
    reader.builder.problem('bad-block-header', message, reader.at, reader.lineEnd());
  }
  reader.nextLine();
  return { indent, chomping, end };
}

function readLines(
  reader: Reader,
  parent: number,
  explicit: number | undefined,
): { lines: string[]; end: number } {
  const lines: string[] = [];
  let indent = explicit === undefined ? undefined : Math.max(parent, 0) + explicit;
  let end = 0;
  let deepestBlank = 0;
  while (reader.at < reader.text.length) {
    const start = reader.at;
    const lineEnd = reader.lineEnd();
    let depth = 0;
    while (start + depth < lineEnd && reader.code(start + depth) === 32) depth++;
    const blank = start + depth >= lineEnd;
    if (blank) deepestBlank = Math.max(deepestBlank, depth);
    else {
      if (reader.code(start + depth) === tab && depth < (indent ?? Number.POSITIVE_INFINITY))
        refuseTab(reader, start + depth);
      if (indent === undefined && depth > parent && depth < deepestBlank)
        refuseShallow(reader, start + depth);
      indent ??= Math.max(parent + 1, depth);
      if (depth < indent) break;
      end = lineEnd;
    }
    const from = Math.min(start + (indent ?? depth), lineEnd);
    lines.push(reader.text.slice(from, lineEnd));
    reader.nextLine();
  }
  return { lines, end };
}

/** The server counts the indentation of a text by its first lines, and refuses to guess what a tab is worth. */
function refuseTab(reader: Reader, at: number): void {
  const message =
    'The first line of the text, and what is less indented, begins with spaces only, never with a tab';
  reader.builder.problem('tab-indentation', message, at, at + 1);
}

/** The server takes the deepest of the blank lines for the indentation of the text. */
function refuseShallow(reader: Reader, at: number): void {
  const message = 'A blank line above has more spaces than this first line of the text; take them away';
  reader.builder.problem('deep-blank-line', message, at, reader.lineEnd(at));
}

function chomp(text: string, lines: readonly string[], chomping: Header['chomping']): string {
  if (lines.length === 0) return '';
  if (chomping === '+') return `${text}\n`;
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 10) end--;
  const body = text.slice(0, end);
  return chomping === '-' || body === '' ? body : `${body}\n`;
}

/** A folded scalar's line breaks: one between two lines of text is a space; those around deeper lines stay. */
function fold(lines: readonly string[]): string {
  let text = '';
  let pending = 0;
  let previousDeeper = true;
  for (const line of lines) {
    if (line === '') {
      pending++;
      continue;
    }
    const deeper = line.startsWith(' ') || line.startsWith('\t');
    if (text === '') text = '\n'.repeat(pending);
    else if (deeper || previousDeeper) text += '\n'.repeat(pending + 1);
    else text += pending === 0 ? ' ' : '\n'.repeat(pending);
    text += line;
    pending = 0;
    previousDeeper = deeper;
  }
  return text + '\n'.repeat(pending);
}
