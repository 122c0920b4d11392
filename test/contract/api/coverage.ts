import type { Case } from './case.ts';
import { operationKey, specifiedOperations } from './operations.ts';

/** The specified operations that no case exercises, by their keys. */
export function notExercised(cases: readonly Case[]): string[] {
  const exercised = new Set(cases.map(({ operation }) => operation));
  return specifiedOperations.map(operationKey).filter((key) => !exercised.has(key));
}
