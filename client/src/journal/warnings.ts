/** What is warned of anywhere, each text once, in the order in which they come. */
export function distinctWarnings(of: readonly { readonly warnings?: readonly string[] }[]): string[] {
  return [...new Set(of.flatMap(({ warnings = [] }) => warnings))];
}

/** `1 warning`, `3 warnings`. */
export function countOfWarnings(warnings: readonly string[]): string {
  return warnings.length === 1 ? '1 warning' : `${warnings.length} warnings`;
}

/** What follows on a sentence that tells what was done; empty where there is none. */
export function warningSentence(warnings: readonly string[]): string {
  return warnings.length === 0 ? '' : ` The server warns: ${warnings.join('; ')}`;
}
