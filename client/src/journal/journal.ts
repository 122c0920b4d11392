import { isSendable, type Step, type StepResult } from './step.ts';
import type { Target } from './target.ts';

/**
 * What is to be done to a cluster, object by object, in no order of its own. Made by who wants it (an apply, a
 * deletion), shown to the person, and run once they confirm.
 */
export interface Journal<Origin = unknown> {
  readonly target: Target;
  readonly steps: readonly Step<Origin>[];
}

/** What a run has done: the step as it was at its turn, with what the cluster had before, and what became of it. */
export interface Entry<Origin = unknown> {
  readonly step: Step<Origin>;
  readonly result: StepResult;
  /** What the server warned of, whatever it did. */
  readonly warnings: readonly string[];
}

/** The steps that a run sends. */
export function sendable<Origin>({ steps }: Journal<Origin>): Step<Origin>[] {
  return steps.filter(isSendable);
}
