import { randomInt, randomUUID } from 'node:crypto';

/** Where uids, generated names and allocated addresses come from; tests give one that repeats. */
export interface Names {
  uid(): string;
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
}

export const randomNames: Names = { uid: () => randomUUID(), below: (limit) => randomInt(limit) };

/** What the API server appends to `generateName`: no vowels, and nothing that reads like another character. */
const letters = 'bcdfghjklmnpqrstvwxz2456789';
const longestBase = 63 - 5;

/** `generateName` with five characters more; a long one is cut so that a label value could hold the result. */
export function generatedName(base: string, names: Names): string {
  let suffix = '';
  for (let index = 0; index < 5; index++) suffix += letters[names.below(letters.length)];
  return base.slice(0, longestBase) + suffix;
}
