import type { KubernetesVersion } from '../../../server/src/catalog/catalog.ts';
import { compareKubernetesVersions } from '../../../server/src/catalog/version.ts';
import { setField } from '../../../server/src/yaml/own-field.ts';
import { timestamp } from '../clock.ts';
import { withDisruptionAllowed } from '../controllers/disruption-allowed.ts';
import { type DisruptionBudget, guards } from '../controllers/disruption-budgets.ts';
import { isReady, type Pod, resources, withConditionInPlace } from '../controllers/objects.ts';
import { badRequest, cause, forbidden, invalid } from '../errors.ts';
import { deleteObject } from '../lifecycle/delete-object.ts';
import { updateObject } from '../lifecycle/write-object.ts';
import { StatusError } from '../status-error.ts';
import { jsonCopy } from '../store/json.ts';
import { checkPreconditions, judgedOptions, type WrittenOptions } from './delete-objects.ts';
import { existing } from './get-object.ts';
import type { ApiResponse, ResourceRequest } from './request.ts';
import { type PartKind, sentPart } from './sent-part.ts';
import { successStatus } from './success-status.ts';

const eviction: PartKind = {
  apiVersion: 'policy/v1',
  kind: 'Eviction',
  otherVersions: ['policy/v1beta1'],
};

/** Answers a POST of an Eviction to a Pod: deletes it, where its PodDisruptionBudget allows that. */
export function evict(request: ResourceRequest): ApiResponse {
  const { object } = sentPart(request, eviction);
  if (object.metadata.name !== request.name) {
    throw badRequest('name in URL does not match name in Eviction object');
  }
  const options = deletionOptions(request, object.deleteOptions as WrittenOptions | undefined);
  const pod = existing(request) as Pod;
  if (mayAlwaysGo(pod)) return remove(request, pod, options);
  const budgets = request.api.storage
    .snapshot(resources.podDisruptionBudgets, request.namespace)
    .objects.filter((budget) => guards(budget as DisruptionBudget, pod)) as DisruptionBudget[];
  const [budget, another] = budgets;
  if (another) throw severalBudgets();
  if (budget && !isUnhealthyAndFree(pod, budget)) takeDisruption(request, pod, budget, options);
  return remove(request, pod, options);
}

/** The query's dry run and that of the body must be the same where both are there. */
function deletionOptions(
  { query, name }: ResourceRequest,
  sent: (WrittenOptions & { ignoreStoreReadErrorWithClusterBreakingPotential?: boolean }) | null | undefined,
): WrittenOptions {
  if (sent?.ignoreStoreReadErrorWithClusterBreakingPotential) {
    const field = 'deleteOptions.ignoreStoreReadErrorWithClusterBreakingPotential';
    const why = 'can not be set for pod eviction, try after removing the option';
    throw invalid({ group: 'policy', kind: eviction.kind }, name!, [cause.invalid(field, true, why)]);
  }
  const asked = query.getAll('dryRun');
  const written = sent?.dryRun ?? [];
  if (written.length === 0) return { ...sent, dryRun: asked };
  if (asked.length > 0 && asked.join() !== written.join()) {
    throw new StatusError(
      500,
      '',
      `Non-matching dry-run options in request and content: [${asked.join(' ')}] and [${written.join(' ')}]`,
    );
  }
  return { ...sent };
}

/** What does not run yet, or no more, is no loss. */
function mayAlwaysGo({ status, metadata }: Pod): boolean {
  return (
    metadata.deletionTimestamp !== undefined ||
    ['Pending', 'Succeeded', 'Failed'].includes(status?.phase ?? '')
  );
}

/** A Pod that is not ready does not count for its budget, and may go where that says so or has enough others. */
function isUnhealthyAndFree(pod: Pod, { spec, status = {} }: DisruptionBudget): boolean {
  if (hasReadyCondition(pod)) return false;
  if (spec.unhealthyPodEvictionPolicy === 'AlwaysAllow') return true;
  const { currentHealthy = 0, desiredHealthy = 0 } = status;
  return currentHealthy >= desiredHealthy && desiredHealthy > 0;
}

function hasReadyCondition(pod: Pod): boolean {
  return isReady({ ...pod, metadata: { ...pod.metadata, deletionTimestamp: undefined } } as unknown as Pod);
}

/** Throws a 429 where the budget allows no eviction, or counts this one. */
function takeDisruption(
  { api, namespace }: ResourceRequest,
  pod: Pod,
  budget: DisruptionBudget,
  { dryRun = [] }: WrittenOptions,
): void {
  checkBudget(budget, api.kubernetesVersion);
  if (dryRun.length > 0) return;
  const resource = api.registry.preferred(resources.podDisruptionBudgets);
  if (!resource) return;
  const now = timestamp(api.clock.now());
  const after = jsonCopy(budget);
  const status = after.status ?? {};
  after.status = status;
  const disruptionsAllowed = (status.disruptionsAllowed ?? 0) - 1;
  status.disruptionsAllowed = disruptionsAllowed;
  if (disruptionsAllowed === 0) {
    const { observedGeneration } = status;
    const told = { disruptionsAllowed, observedGeneration };
    status.conditions = withDisruptionAllowed(status.conditions, told, now);
  }
  status.disruptedPods ??= {};
  setField(status.disruptedPods, pod.metadata.name!, now);
  const write = {
    resource,
    namespace,
    effect: 'store',
    manager: 'kube-apiserver',
    subresource: 'status',
  } as const;
  updateObject(api, write, budget, after);
}

/** The API server refuses more, because then nobody seems to see them go. */
const mostDisruptedPods = 2000;

function checkBudget({ metadata, status = {} }: DisruptionBudget, version: KubernetesVersion): void {
  const name = metadata.name!;
  const { observedGeneration = 0, disruptionsAllowed = 0, disruptedPods = {} } = status;
  if (observedGeneration < (metadata.generation ?? 0)) {
    throw tooManyEvictions(`The disruption budget ${name} is still being processed by the server.`, 10);
  }
  const budgets = { group: 'policy', plural: 'poddisruptionbudget' };
  if (disruptionsAllowed < 0) throw forbidden(budgets, name, 'pdb disruptions allowed is negative');
  if (Object.keys(disruptedPods).length > mostDisruptedPods) {
    const why = 'DisruptedPods map too big - too many evictions not confirmed by PDB controller';
    throw forbidden(budgets, name, why);
  }
  if (disruptionsAllowed === 0) throw tooManyEvictions(whyNot(name, status, version), undefined);
}

function whyNot(
  name: string,
  { conditions, currentHealthy = 0, desiredHealthy = 0 }: NonNullable<DisruptionBudget['status']>,
  version: KubernetesVersion,
): string {
  const needs = `The disruption budget ${name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`;
  if (compareKubernetesVersions(version, '1.35') < 0) return needs;
  const refused = `The disruption budget ${name} does not allow evicting pods currently`;
  const condition = conditions?.find(({ type }) => type === 'DisruptionAllowed');
  const told = condition?.status === 'False' && condition.message ? condition : undefined;
  if (told?.reason === 'SyncFailed') return `${refused} because it failed sync: ${told.message}`;
  if (currentHealthy <= desiredHealthy) return needs;
  return told ? `${refused} (${told.reason}): ${told.message}` : refused;
}

function tooManyEvictions(message: string, retryAfterSeconds: number | undefined): StatusError {
  return new StatusError(
    429,
    'TooManyRequests',
    "Cannot evict pod as it would violate the pod's disruption budget.",
    {
      details: {
        causes: [{ reason: 'DisruptionBudget', message }],
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      },
    },
  );
}

function severalBudgets(): StatusError {
  const why =
    'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.';
  return new StatusError(500, '', why);
}

/** Says in the Pod's status why it goes, and then deletes it: where its deletion is refused, that stays there. */
function remove({ api, resource }: ResourceRequest, pod: Pod, written: WrittenOptions): ApiResponse {
  const { uid, resourceVersion } = written.preconditions ?? {};
  checkPreconditions(resource, pod, { uid, resourceVersion });
  const isDryRun = (written.dryRun ?? []).length > 0;
  const target = isDryRun ? pod : api.storage.put(resources.pods, disrupted(pod, api.clock.now()));
  const { deletion } = judgedOptions(written, new URLSearchParams());
  deleteObject(api, resource, target, deletion);
  return { code: 201, object: successStatus(201) };
}

function disrupted(pod: Pod, now: number): Pod {
  const condition = {
    type: 'DisruptionTarget',
    status: 'True',
    lastProbeTime: null,
    reason: 'EvictionByEvictionAPI',
    message: 'Eviction API: evicting',
  } as const;
  const conditions = withConditionInPlace(pod.status?.conditions, condition, timestamp(now));
  return jsonCopy({ ...pod, status: { ...pod.status, conditions } });
}
