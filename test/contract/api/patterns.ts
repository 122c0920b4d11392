/**
 * What a JSON value must be like. An object's fields must be there and fit, others may be there too; an array has as many
 * items as the pattern; anything else is equal.
 */
export type Pattern =
  | string
  | number
  | boolean
  | null
  | Special
  | readonly Pattern[]
  | { readonly [field: string]: Pattern };

/** A pattern that is no value. */
export class Special {
  readonly words: string;
  readonly problemsOf: (value: unknown, place: string) => string[];

  constructor(words: string, problemsOf: (value: unknown, place: string) => string[]) {
    this.words = words;
    this.problemsOf = problemsOf;
  }
}

/** A text that the expression matches. */
export function matching(expression: RegExp): Special {
  return new Special(String(expression), (value, place) =>
    typeof value === 'string' && expression.test(value)
      ? []
      : [`${place}: ${shown(value)} does not match ${expression}`],
  );
}

/** Not there at all. */
export const absent = new Special('absent', (value, place) =>
  value === undefined ? [] : [`${place}: there is ${shown(value)}, there should be nothing`],
);

/** A list one of whose items fits; its texts may have placeholders, which `filled` knows how to fill. */
export interface SomeItem {
  readonly someItem: Pattern;
}

/** A text with this part in it. */
export interface Containing {
  readonly contains: string;
}

/** A list with an item that fits. */
export function some(item: Pattern): SomeItem & { readonly [field: string]: Pattern } {
  return { someItem: item } as SomeItem & { readonly [field: string]: Pattern };
}

/** A text that has this part. */
export function containing(part: string): Containing & { readonly [field: string]: Pattern } {
  return { contains: part } as Containing & { readonly [field: string]: Pattern };
}

/** What of a value does not fit, a line for each place; nothing where it fits. */
export function mismatches(pattern: Pattern, value: unknown, place = 'body'): string[] {
  if (pattern instanceof Special) return pattern.problemsOf(value, place);
  if (Array.isArray(pattern)) return arrayMismatches(pattern, value, place);
  if (typeof pattern === 'object' && pattern !== null)
    return objectMismatches(pattern as Readonly<Record<string, Pattern>>, value, place);
  return Object.is(pattern, value)
    ? []
    : [`${place}: ${shown(value)}, where ${JSON.stringify(pattern)} should be`];
}

function arrayMismatches(pattern: readonly Pattern[], value: unknown, place: string): string[] {
  if (!Array.isArray(value)) return [`${place}: ${shown(value)} is no list`];
  if (value.length !== pattern.length) {
    return [`${place}: ${value.length} items, where ${pattern.length} should be`];
  }
  return pattern.flatMap((item, index) => mismatches(item, value[index], `${place}[${index}]`));
}

function objectMismatches(
  pattern: Readonly<Record<string, Pattern>>,
  value: unknown,
  place: string,
): string[] {
  if ('contains' in pattern) {
    const part = String(pattern.contains);
    if (typeof value === 'string' && value.includes(part)) return [];
    return [`${place}: ${shown(value)} does not contain ${JSON.stringify(part)}`];
  }
  if ('someItem' in pattern) {
    const fits =
      Array.isArray(value) && value.some((item) => mismatches(pattern.someItem!, item).length === 0);
    return fits ? [] : [`${place}: no item of ${shown(value)} is like ${shown(pattern.someItem)}`];
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [`${place}: ${shown(value)} is no object`];
  }
  return Object.entries(pattern).flatMap(([field, inner]) =>
    mismatches(inner, (value as Record<string, unknown>)[field], `${place}.${field}`),
  );
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 700 ? `${text.slice(0, 700)}…` : text;
}
