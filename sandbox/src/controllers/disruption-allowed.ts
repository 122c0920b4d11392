import type { Condition } from './objects.ts';

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
  return withBudgetCondition(
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

/** `conditions` with one set where it was, or last. */
export function withBudgetCondition(
  conditions: readonly Condition[] | undefined,
  condition: Condition,
  now: string,
): Condition[] {
  const earlier = conditions?.find(({ type }) => type === condition.type);
  const lastTransitionTime = earlier?.status === condition.status ? (earlier.lastTransitionTime ?? now) : now;
  const set = { ...condition, lastTransitionTime };
  return earlier ? conditions!.map((one) => (one === earlier ? set : one)) : [...(conditions ?? []), set];
}
