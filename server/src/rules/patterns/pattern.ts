import { compilePattern } from './compiled-pattern.ts';

/**
 * Whether a string matches a pattern of a CustomResourceDefinition, as the server's Go reads it (RE2, anywhere in the
 * string unless anchored). `unknown` for what is no pattern or cannot be told here, and for very long input.
 */
export function matchesPattern(text: string, pattern: string): 'yes' | 'no' | 'unknown' {
  const compiled = compilePattern(pattern);
  if (compiled.is !== 'pattern' || text.length * compiled.size > mostWork) return 'unknown';
  return compiled.test(text) ? 'yes' : 'no';
}

/** About a tenth of a second. */
const mostWork = 5_000_000;
