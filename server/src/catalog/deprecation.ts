import type { OpenApiSchema } from './openapi.ts';

/** That the API says of a field that it is deprecated. */
export interface Deprecation {
  /** The field of the same object that takes its place and has the same type; undefined where none is named. */
  readonly successor?: string;
  /** The same field by another name: what is written for the one is right for the other. */
  readonly isAlias?: true;
}

/** The deprecated fields of one object. */
export type Deprecations = ReadonlyMap<string, Deprecation>;

/**
 * Which fields of an object its prose calls deprecated, in the forms that the API's conventions have: a sentence that
 * begins with `Deprecated:`, or `This field is deprecated`. A field of which another version's prose says that one took
 * its place which this object has not is none. Undefined where there are none. `proseOf` gives what is said of a field.
 */
export function deprecationsIn(
  { properties }: OpenApiSchema,
  proseOf: (field: string) => unknown,
): Deprecations | undefined {
  if (typeof properties !== 'object' || properties === null) return undefined;
  const found = new Map<string, Deprecation>();
  for (const field of Object.keys(properties)) {
    const prose = proseOf(field);
    if (typeof prose !== 'string' || !mark.test(prose.slice(0, longestProse))) continue;
    const deprecation = deprecationOf(field, prose.slice(0, longestProse), properties);
    if (deprecation) found.set(field, deprecation);
  }
  return found.size > 0 ? found : undefined;
}

/** Prose of definitions may be of any length. */
const longestProse = 10_000;

const mark =
  /(?:^|[\s.("])(?:Deprecated|DEPRECATED)[:.]|\bThis field is deprecated\b|\bis the deprecated field\b/;

function deprecationOf(
  field: string,
  prose: string,
  properties: NonNullable<OpenApiSchema['properties']>,
): Deprecation | undefined {
  const [, used, replacing] = /\b[Uu]se `?(\w+)`? instead\b|\bis replaced by `?(\w+)`?/.exec(prose) ?? [];
  const named = used ?? replacing;
  if (named === undefined) return {};
  const name = Object.keys(properties).find((other) => other.toLowerCase() === named.toLowerCase());
  if (name === undefined) return replacing === undefined ? {} : undefined;
  if (used === undefined || !isAlike(properties[field], properties[name])) return {};
  return { successor: name, ...(/\balias\b/.test(prose) && { isAlias: true }) };
}

function isAlike(left: unknown, right: unknown): boolean {
  return typeOf(left) === typeOf(right);
}

/** What a value may be, without what is said of it. */
function typeOf(schema: unknown): string {
  const { type, format, $ref, allOf, items } = (schema ?? {}) as OpenApiSchema;
  return JSON.stringify([type, format, $ref, allOf, items && typeOf(items)]);
}
