/** Where the first character stands that YAML does not allow; -1 where there is none. */
export function firstControlCharacter(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this looks for
  return text.search(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/);
}
