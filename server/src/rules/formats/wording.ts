/** The sentence about a regular expression that the API server adds to what it asks for. */
export function withPattern(sentence: string, pattern: string, ...examples: readonly string[]): string {
  const rule = `regex used for validation is '${pattern}'`;
  if (examples.length === 0) return `${sentence} (${rule})`;
  return `${sentence} (e.g. ${examples.map((example) => `'${example}', `).join(' or ')}${rule})`;
}

/** Says that an integer must lie between two others. */
export function between(least: number, most: number): string {
  return `must be between ${least} and ${most}, inclusive`;
}

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

/** Whether a text is a list of the parts that `isPart` takes, joined by `separator`. */
export function isJoined(text: string, separator: string, isPart: (part: string) => boolean): boolean {
  if (!text.includes(separator)) return isPart(text);
  return text.split(separator).every(isPart);
}
