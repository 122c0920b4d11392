/**
 * The YAML text of a JSON value as an API server writes it, which is as go-yaml 2 does: keys in their natural order, lists at
 * their key's column, strings that are longer than a line folded at spaces.
 */
export function goYaml(value: unknown): string {
  if (isFilled(value)) return `${block(value, '').join('\n')}\n`;
  return `${scalar(value, { column: 0, indent: '  ' })}\n`;
}

/** How wide a line becomes before it is broken at its next space. */
const width = 80;
/** A longer key is written after a question mark. */
const longestKey = 128;

type Collection = readonly unknown[] | Readonly<Record<string, unknown>>;

/** Where a scalar begins, and what its further lines begin with. */
interface Place {
  readonly column: number;
  readonly indent: string;
}

function block(value: Collection, indent: string): string[] {
  const lines: string[] = [];
  if (Array.isArray(value)) {
    for (const item of value) for (const line of itemLines(item, indent)) lines.push(line);
    return lines;
  }
  for (const [key, field] of Object.entries(value).sort(([left], [right]) => compareKeys(left, right))) {
    const name = keyText(key, indent);
    if (!isFilled(field)) {
      lines.push(`${name} ${scalar(field, placeAfter(name, indent))}`);
      continue;
    }
    lines.push(name);
    for (const line of block(field, Array.isArray(field) ? indent : `${indent}  `)) lines.push(line);
  }
  return lines;
}

function itemLines(item: unknown, indent: string): string[] {
  if (!isFilled(item)) return [`${indent}- ${scalar(item, placeAfter(`${indent}-`, indent))}`];
  const [first = '', ...rest] = block(item, `${indent}  `);
  return [`${indent}- ${first.slice(indent.length + 2)}`, ...rest];
}

function keyText(key: string, indent: string): string {
  const isShort = Buffer.byteLength(key) <= longestKey && !key.includes('\n');
  if (isShort) return `${indent}${onOneLine(key)}:`;
  return `${indent}? ${scalar(key, { column: indent.length + 2, indent: `${indent}  ` })}\n${indent}:`;
}

function placeAfter(name: string, indent: string): Place {
  const line = name.slice(name.lastIndexOf('\n') + 1);
  return { column: [...line].length + 1, indent: `${indent}  ` };
}

function scalar(value: unknown, place: Place): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return '[]';
  if (typeof value === 'object') return '{}';
  if (typeof value === 'number') return numberText(value);
  if (typeof value !== 'string') return String(value);
  if (value.includes('\n') && isBlockAllowed(value)) return literal(value, place.indent);
  return written(value, styleOf(value), place);
}

function onOneLine(key: string): string {
  return written(key, styleOf(key), { column: Number.NEGATIVE_INFINITY, indent: '' });
}

type Style = 'plain' | 'single' | 'double';

function styleOf(text: string): Style {
  if (text.includes('\n') || hasSpecial(text) || isResolved(text)) return 'double';
  return isPlainAllowed(text) ? 'plain' : 'single';
}

/** A scalar in one of the styles that are folded: a line ends before a single space beyond its width. */
function written(text: string, style: Style, { column, indent }: Place): string {
  const quote = { plain: '', single: "'", double: '"' }[style];
  const characters = [...text];
  const parts = [quote];
  let at = column + quote.length;
  let isAfterSpace = false;
  for (const [index, character] of characters.entries()) {
    const isSpace = character === ' ';
    if (isSpace && !isAfterSpace && at > width && isBreakable(characters, index, style)) {
      const backslash = style === 'double' && characters[index + 1] === ' ' ? '\\' : '';
      parts.push(`\n${indent}${backslash}`);
      at = indent.length + backslash.length;
    } else {
      const part =
        style === 'double' ? escaped(character) : style === 'single' ? doubled(character) : character;
      parts.push(part);
      at += [...part].length;
    }
    isAfterSpace = isSpace;
  }
  parts.push(quote);
  return parts.join('');
}

function isBreakable(characters: readonly string[], index: number, style: Style): boolean {
  if (style === 'plain') return characters[index + 1] !== ' ';
  if (index === 0 || index === characters.length - 1) return false;
  return style === 'double' || characters[index + 1] !== ' ';
}

function doubled(character: string): string {
  return character === "'" ? "''" : character;
}

function escaped(character: string): string {
  const name = escapes.get(character);
  if (name !== undefined) return `\\${name}`;
  if (!special.test(character)) return character;
  const code = character.codePointAt(0)!;
  const [letter, digits] = code <= 0xff ? ['x', 2] : code <= 0xffff ? ['u', 4] : (['U', 8] as const);
  return `\\${letter}${code.toString(16).toUpperCase().padStart(Number(digits), '0')}`;
}

const escapes = new Map([
  ['\0', '0'],
  ['\x07', 'a'],
  ['\b', 'b'],
  ['\t', 't'],
  ['\n', 'n'],
  ['\v', 'v'],
  ['\f', 'f'],
  ['\r', 'r'],
  ['\x1b', 'e'],
  ['"', '"'],
  ['\\', '\\'],
  ['\x85', 'N'],
  ['\u2028', 'L'],
  ['\u2029', 'P'],
]);

function literal(text: string, indent: string): string {
  const hint = /^[ \n]/.test(text) ? '2' : '';
  const chomping = text.endsWith('\n') ? (/(?:^|\n)\n$/.test(text) ? '+' : '') : '-';
  const body = text.endsWith('\n') ? text.slice(0, -1) : text;
  const lines = body.split('\n').map((line) => (line === '' ? '' : indent + line));
  return [`|${hint}${chomping}`, ...lines].join('\n');
}

/** A space at the end of a line, or what cannot be printed, makes a block unreadable. */
function isBlockAllowed(text: string): boolean {
  return !hasSpecial(text) && !/ (?:\n|$)/.test(text);
}

function isPlainAllowed(text: string): boolean {
  return !/^[ #,[\]{}&*!|>'"%@`]|^(?:---|\.\.\.)|^[-?](?: |$)|:(?: |$)| #| $/.test(text);
}

/** What is not printed as it is, tabs among it. */
function hasSpecial(text: string): boolean {
  return special.test(text);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is not printed
const special = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|[\u{10000}-\u{10ffff}]/u;

/** Whether a plain text would be read as something else than a string. */
function isResolved(text: string): boolean {
  if (words.has(text)) return true;
  const isNumberLike = /^[-+.\d]/.test(text);
  return isNumberLike && (isNumber(text) || sexagesimal.test(text) || isTime(text));
}

const words = new Set(
  ['', '~', 'null', 'y', 'yes', 'true', 'on', 'n', 'no', 'false', 'off', '.inf', '+.inf', '-.inf']
    .flatMap((word) => [word, word.toUpperCase(), word.replace(/[a-z]/, (letter) => letter.toUpperCase())])
    .concat('.nan', '.NaN', '.NAN'),
);
const sexagesimal = /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/;

function isNumber(text: string): boolean {
  const digits = text.startsWith('.') ? text : text.replaceAll('_', '');
  if (/^[-+]?0(?:[xX][\da-fA-F]{1,16}|[oO][0-7]{1,21}|[bB][01]{1,64})$/.test(digits)) return true;
  if (!/^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/.test(digits)) return false;
  return Number.isFinite(Number(digits));
}

const dateAndTime =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[Tt](\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?(?:Z|[-+]\d\d:\d\d)| (\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?)?$/;

function isTime(text: string): boolean {
  const match = dateAndTime.exec(text);
  if (!match) return false;
  const [year, month, day] = match.slice(1, 4).map(Number) as [number, number, number];
  const [hour = 0, minute = 0, second = 0] = match.slice(4).filter(Boolean).map(Number);
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return month >= 1 && month <= 12 && day >= 1 && day <= lastDay && hour < 24 && minute < 60 && second < 60;
}

/** As Go writes it: with an exponent from a million on where it is not whole. */
function numberText(value: number): string {
  if (Number.isInteger(value)) return String(value);
  const [digits = '', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(value);
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

/** Letters come last, and runs of digits are compared as numbers. */
function compareKeys(left: string, right: string): number {
  const [first, second] = [[...left], [...right]];
  const index = first.findIndex((character, at) => character !== second[at]);
  if (index < 0) return first.length - second.length;
  if (index >= second.length) return 1;
  const [one, other] = [first[index]!, second[index]!];
  if (isLetter(one) && isLetter(other)) return one.codePointAt(0)! - other.codePointAt(0)!;
  if (isLetter(one) || isLetter(other)) return isLetter(other) ? -1 : 1;
  const isZero = one === '0' || other === '0';
  const ahead = isZero && isWithinNumber(first, index) ? '1' : '';
  const numbers = [numberAt(first, index, ahead), numberAt(second, index, ahead)] as const;
  return (
    numbers[0].value - numbers[1].value ||
    numbers[0].length - numbers[1].length ||
    one.codePointAt(0)! - other.codePointAt(0)!
  );
}

function isLetter(character: string): boolean {
  return /\p{L}/u.test(character);
}

/** Whether digits come before, of which one is no zero: a zero that follows them counts. */
function isWithinNumber(characters: readonly string[], index: number): boolean {
  for (let before = index - 1; /^\d$/.test(characters[before] ?? ''); before--) {
    if (characters[before] !== '0') return true;
  }
  return false;
}

function numberAt(
  characters: readonly string[],
  index: number,
  ahead: string,
): { value: number; length: number } {
  let length = 0;
  while (/^\d$/.test(characters[index + length] ?? '')) length++;
  return { value: Number(ahead + characters.slice(index, index + length).join('')), length };
}

function isFilled(value: unknown): value is Collection {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}
