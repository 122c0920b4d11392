import { RE2JS, RE2JSSyntaxException } from 're2js';
import type { ScalarNode, Span } from '../yaml/nodes.ts';
import { notations } from './notations.ts';

/** A pattern of a person's own that is no regular expression. */
export interface BadPattern {
  readonly pattern: string;
  /** Why, in the words of the engine. */
  readonly problem: string;
}

/**
 * What other tools fill in later, by the notations that are known and by patterns of a person's own. Those are regular
 * expressions as Go has them (RE2), which take time in the length of the text alone.
 */
export class Placeholders {
  readonly patterns: readonly string[];
  /** Those of the patterns that are left out. */
  readonly bad: readonly BadPattern[];
  readonly #own: readonly RE2JS[];

  constructor(patterns: readonly string[] = []) {
    this.patterns = patterns;
    const bad: BadPattern[] = [];
    this.#own = patterns.slice(0, mostPatterns).flatMap((pattern) => {
      const compiled = compile(pattern);
      if (compiled instanceof RE2JS) return compiled;
      bad.push({ pattern, problem: compiled });
      return [];
    });
    const [more] = patterns.slice(mostPatterns);
    if (more !== undefined) bad.push({ pattern: more, problem: `it is beyond the first ${mostPatterns}` });
    this.bad = bad;
  }

  /** Whether a text may have a placeholder: cheap, and false of most texts. */
  mayBeIn(text: string): boolean {
    return begins.test(text) || this.#own.some((pattern) => pattern.test(text));
  }

  /** Whether a notation that is known stands in a text, or one of the person's own patterns does. */
  standIn(text: string): boolean {
    return (begins.test(text) && any.test(text)) || this.#own.some((pattern) => pattern.test(text));
  }

  /**
   * Whether what a scalar will be is not known, because it has a placeholder in it. A block scalar is one text of many
   * lines, such as a script, whose variables are its own: there it is all or nothing.
   */
  areIn({ text, style }: ScalarNode): boolean {
    if (!this.mayBeIn(text)) return false;
    if (style === 'literal' || style === 'folded') return this.#isAll(text.trim());
    return any.test(text) || isVariable.test(text) || isExpression(text) || this.#ownIn(text).length > 0;
  }

  /** Where a notation that is known stands in a text at an offset; undefined where none does. */
  at(text: string, offset: number): (Span & { readonly is: 'structure' | 'text' }) | undefined {
    for (const { sticky, is } of byPlace) {
      sticky.lastIndex = offset;
      if (sticky.test(text)) return { start: offset, end: sticky.lastIndex, is };
    }
    return undefined;
  }

  /** Where the person's own patterns are in a text, in its order; those within another are left out. */
  own(text: string): Span[] {
    const spans = this.#ownIn(text).sort((left, right) => left.start - right.start || right.end - left.end);
    let end = 0;
    return spans.filter((span) => {
      const isBehind = span.start >= end;
      if (isBehind) end = span.end;
      return isBehind;
    });
  }

  #ownIn(text: string): Span[] {
    const spans: Span[] = [];
    for (const pattern of this.#own) {
      const matcher = pattern.matcher(text);
      while (matcher.find()) {
        const span = { start: matcher.start(), end: matcher.end() };
        if (span.end > span.start && !text.slice(span.start, span.end).includes('\n')) spans.push(span);
      }
    }
    return spans;
  }

  #isAll(text: string): boolean {
    if (text === '') return false;
    const known = this.at(text, 0);
    return known?.end === text.length || this.own(text).some(({ start, end }) => end - start === text.length);
  }
}

/** Nobody has more notations of their own. */
const mostPatterns = 50;
const longestPattern = 1_000;

const any = new RegExp(notations.map(({ pattern }) => pattern.source).join('|'));
const byPlace = notations.map(({ pattern, is }) => ({ sticky: new RegExp(pattern.source, 'y'), is }));

/** With what a notation, a variable or an expression begins. */
const begins = /\{[{%#]|<[%A-Za-z_+]|\[\[[ .]|\$[{(A-Za-z_]|@[@A-Za-z_]|__[A-Za-z]|%[A-Z]|#[{@]|\(\(/;

/** A shell's variable as all of a text, in whatever letters, but the directives of a strategic merge patch. */
const isVariable = /^\$(?!(?:patch|retainKeys)$)[A-Za-z_]\w*$/;

/** The notations alone. */
export const knownPlaceholders = new Placeholders();

/** An expression in parentheses as all of a text, which reads variables: Chainsaw's. */
function isExpression(text: string): boolean {
  return text.startsWith('(') && text.endsWith(')') && /\$[A-Za-z_]/.test(text);
}

function compile(pattern: string): RE2JS | string {
  if (pattern.length > longestPattern) return `it is longer than ${longestPattern} characters`;
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSSyntaxException)
      return `it is no regular expression as Go has them: ${error.message}`;
    throw error;
  }
}
