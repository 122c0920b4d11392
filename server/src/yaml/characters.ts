/** Codes of the characters that mean something to YAML. */
export const tab = 9;
export const newline = 10;
export const carriageReturn = 13;
export const space = 32;
export const exclamation = 33;
export const doubleQuote = 34;
export const hash = 35;
export const ampersand = 38;
export const singleQuote = 39;
export const star = 42;
export const comma = 44;
export const dash = 45;
export const colonCode = 58;
export const greater = 62;
export const question = 63;
export const openBracket = 91;
export const backslash = 92;
export const closeBracket = 93;
export const openBrace = 123;
export const pipe = 124;
export const closeBrace = 125;

/** Where a stretch of text ends without the white space at its end. */
export function trimEnd(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && isBlank(text.charCodeAt(last - 1))) last--;
  return last;
}

function isBlank(code: number): boolean {
  return code === space || code === tab || code === carriageReturn;
}
