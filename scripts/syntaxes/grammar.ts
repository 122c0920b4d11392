/** A TextMate grammar, as VS Code reads it from a file of `syntaxes/`. */
export interface Grammar {
  readonly name: string;
  readonly scopeName: string;
  /** Where a grammar that is injected into others applies. */
  readonly injectionSelector?: string;
  /** What applies everywhere in this grammar, by selector, also in what it includes. */
  readonly injections?: Readonly<Record<string, { readonly patterns: readonly Pattern[] }>>;
  readonly patterns: readonly Pattern[];
  readonly repository?: Readonly<Record<string, Pattern>>;
}

/** One rule of a grammar. */
export interface Pattern {
  readonly include?: string;
  readonly name?: string;
  readonly contentName?: string;
  readonly match?: string;
  readonly begin?: string;
  readonly end?: string;
  /** Asked at each line's begin: where it does not match, the rule ends with all that stands on it. */
  readonly while?: string;
  readonly captures?: Captures;
  readonly beginCaptures?: Captures;
  readonly endCaptures?: Captures;
  readonly whileCaptures?: Captures;
  readonly patterns?: readonly Pattern[];
}

export type Captures = Readonly<
  Record<string, { readonly name?: string; readonly patterns?: readonly Pattern[] }>
>;

/** Scope names for captures, the first for the first group; undefined leaves a group as it is. */
export function captured(...names: readonly (string | undefined)[]): Captures {
  return Object.fromEntries(names.flatMap((name, index) => (name ? [[String(index + 1), { name }]] : [])));
}

/** References to the rules of this grammar's repository. */
export function own(...names: readonly string[]): readonly Pattern[] {
  return names.map((name) => ({ include: `#${name}` }));
}
