/** What a line of YAML says by itself, whatever stands around it. */
export interface YamlLine {
  /**
   * - `marker`: `---` or `...`;
   * - `action`: nothing but actions of a template;
   * - `content`: anything else that is neither blank nor a comment.
   */
  readonly kind: 'blank' | 'comment' | 'marker' | 'action' | 'content';
  /** How much white space it begins with. */
  readonly indent: number;
  /** The columns of the dashes that begin items, from the left. */
  readonly dashes: readonly number[];
  /** Where what stands behind the dashes begins, or would begin; without dashes the indent. */
  readonly column: number;
  /** The name of its first key, as it is written. */
  readonly key: string | undefined;
  /** What stands behind the colon, else behind the dashes, white space at both ends left out. */
  readonly value: string;
  /** What it leaves to the lines below: the value of its key or item, or the text of a block scalar. */
  readonly opens: 'value' | 'text' | undefined;
}

/** Reads one line, without its line break. A template's action may stand for anything in it. Linear in its length. */
export function readLine(text: string): YamlLine {
  const indent = indentOf(text);
  const kind = kindOf(text, indent);
  if (kind !== 'content') {
    return { kind, indent, dashes: [], column: indent, key: undefined, value: '', opens: undefined };
  }
  const dashes: number[] = [];
  let column = indent;
  while (text[column] === '-' && isSpaceOrEnd(text, column + 1)) {
    dashes.push(column);
    const next = column + 1 + indentOf(text.slice(column + 1));
    column = next < text.length ? next : dashes.at(-1)! + 2;
  }
  const colon = colonOf(text, column);
  const key = colon === undefined ? undefined : text.slice(column, colon).trimEnd();
  const value = text.slice(colon === undefined ? column : colon + 1).trim();
  return { kind, indent, dashes, column, key, value, opens: openedBy(value, key, dashes) };
}

/** How much white space a text begins with. */
export function indentOf(text: string): number {
  let indent = 0;
  while (isSpace(text.charCodeAt(indent))) indent++;
  return indent;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

/** With how many spaces a text begins: all that indents, where a tab belongs to the text. */
export function spacesBefore(text: string): number {
  let spaces = 0;
  while (text[spaces] === ' ') spaces++;
  return spaces;
}

export function isBlank(text: string): boolean {
  return indentOf(text) === text.length;
}

/** Whether an action of a template puts something in its place, rather than to steer the lines around it. */
export function printsText(action: string): boolean {
  return !/^\s*\{(?:%|\{-?\s*(?:\/\*|\$[^}]*?:?=|(?:if|else|end|with|range|define|block|break|continue)\b))/.test(
    action,
  );
}

function kindOf(text: string, indent: number): YamlLine['kind'] {
  if (indent === text.length) return 'blank';
  if (text[indent] === '#') return 'comment';
  if (/^(?:---|\.\.\.)(?:\s|$)/.test(text)) return 'marker';
  return isAction(text.trim()) ? 'action' : 'content';
}

function isAction(trimmed: string): boolean {
  const isWrapped =
    (trimmed.startsWith('{{') && trimmed.endsWith('}}')) ||
    (trimmed.startsWith('{%') && trimmed.endsWith('%}'));
  return isWrapped && colonOf(trimmed, 0) === undefined;
}

/** Where the colon of a key that begins at `start` stands; undefined where none begins there. Plain keys have no spaces. */
function colonOf(text: string, start: number): number | undefined {
  const first = text[start];
  if (first === '"' || first === "'") return colonBehind(text, endOfQuoted(text, start));
  if (first === undefined || (indicator.test(first) && !text.startsWith('{{', start))) return undefined;
  for (let at = start; at < text.length; at++) {
    if (text.startsWith('{{', at)) {
      const end = text.indexOf('}}', at + 2);
      if (end === -1) return undefined;
      at = end + 1;
    } else if (text[at] === ':' && isSpaceOrEnd(text, at + 1)) {
      return at > start ? at : undefined;
    } else if (isSpaceOrEnd(text, at)) {
      return colonBehind(text, at);
    }
  }
  return undefined;
}

/** What a plain key cannot begin with. */
const indicator = /[#&*!|>%@`?,[\]{}\s]/;

function colonBehind(text: string, from: number | undefined): number | undefined {
  if (from === undefined) return undefined;
  const at = from + indentOf(text.slice(from));
  return text[at] === ':' && isSpaceOrEnd(text, at + 1) ? at : undefined;
}

/** Undefined where the quote is not closed on the line. */
function endOfQuoted(text: string, start: number): number | undefined {
  const quote = text[start]!;
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\' && quote === '"') at++;
    else if (text[at] === quote && text[at + 1] === quote && quote === "'") at++;
    else if (text[at] === quote) return at + 1;
  }
  return undefined;
}

function openedBy(value: string, key: string | undefined, dashes: readonly number[]): YamlLine['opens'] {
  if (key === undefined && dashes.length === 0) return undefined;
  if (/^(?:[&!]\S*(?:\s+|$))*(?:#.*)?$/.test(value)) return 'value';
  return /^(?:[&!]\S*\s+)*[|>][-+\d]*(?:\s+#.*)?$/.test(value) ? 'text' : undefined;
}

function isSpaceOrEnd(text: string, at: number): boolean {
  const character = text[at];
  return character === undefined || character === ' ' || character === '\t';
}
