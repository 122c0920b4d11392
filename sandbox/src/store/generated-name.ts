import type { RandomSource } from './random-source.ts';

/** What the API server appends to `generateName`: no vowels, and nothing that reads like another character. */
const letters = 'bcdfghjklmnpqrstvwxz2456789';
const longestBase = 63 - 5;

/** `generateName` with five characters more; a long one is cut so that a label value could hold the result. */
export function generatedName(base: string, random: RandomSource): string {
  return base.slice(0, longestBase) + generatedSuffix(random);
}

/** Five characters that are likely to be new. */
export function generatedSuffix(random: RandomSource): string {
  let suffix = '';
  for (let index = 0; index < 5; index++) suffix += letters[random.below(letters.length)];
  return suffix;
}
