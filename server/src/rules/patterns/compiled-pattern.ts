import { RE2JS, RE2JSSyntaxException } from 're2js';

/** A pattern of a CustomResourceDefinition, read as the server's Go reads it (RE2). */
export type CompiledPattern =
  | {
      readonly is: 'pattern';
      /** How many steps its program has. */
      readonly size: number;
      /** Whether it is anywhere in a text. Takes time in the product of the text's length and its size, at most. */
      test(text: string): boolean;
    }
  /** No pattern to Go, which says why. */
  | { readonly is: 'malformed'; readonly problem: string }
  /** Left to the server: it is very long, or has what servers of different age do not agree upon. */
  | { readonly is: 'unknown' };

/** Reads a pattern; the same one once. */
export function compilePattern(pattern: string): CompiledPattern {
  const known = compiled.get(pattern);
  if (known) return known;
  const fresh = compile(pattern);
  if (compiled.size >= mostPatterns) compiled.clear();
  compiled.set(pattern, fresh);
  return fresh;
}

/** A longer one is left to the server. */
export const longestPattern = 10_000;
const mostPatterns = 500;
const compiled = new Map<string, CompiledPattern>();
const unknown: CompiledPattern = { is: 'unknown' };

function compile(pattern: string): CompiledPattern {
  if (pattern.length > longestPattern) return unknown;
  try {
    const program = RE2JS.compile(pattern);
    return { is: 'pattern', size: program.programSize(), test: (text) => program.test(text) };
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    return isDisputed(error.message) ? unknown : { is: 'malformed', problem: inWordsOfGo(error.message) };
  }
}

/** Go takes two groups of one name, and from 1.25 on the long names of classes (`\p{Letter}`). */
function isDisputed(message: string): boolean {
  return /: duplicate capture group name: /.test(message) || /: `\\[pP]\{\^?\w{2,}\}`$/.test(message);
}

/** Go shows the part that is at fault even where there is none. */
function inWordsOfGo(message: string): string {
  return message.endsWith('trailing backslash at end of expression') ? `${message}: \`\`` : message;
}
