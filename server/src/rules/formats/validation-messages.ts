/** The sentence about a regular expression that the API server adds to what it asks for. */
export function regexError(sentence: string, pattern: string, ...examples: readonly string[]): string {
  const rule = `regex used for validation is '${pattern}'`;
  if (examples.length === 0) return `${sentence} (${rule})`;
  return `${sentence} (e.g. ${examples.map((example) => `'${example}', `).join(' or ')}${rule})`;
}

/** Says that an integer must lie between two others. */
export function inclusiveRangeError(least: number, most: number): string {
  return `must be between ${least} and ${most}, inclusive`;
}
