/** The length of a text as the server counts it: in bytes of UTF-8. */
export function byteLength(text: string): number {
  if (!beyondAscii.test(text)) return text.length;
  let length = 0;
  for (const character of text) {
    const codePoint = character.codePointAt(0)!;
    length += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
  }
  return length;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are ASCII
const beyondAscii = /[^\x00-\x7f]/;
