import { backslash, doubleQuote, newline, singleQuote } from './characters.ts';
import type { MutableScalar } from './mutable-nodes.ts';
import type { Reader } from './reader.ts';

/**
 * Reads the quoted scalar at the reader's place. Its further lines must be deeper than column `parent`; a quote
 * that is not closed there ends with its first line.
 */
export function readQuoted(reader: Reader, parent: number, tag?: string): MutableScalar {
  const start = reader.at;
  const double = reader.code() === doubleQuote;
  const close = findClose(reader, start + 1, double, parent);
  const style = double ? 'double-quoted' : 'single-quoted';
  if (close === undefined) {
    const end = reader.lineEnd(start);
    reader.builder.problem('unclosed-quote', `This ${double ? '`"`' : "`'`"} is never closed`, start, end);
    reader.at = end;
    return reader.builder.scalar(start, end, style, reader.text.slice(start + 1, end), tag);
  }
  const raw = reader.text.slice(start + 1, close);
  const text = double ? resolveEscapes(raw, start + 1, reader) : fold(raw).replaceAll("''", "'");
  reader.at = close + 1;
  const lastBreak = raw.lastIndexOf('\n');
  if (lastBreak >= 0) reader.lineStart = start + 1 + lastBreak + 1;
  return reader.builder.scalar(start, close + 1, style, text, tag);
}

function findClose(reader: Reader, from: number, double: boolean, parent: number): number | undefined {
  const { text } = reader;
  const quote = double ? doubleQuote : singleQuote;
  let broken = false;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (double && code === backslash) {
      if (text.charCodeAt(at + 1) !== newline) at++;
    } else if (code === quote) {
      if (!double && text.charCodeAt(at + 1) === singleQuote) at++;
      else return broken && reader.recovers && !endsWell(reader, at + 1) ? undefined : at;
    } else if (code === newline) {
      broken = true;
      if (reader.recovers && !continues(reader, at + 1, parent)) return undefined;
    }
  }
  return undefined;
}

/** Whether what follows a quote over several lines lets it be the closing one, and not the next one's opening. */
function endsWell(reader: Reader, from: number): boolean {
  let at = from;
  while (reader.code(at) === 32 || reader.code(at) === 9) at++;
  return reader.isEnd(at) || ':,]}'.includes(reader.text[at]!) || reader.isComment(at);
}

/**
 * Whether a line can belong to the quoted scalar. The server takes lines of any column; one that is not deeper
 * than its parent and looks like a key or an item is more likely to be just that, behind a quote left open.
 */
function continues(reader: Reader, lineStart: number, parent: number): boolean {
  let at = lineStart;
  while (reader.code(at) === 32 || reader.code(at) === 9) at++;
  if (at >= reader.text.length) return false;
  if (reader.isEnd(at) || at - lineStart > parent) return true;
  entryStart.lastIndex = at;
  return !entryStart.test(reader.text);
}

const entryStart = /-\s|[^\s"'#][^\n]*?:(?:\s|$)/y;

/** Line breaks of a flow scalar: one is a space, further ones stay; white space around them goes. */
function fold(raw: string): string {
  if (!raw.includes('\n')) return raw;
  const lines = raw.split('\n');
  let text = '';
  let blank = 0;
  for (const [index, line] of lines.entries()) {
    const start = index === 0 ? 0 : blankEnd(line);
    const end = index === lines.length - 1 ? line.length : blankStart(line);
    const content = start < end ? line.slice(start, end) : '';
    if (index === 0) text = content;
    else if (content === '' && index < lines.length - 1) blank++;
    else {
      text += (blank === 0 ? ' ' : '\n'.repeat(blank)) + content;
      blank = 0;
    }
  }
  return text;
}

function blankEnd(line: string): number {
  let at = 0;
  while (at < line.length && isBlank(line.charCodeAt(at))) at++;
  return at;
}

function blankStart(line: string): number {
  let at = line.length;
  while (at > 0 && isBlank(line.charCodeAt(at - 1))) at--;
  return at;
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 13;
}

function resolveEscapes(raw: string, offset: number, reader: Reader): string {
  if (!raw.includes('\\')) return fold(raw);
  const refuseEscape = (message: string, whole: string) => {
    const at = offset + Math.max(0, raw.indexOf(whole));
    reader.builder.problem('bad-escape', message, at, at + whole.length);
  };
  const joined = raw.replace(/\\\r?\n(?:[ \t\r]*\n)*[ \t]*/g, (whole) => `\\${'\n'.repeat(breaks(whole))}`);
  const folded = joined
    .split(/(\\\n+|\\[^\n])/)
    .map((part) => (part.startsWith('\\') ? part : fold(part)))
    .join('');
  return folded.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(\n+)|([\s\S]))/g,
    (whole: string, two?: string, four?: string, eight?: string, lines?: string, single?: string) => {
      const digits = two ?? four ?? eight;
      if (digits !== undefined) {
        const code = Number.parseInt(digits, 16);
        if (reader.isJson || isCharacter(code)) return codePoint(code);
        refuseEscape(`\`${whole}\` is no character; write the character itself`, whole);
        return codePoint(code);
      }
      if (lines !== undefined) return lines.slice(1);
      const meaning = escapes[single!];
      if (meaning !== undefined) return meaning;
      if (single === '/' && reader.isJson) return single;
      refuseEscape(`\`${whole}\` is no escape; write \`\\\\\` for a backslash, or use single quotes`, whole);
      return single === '/' ? single : whole;
    },
  );
}

/** Half of a surrogate pair is none: Kubernetes' YAML has no pairs of escapes, JSON does. */
function isCharacter(code: number): boolean {
  return code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
}

function breaks(text: string): number {
  return text.split('\n').length - 1;
}

function codePoint(value: number): string {
  return value <= 0x10ffff ? String.fromCodePoint(value) : '\ufffd';
}

const escapes: Record<string, string> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  '\t': '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1b',
  ' ': ' ',
  '"': '"',
  "'": "'",
  '\\': '\\',
  N: '\u0085',
  _: '\u00a0',
  L: '\u2028',
  P: '\u2029',
};
