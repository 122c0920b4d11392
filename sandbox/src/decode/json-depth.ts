/**
 * How deep a body may nest. The API server's limit is 10,000; the sandbox's is that of its YAML reader, which is far more
 * than any object has and leaves room on the stack to walk it.
 */
const deepest = 500;

/** The bracket with which a JSON text becomes too deep; undefined where it does not. Needs no valid text. */
export function tooDeepAt(text: string): '{' | '[' | undefined {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === quote) index = endOfString(text, index);
    else if (code === openBrace || code === openBracket) {
      if (++depth > deepest) return code === openBrace ? '{' : '[';
    } else if (code === closeBrace || code === closeBracket) depth--;
  }
  return undefined;
}

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** The index of the quote that ends a string; that of the end where none does. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text.charCodeAt(index) !== quote) {
    index += text.charCodeAt(index) === backslash ? 2 : 1;
  }
  return index;
}
