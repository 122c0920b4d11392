import { type Condition, withConditionInPlace } from './objects.ts';

/** The condition of a PodDisruptionBudget that says whether one more of its Pods may go. */
export interface DisruptionAllowed {
  readonly disruptionsAllowed: number;
  readonly observedGeneration: number | undefined;
}

/** `conditions` with what they say of a budget brought up to date; its transition time moves only with its status. */
export function withDisruptionAllowed(
  conditions: readonly Condition[] | undefined,
  { disruptionsAllowed, observedGeneration }: DisruptionAllowed,
  now: string,
): Condition[] {
  const allowed = disruptionsAllowed > 0;
  return withConditionInPlace(
    conditions,
    {
      type: 'DisruptionAllowed',
      status: allowed ? 'True' : 'False',
      ...(observedGeneration && { observedGeneration }),
      reason: allowed ? 'SufficientPods' : 'InsufficientPods',
      message: '',
    },
    now,
  );
}
