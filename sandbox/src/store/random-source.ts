import { randomInt, randomUUID } from 'node:crypto';

/** Where uids, generated names and allocated addresses come from; tests give one that repeats. */
export interface RandomSource {
  uid(): string;
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
}

/** The randomness of the machine. */
export const systemRandom: RandomSource = { uid: () => randomUUID(), below: (limit) => randomInt(limit) };
