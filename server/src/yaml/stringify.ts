import { resolvePlain } from './scalars.ts';

/**
 * The YAML text of a JSON value as kubectl prints it: two spaces of indent, lists at their key's column, keys in
 * the given order, multi-line strings as literal blocks, no folding. Strings that YAML 1.1 would read as
 * something else are quoted. `undefined` fields are left out. Ends with a line break.
 */
export function stringify(value: unknown): string {
  return stringifyWithin(value, Number.POSITIVE_INFINITY);
}

/** Like `stringify`, with a line break for the first space behind each `width` columns of a string, as an API server writes it with 80. */
export function stringifyWithin(value: unknown, width: number): string {
  if (isCollection(value) && !isEmpty(value)) return `${block(value, '', width).join('\n')}\n`;
  return `${inline(value, '').trimStart()}\n`;
}

/** A string as it must be written on one line to be read as that string: plain where that is safe, else quoted. */
export function quoteString(text: string): string {
  if (unprintable.test(text))
    return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, escapeUnicode);
  if (isAmbiguous(text)) return `"${text}"`;
  if (!isPlainSafe(text)) return `'${text.replaceAll("'", "''")}'`;
  return text;
}

type Collection = readonly unknown[] | Record<string, unknown>;

function block(value: Collection, indent: string, width: number): string[] {
  const lines: string[] = [];
  if (Array.isArray(value)) {
    for (const item of value) for (const one of itemLines(item, indent, width)) lines.push(one);
    return lines;
  }
  for (const [key, field] of fields(value)) {
    const name = `${indent}${quoteString(key)}:`;
    if (!isCollection(field) || isEmpty(field))
      lines.push(folded(name, inline(field, indent), indent, width));
    else lines.push(name, ...block(field, Array.isArray(field) ? indent : `${indent}  `, width));
  }
  return lines;
}

function itemLines(item: unknown, indent: string, width: number): string[] {
  if (!isCollection(item) || isEmpty(item))
    return [folded(`${indent}-`, inline(item, indent), indent, width)];
  const [first, ...rest] = block(item, `${indent}  `, width);
  return [`${indent}- ${first!.slice(indent.length + 2)}`, ...rest];
}

/** What follows a key or dash, with a line break for a single space that stands too far to the right. */
function folded(lead: string, text: string, indent: string, width: number): string {
  if (lead.length + text.length <= width || text.includes('\n')) return lead + text;
  let folds = lead;
  let column = lead.length;
  let from = 0;
  for (let at = text.indexOf(' ', 1); at >= 0; at = text.indexOf(' ', at + 1)) {
    if (column + at - from <= width || text[at - 1] === ' ' || text[at + 1] === ' ') continue;
    const isQuoted = text[1] === '"' || text[1] === "'";
    if (isQuoted && (at === 2 || at === text.length - 2)) continue;
    folds += `${text.slice(from, at)}\n${indent}  `;
    column = indent.length + 2;
    from = at + 1;
  }
  return folds + text.slice(from);
}

/** A value that starts on the line of its key or dash, with the space before it. */
function inline(value: unknown, indent: string): string {
  if (value === null || value === undefined) return ' null';
  if (Array.isArray(value)) return ' []';
  if (typeof value === 'object') return ' {}';
  if (typeof value !== 'string') return ` ${String(value)}`;
  if (value.includes('\n') && isLiteralSafe(value)) return ` ${literal(value, `${indent}  `)}`;
  return ` ${quoteString(value)}`;
}

function literal(text: string, indent: string): string {
  const chomping = text.endsWith('\n') ? (/(?:^|\n)\n$/.test(text) ? '+' : '') : '-';
  const hint = /^\n* /.test(text) ? '2' : '';
  const body = text.endsWith('\n') ? text.slice(0, -1) : text;
  const lines = body.split('\n').map((line) => (line === '' ? '' : indent + line));
  return [`|${hint}${chomping}`, ...lines].join('\n');
}

/** A literal block keeps everything but control characters; one of line breaks alone reads back differently. */
function isLiteralSafe(text: string): boolean {
  return !unprintableInBlock.test(text) && text.trim() !== '' && !/^\n*\t/.test(text);
}

function fields(value: Collection): [string, unknown][] {
  return Object.entries(value).filter(([, field]) => field !== undefined);
}

function isCollection(value: unknown): value is Collection {
  return typeof value === 'object' && value !== null;
}

function isEmpty(value: Collection): boolean {
  return Array.isArray(value) ? value.length === 0 : fields(value).length === 0;
}

/** Text that YAML 1.1, in anyone's reading, takes for no string. */
function isAmbiguous(text: string): boolean {
  if (resolvePlain(text) !== text || text === '=' || text === '<<') return true;
  return dateLike.test(text) || sexagesimal.test(text) || numberLike.test(text);
}

const dateLike = /^\d{4}-\d{1,2}-\d{1,2}(?:$|[Tt\s])/;
const sexagesimal = /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/;
const numberLike = /^[-+]?\.?\d[\d_]*(?:\.[\d_]*)?(?:[eE][-+]?\d+)?$/;

function isPlainSafe(text: string): boolean {
  if (/^[\s,[\]{}#&*!|>'"%@`]/.test(text) || /^[-?:](?:\s|$)/.test(text)) return false;
  return !/\s$|:(?:\s|$)|\s#/.test(text) && !/^(?:---|\.\.\.)/.test(text);
}

function escapeUnicode(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be printed
const unprintable = /[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]|\p{Surrogate}/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be printed
const unprintableInBlock = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]|\p{Surrogate}/u;
