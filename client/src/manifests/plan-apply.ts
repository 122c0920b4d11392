import type { Cluster, Discovery } from '../cluster/cluster.ts';
import { concurrently } from '../cluster/concurrently.ts';
import { ClusterError } from '../cluster/errors.ts';
import type { KubeObject, ObjectReference, Resource } from '../cluster/kube-object.ts';
import { type Log, silentLog } from '../cluster/log.ts';
import { objectName } from '../journal/object-name.ts';
import { bodyOf, fieldManager, type Performing } from '../journal/perform.ts';
import { readBefore } from '../journal/read-before.ts';
import { conflictsOf, missingObject, refusalOf } from '../journal/refusal.ts';
import { parallelRequests } from '../journal/run-journal.ts';
import { sameObject } from '../journal/server-written-fields.ts';
import type { Operation, Outcome } from '../journal/step.ts';
import type { Target } from '../journal/target.ts';
import type { JudgeOffline } from '../language/offline-judge.ts';
import type { ApplyPlan, ApplyStep } from './apply-plan.ts';
import { judgeLater } from './judge-later.ts';
import { ManifestSet } from './manifest-set.ts';
import type { ManifestObject } from './read-manifests.ts';

/** How a plan is made. */
export interface PlanOptions {
  readonly signal?: AbortSignal;
  /** Called after each object. */
  readonly onProgress?: (done: number, all: number) => void;
  /** Judges what the server cannot judge yet; without it nothing does until its turn. */
  readonly judgeOffline?: JudgeOffline;
  readonly log?: Log;
}

/**
 * Asks the server by dry run what an apply of the set would do, object by object; sends nothing that changes anything.
 * An object that the server refuses is an outcome; rejects only when the cluster cannot be talked to at all, or on
 * cancellation.
 */
export async function planApply(
  target: Target,
  manifests: readonly ManifestObject[],
  { signal, onProgress, judgeOffline, log = silentLog }: PlanOptions = {},
): Promise<ApplyPlan> {
  const discovery = await target.cluster.discover({ refresh: true, ...withSignal(signal) });
  const environment = { target, discovery, set: new ManifestSet(manifests, target, discovery) };
  let done = 0;
  const steps = await concurrently(parallelRequests, manifests, async (manifest) => {
    const step = await planStep(manifest, environment, 'respect', signal);
    onProgress?.(++done, manifests.length);
    return step;
  });
  if (!judgeOffline) return { target, steps };
  const { serverVersion } = discovery;
  return { target, steps: await judgeLater(steps, judgeOffline, serverVersion, log) };
}

/** The same plan with the conflicts of one object taken over, and judged by the server again. */
export async function takeOver(
  { target, steps }: ApplyPlan,
  step: ApplyStep,
  signal?: AbortSignal,
): Promise<ApplyPlan> {
  const discovery = await target.cluster.discover(withSignal(signal));
  const manifests = steps.map(({ origin }) => origin);
  const environment = { target, discovery, set: new ManifestSet(manifests, target, discovery) };
  const forced = await planStep(step.origin, environment, 'take-over', signal);
  return { target, steps: steps.map((one) => (one === step ? forced : one)) };
}

/** What an object is judged in: where it goes, what is served there, and what else is applied with it. */
export interface ApplyEnvironment {
  readonly target: Target;
  readonly discovery: Discovery;
  readonly set: ManifestSet;
}

/** Judges one object, with what the set's other objects make possible. */
export async function planStep(
  manifest: ManifestObject,
  environment: ApplyEnvironment,
  ownership: 'respect' | 'take-over',
  signal?: AbortSignal,
): Promise<ApplyStep> {
  const { object } = manifest;
  const resource = environment.discovery.find(object.apiVersion, object.kind);
  const namespace = namespaceIn(object, resource, environment.target);
  const operation: Operation =
    object.metadata.name === undefined ? { type: 'create' } : { type: 'apply', ownership };
  const step = { origin: manifest, object, resource, namespace, operation };
  return { ...step, ...(await judge(step, environment, signal)) };
}

/** What a dry run says, and what it found there. */
type Judged = Pick<ApplyStep, 'before' | 'outcome' | 'warnings'>;
type UnjudgedStep = Omit<ApplyStep, keyof Judged>;

async function judge(
  step: UnjudgedStep,
  { target, set }: ApplyEnvironment,
  signal: AbortSignal | undefined,
): Promise<Judged> {
  const duplicate = set.duplicateOf(step.origin);
  if (duplicate) {
    const message = `This object stands twice in what is applied, also in ${duplicate.source}: keep one.`;
    return unread({ action: 'refused', message, fields: [] });
  }
  if (!step.resource) return unread(unserved(step.object, target, set));
  const warnings: string[] = [];
  const options = { onWarning: (text: string) => void warnings.push(text), ...withSignal(signal) };
  try {
    return { ...(await dryRun(target.cluster, step, step.resource, options)), warnings };
  } catch (error) {
    signal?.throwIfAborted();
    return { ...unread(outcomeOf(error, set)), warnings };
  }
}

function unread(outcome: Outcome): Judged {
  return { before: 'unread', outcome };
}

function unserved(object: KubeObject, { cluster }: Target, set: ManifestSet): Outcome {
  const definition = set.definitionOf(object);
  if (definition) return { action: 'create-later', needs: objectName(definition.object) };
  const message = `${cluster.context.name} does not serve ${object.kind} of ${object.apiVersion}: apply its CustomResourceDefinition first, or correct apiVersion and kind.`;
  return { action: 'refused', message, fields: [{ path: 'kind', message }] };
}

/** What a refusal of the dry run means for the apply. @throws the error itself where it is none. */
function outcomeOf(error: unknown, set: ManifestSet): Outcome {
  const conflicts = conflictsOf(error);
  if (conflicts.length > 0) return { action: 'conflict', message: refusalOf(error).message, conflicts };
  const missing = missingObject(error);
  const needed = missing && set.find(missing.kind, missing.name);
  if (needed) return { action: 'create-later', needs: objectName(needed.object) };
  if (!isRefusal(error)) throw error;
  return { action: 'refused', ...refusalOf(error) };
}

async function dryRun(
  cluster: Cluster,
  { object, namespace, operation }: UnjudgedStep,
  resource: Resource,
  options: Performing,
): Promise<Judged> {
  const body = bodyOf(object, namespace);
  if (operation.type !== 'apply') {
    const after = await cluster.create(resource, namespace, body, { dryRun: true, ...options });
    return { before: undefined, outcome: { action: 'create', after } };
  }
  const reference: ObjectReference = { resource, namespace, name: body.metadata.name ?? '' };
  const force = operation.ownership === 'take-over';
  const [before, after] = await Promise.all([
    readBefore(cluster, reference, options.signal),
    cluster.apply(reference, body, { fieldManager, force, dryRun: true, ...options }),
  ]);
  if (!before) return { before, outcome: { action: 'create', after } };
  return { before, outcome: sameObject(before, after) ? { action: 'none' } : { action: 'change', after } };
}

function namespaceIn(object: KubeObject, resource: Resource | undefined, target: Target): string | undefined {
  if (resource?.scope !== 'Namespaced') return undefined;
  return object.metadata.namespace || target.namespace;
}

/** The server answered about this object; anything else is about the connection and stops the whole plan. */
function isRefusal(error: unknown): boolean {
  return error instanceof ClusterError && error.status !== undefined && error.status.code !== 401;
}

function withSignal(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal ? { signal } : {};
}
