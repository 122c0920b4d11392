import { inclusiveRangeError } from './validation-messages.ts';

const largest = 2 ** 31 - 1;

/** What keeps a number from being the id of a user or a group, in the API server's words. */
export function userId(id: number): string[] {
  return id >= 0 && id <= largest ? [] : [inclusiveRangeError(0, largest)];
}
