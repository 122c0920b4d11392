import { badRequest } from '../errors.ts';

/** A parameter that is a whole number of 64 bits, as Go reads it; undefined where it is left out. Throws a 400. */
export function integerParameter(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (!/^[+-]?\d+$/.test(text))
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  const value = BigInt(text.replace(/^\+/, ''));
  if (value > largest || value < -largest - 1n) {
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: value out of range`);
  }
  return Number(value);
}

const largest = 2n ** 63n - 1n;
