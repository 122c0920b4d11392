import { codePointCount } from '../formats/code-points.ts';
import { matchesPattern } from '../patterns/pattern.ts';
import { expectedFormat } from './custom-formats.ts';

/** A schema as it is written: what a keyword has may be anything. */
type Written<Keyword extends string> = { readonly [keyword in Keyword]?: unknown };

/** A keyword of a definition's schema that a value breaks, by itself and not by what is in it. */
export type KeywordBreach = TextBreach | FormatBreach | NumberBreach | SizeBreach;

/** What a text breaks. */
export type TextBreach =
  | { readonly keyword: 'maxLength' | 'minLength'; readonly bound: number }
  | { readonly keyword: 'pattern'; readonly pattern: string };

/** A text is not of the form that its field has. */
export interface FormatBreach {
  readonly keyword: 'format';
  readonly format: string;
  /** What it has to be, for a person: `a time such as ...`. */
  readonly form: string;
}

/** What a number breaks. To the server the bounds of a whole number are whole, too. */
export type NumberBreach =
  | {
      readonly keyword: 'minimum' | 'maximum';
      readonly bound: number;
      readonly limit: 'inclusive' | 'exclusive';
    }
  /** A factor that is not positive is broken by every number: a whole number is measured by a whole factor. */
  | { readonly keyword: 'multipleOf'; readonly factor: number };

/** What a list or a map breaks by how much is in it. */
export interface SizeBreach {
  readonly keyword: 'maxItems' | 'minItems' | 'maxProperties' | 'minProperties';
  readonly bound: number;
}

/**
 * What a text breaks of its length (in code points) and pattern, in the order in which the server looks, which says the
 * first alone. A pattern that cannot be read here is left to it.
 */
export function* textBreaches(
  text: string,
  schema: Written<'maxLength' | 'minLength' | 'pattern'>,
): Generator<TextBreach> {
  const { maxLength, minLength, pattern } = schema;
  if (isNumber(maxLength) || isNumber(minLength)) {
    const length = codePointCount(text);
    if (isNumber(maxLength) && length > maxLength) yield { keyword: 'maxLength', bound: maxLength };
    if (isNumber(minLength) && length < minLength) yield { keyword: 'minLength', bound: minLength };
  }
  if (typeof pattern !== 'string' || pattern === '') return;
  if (matchesPattern(text, pattern) === 'no') yield { keyword: 'pattern', pattern };
}

/** Whether a text is of another form than its format asks for; only the server knows some of the forms. */
export function formatBreach(text: string, { format }: Written<'format'>): FormatBreach | undefined {
  if (typeof format !== 'string') return undefined;
  const form = expectedFormat(text, format);
  return form === undefined ? undefined : { keyword: 'format', format, form };
}

/** What a number breaks, in the order of the server. */
export function* numberBreaches(
  value: number | bigint,
  schema: Written<NumberBreach['keyword'] | 'exclusiveMinimum' | 'exclusiveMaximum'>,
): Generator<NumberBreach> {
  const number = Number(value);
  const isWhole = Number.isInteger(number);
  const asCompared = (bound: number) => (isWhole ? Math.trunc(bound) : bound);
  const { multipleOf, minimum, maximum } = schema;
  if (isNumber(multipleOf)) {
    const factor = asCompared(multipleOf);
    if (factor <= 0 || !isMultiple(number, factor)) yield { keyword: 'multipleOf', factor };
  }
  if (isNumber(minimum)) {
    const bound = asCompared(minimum);
    const limit = schema.exclusiveMinimum === true ? 'exclusive' : 'inclusive';
    if (limit === 'exclusive' ? number <= bound : number < bound) yield { keyword: 'minimum', bound, limit };
  }
  if (isNumber(maximum)) {
    const bound = asCompared(maximum);
    const limit = schema.exclusiveMaximum === true ? 'exclusive' : 'inclusive';
    if (limit === 'exclusive' ? number >= bound : number > bound) yield { keyword: 'maximum', bound, limit };
  }
}

/** What a list of so many items breaks. */
export function itemCountBreaches(
  count: number,
  { minItems, maxItems }: Written<'minItems' | 'maxItems'>,
): SizeBreach[] {
  return [...tooFew('minItems', count, minItems), ...tooMany('maxItems', count, maxItems)];
}

/** What a map of so many entries breaks. */
export function propertyCountBreaches(
  count: number,
  { minProperties, maxProperties }: Written<'minProperties' | 'maxProperties'>,
): SizeBreach[] {
  return [
    ...tooMany('maxProperties', count, maxProperties),
    ...tooFew('minProperties', count, minProperties),
  ];
}

function tooFew(keyword: SizeBreach['keyword'], count: number, bound: unknown): SizeBreach[] {
  return isNumber(bound) && count < bound ? [{ keyword, bound }] : [];
}

function tooMany(keyword: SizeBreach['keyword'], count: number, bound: unknown): SizeBreach[] {
  return isNumber(bound) && count > bound ? [{ keyword, bound }] : [];
}

/** As the server computes it: by the inverse of a factor below 1, so that 0.3 is a multiple of 0.1, and 4.35 none of 0.01. */
function isMultiple(number: number, factor: number): boolean {
  const quotient = factor < 1 ? (1 / factor) * number : number / factor;
  const whole = Math.trunc(quotient);
  if (quotient === whole) return true;
  return whole !== 0 && Math.abs(quotient - whole) / (Math.abs(quotient) + Math.abs(whole)) < 1e-9;
}

/** Schemas come from files: a bound may be anything. */
function isNumber(bound: unknown): bound is number {
  return typeof bound === 'number';
}
