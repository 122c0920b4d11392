/** A word of an expression in the Common Expression Language. */
export interface Token {
  readonly type: 'identifier' | 'escaped' | 'number' | 'text' | 'keyword' | 'operator' | 'end';
  readonly text: string;
  readonly offset: number;
}

/** What keeps an expression from being read, and where. */
export interface SyntaxProblem {
  /** Undefined where it is about all of it. */
  readonly offset: number | undefined;
  readonly message: string;
}

/** The tokens of an expression, the last one being its end; or the first character that begins none. */
export function tokensOf(expression: string): readonly Token[] | SyntaxProblem {
  const tokens: Token[] = [];
  for (let offset = 0; offset < expression.length; ) {
    const found = tokenAt(expression, offset);
    if (!found) return { offset, message: problemAt(expression, offset) };
    if (found.type !== 'space') tokens.push({ type: found.type, text: found.text, offset });
    offset += found.text.length;
  }
  return [...tokens, { type: 'end', text: '', offset: expression.length }];
}

/** In the order in which they are tried; a number before the dot that may begin it. */
const patterns = [
  ['space', /(?:[\t \r\n\f]|\/\/[^\n]*)+/y],
  ['text', /[bB]?[rR](?:"""[\s\S]*?"""|'''[\s\S]*?''')/y],
  ['text', /[bB]?[rR](?:"[^"\n\r]*"|'[^'\n\r]*')/y],
  ['text', quoted('"""', '[^\\\\]', '*?')],
  ['text', quoted("'''", '[^\\\\]', '*?')],
  ['text', quoted('"', '[^\\\\"\\n\\r]', '*')],
  ['text', quoted("'", "[^\\\\'\\n\\r]", '*')],
  ['number', /(?:\d+(?:\.\d+)?[eE][+-]?\d+|\d*\.\d+(?:[eE][+-]?\d+)?|0x[0-9a-fA-F]+[uU]?|\d+[uU]?)/y],
  ['identifier', /[A-Za-z_][A-Za-z0-9_]*/y],
  ['escaped', /`[A-Za-z0-9_./ -]+`/y],
  ['operator', /==|!=|<=|>=|&&|\|\||[<>[\]{}().,\-!?:+*/%]/y],
] as const;

const keywords = new Set(['true', 'false', 'null', 'in']);

function tokenAt(
  expression: string,
  offset: number,
): { type: Exclude<Token['type'], 'end'> | 'space'; text: string } | undefined {
  for (const [type, pattern] of patterns) {
    pattern.lastIndex = offset;
    const text = pattern.exec(expression)?.[0];
    if (text === undefined) continue;
    return { type: type === 'identifier' && keywords.has(text) ? 'keyword' : type, text };
  }
  return undefined;
}

/** A text in quotes, with escapes; `b` before it makes it bytes. */
function quoted(quote: string, character: string, times: '*' | '*?'): RegExp {
  const escaped = `\\\\(?:[abfnrtv"'\\\\?\`]|[xX]${hex(2)}|u${hex(4)}|U${hex(8)}|[0-3][0-7][0-7])`;
  return new RegExp(`[bB]?${quote}(?:${escaped}|${character})${times}${quote}`, 'y');
}

function hex(digits: number): string {
  return `[0-9a-fA-F]{${digits}}`;
}

function problemAt(expression: string, offset: number): string {
  const character = expression[offset]!;
  if (character === '"' || character === "'")
    return 'a text in quotes does not end, or has an escape that is none';
  return `${JSON.stringify(character)} begins nothing that an expression can have`;
}
