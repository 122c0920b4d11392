import { compilePattern } from './compiled-pattern.ts';

/** What Go says of a text that is no regular expression of its own (RE2), in its words; undefined for all others. */
export function patternProblem(pattern: string): string | undefined {
  const compiled = compilePattern(pattern);
  return compiled.is === 'malformed' ? compiled.problem : undefined;
}
