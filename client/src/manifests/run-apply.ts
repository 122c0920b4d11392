import type { Discovery } from '../cluster/cluster.ts';
import { type Log, silentLog } from '../cluster/log.ts';
import type { Entry } from '../journal/journal.ts';
import { type RunOptions, runJournal } from '../journal/run-journal.ts';
import type { ApplyPlan, ApplyStep } from './apply-plan.ts';
import { ManifestSet } from './manifest-set.ts';
import { planStep } from './plan-apply.ts';
import type { ManifestObject } from './read-manifests.ts';

/** An object of a manifest, and what became of it. */
export type AppliedStep = Entry<ManifestObject>;

/** How an apply is run. */
export interface ApplyOptions extends Pick<RunOptions, 'signal' | 'onProgress'> {
  /** Waits; given by tests so that none needs to sleep. */
  readonly delay?: (milliseconds: number) => Promise<void>;
  readonly log?: Log;
}

/** How long a new CustomResourceDefinition may take until its kinds are served. */
const servedWithin = 30_000;

/**
 * Applies what a plan promised. What the server could not judge then is judged at its turn, and sent if it is what was
 * promised: a create. Never rejects.
 */
export async function runApply(plan: ApplyPlan, options: ApplyOptions = {}): Promise<AppliedStep[]> {
  const { signal, onProgress, log = silentLog } = options;
  const set = new ManifestSet(
    plan.steps.map(({ origin }) => origin),
    plan.target,
    await servedNow(plan, log),
  );
  return await runJournal(plan, {
    ...(signal ? { signal } : {}),
    ...(onProgress ? { onProgress } : {}),
    atItsTurn: async (step) =>
      step.outcome.action === 'create-later' ? await judgeAtItsTurn(plan, step, set, options) : step,
  });
}

/** What the cluster says again is what the plan was made of; where it does not answer, each object will tell why. */
async function servedNow({ target }: ApplyPlan, log: Log): Promise<Discovery> {
  try {
    return await target.cluster.discover();
  } catch (error) {
    log.warn(`asking ${target.cluster.context.name} for its kinds before an apply`, error);
    return { serverVersion: '', resources: [], find: () => undefined };
  }
}

/** The step now that what it needs should be there; refused where it would be another one than was promised. */
async function judgeAtItsTurn(
  plan: ApplyPlan,
  step: ApplyStep,
  set: ManifestSet,
  options: ApplyOptions,
): Promise<ApplyStep> {
  const { target } = plan;
  const discovery = await whenServed(plan, step, set, options);
  const ownership = step.operation.type === 'apply' ? step.operation.ownership : 'respect';
  const now = await planStep(step.origin, { target, discovery, set }, ownership, options.signal);
  if (now.outcome.action !== 'change') return now;
  const message =
    'It is there by now and would be changed, which the preview did not show: apply again to see how.';
  return { ...now, outcome: { action: 'refused', message, fields: [] } };
}

/** Discovery in which the object's kind is served, where the set defines it; the last one read when that takes too long. */
async function whenServed(
  { target }: ApplyPlan,
  { object }: ApplyStep,
  set: ManifestSet,
  { signal, delay = sleep }: ApplyOptions,
): Promise<Discovery> {
  const { cluster } = target;
  const cancellable = signal ? { signal } : {};
  let discovery = await cluster.discover(cancellable);
  let wait = 100;
  let waited = 0;
  while (
    !discovery.find(object.apiVersion, object.kind) &&
    set.definitionOf(object) &&
    waited < servedWithin
  ) {
    signal?.throwIfAborted();
    discovery = await cluster.discover({ refresh: true, ...cancellable });
    if (discovery.find(object.apiVersion, object.kind)) break;
    await delay(wait);
    waited += wait;
    wait = Math.min(wait * 2, 1000);
  }
  return discovery;
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
