import { type CompiledPattern, compilePattern } from './compiled-pattern.ts';

/**
 * Whether a string matches a pattern of a CustomResourceDefinition, as the server's Go reads it (RE2, anywhere in the
 * string unless anchored). `unknown` for what is no pattern or cannot be told here, and for very long input.
 */
export function matchesPattern(text: string, pattern: string): 'yes' | 'no' | 'unknown' {
  const compiled = compilePattern(pattern);
  if (compiled.is !== 'pattern' || isTooMuch(text, compiled)) return 'unknown';
  return compiled.test(text) ? 'yes' : 'no';
}

/** Whether a string and a pattern are so long together that the one is not matched with the other here. */
export function isTooLongToMatch(text: string, pattern: string): boolean {
  const compiled = compilePattern(pattern);
  return compiled.is === 'pattern' && isTooMuch(text, compiled);
}

/** About a tenth of a second. */
export const mostSteps = 5_000_000;

function isTooMuch(text: string, { size }: Extract<CompiledPattern, { is: 'pattern' }>): boolean {
  return text.length * size > mostSteps;
}
