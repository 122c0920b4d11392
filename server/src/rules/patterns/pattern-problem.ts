import { compilePattern } from './compiled-pattern.ts';

/** What Go says of a text that is no regular expression of its own (RE2), in its words; undefined for all others. */
export function patternProblem(pattern: string): string | undefined {
  const compiled = compilePattern(pattern);
  return compiled.is === 'malformed' ? compiled.problem : undefined;
}

/**
 * Whether a pattern has only what is right wherever it stands: letters, classes of letters, escaped marks. A definition may
 * have tens of thousands of them, and to compile one takes a hundred times as long.
 */
export function isPlain(pattern: string): boolean {
  return pattern.length <= longestPlain && plain.test(pattern);
}

const longestPlain = 200;
const plain =
  /^\^?(?:(?:[\w :,/@%=~"'<>!;&#-]|\.|\\[-.\\/+*?()|[\]{}^$dDsSwW]|\[(?:a-z|A-Z|0-9|[\w. ,:/@])+-?\])[*+?]?)*\$?$/;
