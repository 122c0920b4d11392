import { rulesOf } from './registry.ts';
import type { AllocationProblem } from './shared/allocation.ts';
import type { Field } from './shared/field.ts';
import { groupKindOf } from './shared/group-kind.ts';

/** What a cluster would not give out of what an object, decoded and defaulted, asks for. `object` is its root. */
export function allocationProblems(object: Field): readonly AllocationProblem[] {
  return rulesOf(groupKindOf(object)).allocation?.(object) ?? [];
}
