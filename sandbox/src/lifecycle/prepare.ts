import type { ApiContext } from '../api-context.ts';
import { resetFields } from '../apply/reset-fields.ts';
import { timestamp } from '../clock.ts';
import { cause, invalid } from '../errors.ts';
import type { KubeObject } from '../object-store.ts';
import { hasSubresource, type Resource } from '../resources/resource.ts';
import type { User } from '../rights/user.ts';
import { generatedName } from '../store/generated-name.ts';
import { jsonCopy, jsonEqual, objectCopy } from '../store/json.ts';
import { qualityOfService } from '../validation/quality-of-service.ts';
import { keepDecision, setRequester } from './certificate-requests.ts';
import { dropDisabledFields } from './disabled-fields.ts';
import { keepPodParts } from './pod-parts.ts';
import { templateGeneration } from './read-object.ts';
import { repeatedImmutables } from './repeated-causes.ts';
import { keepAllocated, normaliseAddresses } from './service-fields.ts';
import { metadataOfStatusWrite } from './status-metadata.ts';

/** A new object with everything that the system and not its author decides: uid, creation time, first status. */
export function prepareForCreate(
  api: ApiContext,
  resource: Resource,
  sent: KubeObject,
  user: User | undefined,
): KubeObject {
  const object = objectCopy(sent);
  const { metadata } = object;
  if (!metadata.name && metadata.generateName)
    metadata.name = generatedName(metadata.generateName, api.random);
  metadata.uid = api.random.uid();
  metadata.creationTimestamp = timestamp(api.clock.now());
  delete metadata.resourceVersion;
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  delete metadata.selfLink;
  if (resource.generation === 'counted') metadata.generation = 1;
  if (hasSubresource(resource, 'status')) delete object.status;
  firstState[storageKey(resource)]?.(object, api, user);
  dropDisabledFields(resource, object, undefined, api.kubernetesVersion);
  return object;
}

/** A changed object with everything that this way of writing cannot change put back as it was. */
export function prepareForUpdate(
  api: ApiContext,
  resource: Resource,
  before: KubeObject,
  sent: KubeObject,
  subresource: string | undefined,
): KubeObject {
  const object = objectCopy(sent);
  if (subresource === 'status' && resource.origin === 'custom') {
    const { managedFields } = object.metadata;
    object.metadata = jsonCopy(before.metadata);
    if (managedFields) object.metadata.managedFields = managedFields;
  }
  if (subresource === 'status' && resource.origin === 'built-in') {
    object.metadata = metadataOfStatusWrite(resource, jsonCopy(before.metadata), object.metadata);
  }
  for (const [field, ...below] of resetFields(resource.kind, subresource)) {
    // Parts of a field are put back by who knows the kind.
    if (below.length > 0) continue;
    if (typeof field !== 'string' || field === 'metadata' || field === 'apiVersion' || field === 'kind')
      continue;
    if (before[field] === undefined) delete object[field];
    else object[field] = jsonCopy(before[field]);
  }
  const { metadata } = object;
  metadata.name = before.metadata.name!;
  if (before.metadata.namespace !== undefined) metadata.namespace = before.metadata.namespace;
  metadata.uid = before.metadata.uid!;
  for (const field of kept) {
    if (before.metadata[field] === undefined) delete metadata[field];
    else Object.assign(metadata, { [field]: before.metadata[field] });
  }
  delete metadata.selfLink;
  metadata.resourceVersion = before.metadata.resourceVersion!;
  keepState[storageKey(resource)]?.(object, before, api, subresource);
  dropDisabledFields(resource, object, before, api.kubernetesVersion);
  return object;
}

/** The class of a Pod is never taken from its status. */
function keepQualityOfService(pod: KubeObject, before: KubeObject): void {
  const { qosClass } = (before.status ?? {}) as { qosClass?: string };
  const status = (pod.status ?? {}) as { qosClass?: string };
  if (qosClass !== undefined && !status.qosClass) pod.status = { ...status, qosClass };
}

/** Finalizers may only be taken away from an object that is being deleted. Throws a 422. */
export function checkFinalizers(resource: Resource, before: KubeObject, after: KubeObject): void {
  if (!before.metadata.deletionTimestamp) return;
  const known = new Set(before.metadata.finalizers);
  const added = (after.metadata.finalizers ?? []).filter((finalizer) => !known.has(finalizer));
  if (added.length === 0) return;
  const found = cause.forbidden(
    'metadata.finalizers',
    `no new finalizers can be added if the object is being deleted, found new finalizers []string{${added.map((one) => JSON.stringify(one)).join(', ')}}`,
  );
  const kind = { group: resource.storage.group, kind: resource.kind.kind };
  throw invalid(kind, after.metadata.name ?? '', repeatedImmutables(resource, [found]));
}

const kept = ['creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds', 'generation'] as const;

function storageKey({ storage }: Resource): string {
  return `${storage.group}/${storage.plural}`;
}

/** No Pod has less than no time to end. */
function keepGracePositive(pod: KubeObject): void {
  const spec = (pod.spec ?? {}) as { terminationGracePeriodSeconds?: number };
  if ((spec.terminationGracePeriodSeconds ?? 0) < 0) spec.terminationGracePeriodSeconds = 1;
}

/** The older field takes claims and snapshots only; each of both fields stands for the other one. */
function normaliseDataSources({ spec }: KubeObject): void {
  if (typeof spec !== 'object' || spec === null) return;
  const claim = spec as { dataSource?: DataSource | null; dataSourceRef?: DataSource | null };
  const { dataSource, dataSourceRef } = claim;
  if (dataSource) {
    const { kind, apiGroup } = dataSource;
    const isClaim = kind === 'PersistentVolumeClaim' && !apiGroup;
    if (!isClaim && !(kind === 'VolumeSnapshot' && apiGroup === 'snapshot.storage.k8s.io')) {
      delete claim.dataSource;
      return;
    }
    if (!dataSourceRef) claim.dataSourceRef = { ...dataSource };
  } else if (dataSourceRef && !dataSourceRef.namespace) claim.dataSource = { ...dataSourceRef };
}

interface DataSource {
  kind?: string;
  name?: string;
  apiGroup?: string | null;
  namespace?: string;
}

/** What the strategies of kube-apiserver set on a new object. */
const firstState: Record<string, (object: KubeObject, api: ApiContext, user: User | undefined) => void> = {
  '/namespaces': (namespace) => {
    const { finalizers = [] } = (namespace.spec ?? {}) as { finalizers?: string[] };
    const held = finalizers.includes('kubernetes') ? finalizers : [...finalizers, 'kubernetes'];
    namespace.spec = { ...(namespace.spec as object), finalizers: held };
    namespace.status = { phase: 'Active' };
  },
  '/pods': (pod, api) => {
    keepGracePositive(pod);
    pod.status = { phase: 'Pending', ...gatedCondition(pod, api), qosClass: qualityOfService(pod) };
  },
  '/serviceaccounts': (account) => {
    const { secrets } = account as { secrets?: { name?: string }[] };
    if (secrets) account.secrets = secrets.map(({ name }) => (name === undefined ? {} : { name }));
  },
  '/persistentvolumes': (volume, api) => {
    volume.status = { phase: 'Pending', lastPhaseTransitionTime: timestamp(api.clock.now()) };
  },
  '/persistentvolumeclaims': (claim) => {
    normaliseDataSources(claim);
    claim.status = { phase: 'Pending' };
  },
  'apps/daemonsets': (daemonSet) => setTemplateGeneration(daemonSet, 1),
  '/services': (service) => {
    service.status = { loadBalancer: {} };
    normaliseAddresses(service);
  },
  '/limitranges': ({ metadata }, api) => {
    metadata.name ||= api.random.uid();
  },
  'certificates.k8s.io/certificatesigningrequests': setRequester,
  'apiregistration.k8s.io/apiservices': (apiService, api) => {
    const isLocal = (apiService.spec as { service?: unknown } | undefined)?.service === undefined;
    if (isLocal) apiService.status = localStatus(timestamp(api.clock.now()));
  },
  'apiextensions.k8s.io/customresourcedefinitions': (definition) => {
    const { versions = [] } = (definition.spec ?? {}) as {
      versions?: { name?: string; storage?: boolean }[];
    };
    const stored = versions.filter(({ storage }) => storage).map(({ name }) => name);
    definition.status = { acceptedNames: { kind: '', plural: '' }, storedVersions: [...new Set(stored)] };
  },
  'batch/jobs': selectByJob,
};

/** What an APIService says that this server answers for itself. */
function localStatus(now: string): Record<string, unknown> {
  const message = 'Local APIServices are always available';
  return {
    conditions: [{ type: 'Available', status: 'True', lastTransitionTime: now, reason: 'Local', message }],
  };
}

const keepState: Record<
  string,
  (object: KubeObject, before: KubeObject, api: ApiContext, subresource: string | undefined) => void
> = {
  '/namespaces': (namespace, before, _api, subresource) => {
    if (subresource !== 'finalize') namespace.spec = jsonCopy(before.spec);
  },
  'apps/daemonsets': (daemonSet, before, _api, subresource) => {
    const earlier = Number(before.metadata.annotations?.[templateGeneration] ?? 0);
    const isChanged = !subresource && !jsonEqual(templateOf(daemonSet), templateOf(before));
    setTemplateGeneration(daemonSet, isChanged ? earlier + 1 : earlier);
  },
  '/pods': (pod, before, api, subresource) => {
    keepPodParts(pod, before, subresource, api.kubernetesVersion);
    if (subresource === 'status') keepQualityOfService(pod, before);
    const spec = (pod.spec ?? {}) as Record<string, unknown>;
    const known = (before.spec ?? {}) as Record<string, unknown>;
    keepGracePositive(pod);
    for (const field of ['priority', 'preemptionPolicy']) {
      if (spec[field] === undefined && known[field] !== undefined) spec[field] = known[field];
    }
  },
  '/services': (service, before, _api, subresource) => {
    if (!subresource) keepAllocated(service, before);
  },
  '/persistentvolumeclaims': (claim, before) => {
    const spec = claim.spec as Record<string, unknown> | undefined;
    const volume = (before.spec as Record<string, unknown> | undefined)?.volumeName;
    if (spec && volume !== undefined) spec.volumeName ??= volume;
    normaliseDataSources(claim);
  },
  'certificates.k8s.io/certificatesigningrequests': keepDecision,
};

/** The Pods of a Job are told by its uid, where nobody says otherwise. */
function selectByJob({ metadata, spec }: KubeObject): void {
  const job = spec as
    | { manualSelector?: boolean; selector?: LabelSelector; template?: LabelledTemplate }
    | undefined;
  if (!job || job.manualSelector || !job.template) return;
  const { name = '', uid = '' } = metadata;
  const own = {
    'batch.kubernetes.io/controller-uid': uid,
    'batch.kubernetes.io/job-name': name,
    'controller-uid': uid,
    'job-name': name,
  };
  const { metadata: template } = job.template;
  job.template.metadata = { ...template, labels: { ...template?.labels, ...own } };
  const matchLabels = { ...job.selector?.matchLabels, 'batch.kubernetes.io/controller-uid': uid };
  job.selector = { ...job.selector, matchLabels };
}

interface LabelSelector {
  matchLabels?: Record<string, string>;
}

interface LabelledTemplate {
  metadata?: { labels?: Record<string, string> };
}

/** A Pod that is not to be scheduled yet says so from its beginning. */
function gatedCondition(pod: KubeObject, api: ApiContext): Record<string, unknown> {
  const { schedulingGates } = (pod.spec ?? {}) as { schedulingGates?: unknown[] | null };
  if (!schedulingGates?.length) return {};
  const condition = {
    type: 'PodScheduled',
    status: 'False',
    lastProbeTime: null,
    lastTransitionTime: timestamp(api.clock.now()),
    reason: 'SchedulingGated',
    message: 'Scheduling is blocked due to non-empty scheduling gates',
  };
  return { conditions: [condition] };
}

function setTemplateGeneration({ metadata }: KubeObject, count: number): void {
  metadata.annotations = { ...metadata.annotations, [templateGeneration]: String(count) };
}

function templateOf({ spec }: KubeObject): unknown {
  return (spec as { template?: unknown } | undefined)?.template;
}
