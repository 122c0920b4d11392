import { rulesOf } from './registry.ts';
import type { AllocationProblem } from './shared/allocation.ts';
import { Field } from './shared/field.ts';
import { groupKindOf } from './shared/group-kind.ts';

/** What a cluster would not give out of what an object, decoded and defaulted, asks for. */
export function allocationProblems(given: Readonly<Record<string, unknown>>): readonly AllocationProblem[] {
  const object = Field.root(given);
  return rulesOf(groupKindOf(object)).allocation?.(object) ?? [];
}
