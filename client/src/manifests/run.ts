import type { KubeObject } from '../cluster/cluster.ts';
import { concurrently } from '../journal/concurrently.ts';
import { stagesOf } from '../journal/order.ts';
import { conflictsOf, type FieldConflict, messageOf, type Refusal, refusalOf } from '../journal/refusal.ts';
import {
  type ApplyPlan,
  bodyOf,
  fieldManager,
  ManifestSet,
  nameOf,
  type PlannedObject,
  parallelRequests,
  planOne,
} from './plan.ts';

/** What became of an object. */
export type ApplyResult =
  | { readonly result: 'created' | 'changed' | 'unchanged'; readonly object: KubeObject }
  | { readonly result: 'conflict'; readonly message: string; readonly conflicts: readonly FieldConflict[] }
  | ({ readonly result: 'failed' } & Refusal)
  /** Not sent: refused or in conflict in the preview already, or the person cancelled before its turn. */
  | { readonly result: 'left-out' };

export interface AppliedObject {
  readonly planned: PlannedObject;
  readonly result: ApplyResult;
}

export interface RunOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, all: number) => void;
  /** Waits; given by tests so that none needs to sleep. */
  readonly delay?: (milliseconds: number) => Promise<void>;
}

/** How long a new CustomResourceDefinition may take until its kinds are served. */
const servedWithin = 30_000;

/**
 * Applies what a plan promised, stage by stage, many objects at a time within one. An object that fails stops no
 * other. Cancelling leaves out what has not been sent. Results are in the plan's order; never rejects.
 */
export async function runApply(plan: ApplyPlan, options: RunOptions = {}): Promise<AppliedObject[]> {
  const results = new Map<PlannedObject, ApplyResult>();
  const set = new ManifestSet(
    plan.objects.map(({ manifest }) => manifest),
    plan.target,
    await plan.target.cluster.discover().catch(() => nothingServed),
  );
  for (const stage of stagesOf(plan.objects, ({ manifest }) => manifest.object)) {
    await concurrently(parallelRequests, stage, async (planned) => {
      results.set(planned, await applyOne(plan, planned, set, options));
      options.onProgress?.(results.size, plan.objects.length);
    });
  }
  return plan.objects.map((planned) => ({ planned, result: results.get(planned)! }));
}

/** The objects that a run of this plan sends. */
export function sendable(plan: ApplyPlan): PlannedObject[] {
  return plan.objects.filter(({ outcome }) => outcome.action !== 'refused' && outcome.action !== 'conflict');
}

const nothingServed = { serverVersion: '', resources: [], find: () => undefined };

async function applyOne(
  plan: ApplyPlan,
  planned: PlannedObject,
  set: ManifestSet,
  options: RunOptions,
): Promise<ApplyResult> {
  const { action } = planned.outcome;
  if (action === 'refused' || action === 'conflict') return { result: 'left-out' };
  try {
    options.signal?.throwIfAborted();
    return action === 'create-later'
      ? await applyLater(plan, planned, set, options)
      : await send(plan, planned, options);
  } catch (error) {
    if (options.signal?.aborted) return { result: 'left-out' };
    const conflicts = conflictsOf(error);
    if (conflicts.length > 0) return { result: 'conflict', message: refusalOf(error).message, conflicts };
    return { result: 'failed', ...refusalOf(error) };
  }
}

/** Judges an object at its turn, now that what it needs should be there, and sends it if it is what was promised: a create. */
async function applyLater(
  plan: ApplyPlan,
  planned: PlannedObject,
  set: ManifestSet,
  options: RunOptions,
): Promise<ApplyResult> {
  const { target } = plan;
  const discovery = await whenServed(plan, planned, set, options);
  const now = await planOne(planned.manifest, target, discovery, set, planned.ownership, options.signal);
  switch (now.outcome.action) {
    case 'create':
    case 'none':
      return await send(plan, now, options);
    case 'change':
      return failed(
        'It is there by now and would be changed, which the preview did not show: apply again to see how.',
      );
    case 'create-later':
      return failed(`${now.outcome.needs} is not there: apply again when it is.`);
    case 'conflict':
      return { result: 'conflict', message: now.outcome.message, conflicts: now.outcome.conflicts };
    case 'refused':
      return { result: 'failed', message: now.outcome.message, fields: now.outcome.fields };
  }
}

/** Discovery in which the object's kind is served, where the set defines it; the last one read when that takes too long. */
async function whenServed(plan: ApplyPlan, planned: PlannedObject, set: ManifestSet, options: RunOptions) {
  const { object } = planned.manifest;
  const { cluster } = plan.target;
  const delay = options.delay ?? sleep;
  const signal = options.signal ? { signal: options.signal } : {};
  let discovery = await cluster.discover(signal);
  let wait = 100;
  let waited = 0;
  while (
    !discovery.find(object.apiVersion, object.kind) &&
    set.definitionOf(object) &&
    waited < servedWithin
  ) {
    options.signal?.throwIfAborted();
    discovery = await cluster.discover({ refresh: true, ...signal });
    if (discovery.find(object.apiVersion, object.kind)) break;
    await delay(wait);
    waited += wait;
    wait = Math.min(wait * 2, 1000);
  }
  return discovery;
}

async function send(plan: ApplyPlan, planned: PlannedObject, options: RunOptions): Promise<ApplyResult> {
  const { cluster } = plan.target;
  const { manifest, resource, namespace, ownership, outcome } = planned;
  if (!resource) return failed(`The kind of ${nameOf(manifest)} is not served.`);
  const body = bodyOf(manifest, namespace);
  const signal = options.signal ? { signal: options.signal } : {};
  const { name } = body.metadata;
  if (name === undefined) {
    return { result: 'created', object: await cluster.create(resource, namespace, body, signal) };
  }
  const force = ownership === 'take-over';
  const object = await cluster.apply({ resource, namespace, name }, body, { fieldManager, force, ...signal });
  const result =
    outcome.action === 'create' ? 'created' : outcome.action === 'none' ? 'unchanged' : 'changed';
  return { result, object };
}

function failed(message: string): ApplyResult {
  return { result: 'failed', message: messageOf(message), fields: [] };
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
