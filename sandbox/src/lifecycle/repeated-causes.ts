import type { Resource } from '../resources/resource.ts';
import type { StatusCause } from '../status-error.ts';

/**
 * The causes of an update as an API server tells them: it validates metadata for all kinds, twice where it is changed, and
 * most kinds do so again, once or twice. How often was asked of kube-apiserver 1.35.
 */
export function repeatedCauses(resource: Resource, causes: readonly StatusCause[]): StatusCause[] {
  const isMetadata = ({ field }: StatusCause) =>
    /^metadata\.(labels|annotations|ownerReferences)\b/.test(field ?? '');
  const isFinalizer = ({ field }: StatusCause) => /^metadata\.finalizers\[/.test(field ?? '');
  const firstOther = causes.findIndex((cause) => !isMetadata(cause) && !isFinalizer(cause));
  const ofAllKinds = firstOther === -1 ? causes : causes.slice(0, firstOther);
  const metadata = ofAllKinds.filter(isMetadata);
  const finalizers = ofAllKinds.filter(isFinalizer);
  const rest = causes.slice(ofAllKinds.length);
  const count = timesOfMetadata(resource);
  return [
    ...times(count, metadata),
    ...times(resource.origin === 'built-in' && count === 4 ? 2 : 1, finalizers),
    ...rest,
  ];
}

/** The causes of what may not change in metadata, as often as the server tells them. */
export function repeatedImmutables(resource: Resource, causes: readonly StatusCause[]): StatusCause[] {
  const isOfNewEvents = resource.kind.group === 'events.k8s.io';
  return times(comparedOnce.has(nameOf(resource)) && !isOfNewEvents ? 1 : 2, causes);
}

function times(count: number, causes: readonly StatusCause[]): StatusCause[] {
  return Array.from({ length: count }, () => causes).flat();
}

function timesOfMetadata(resource: Resource): number {
  const name = nameOf(resource);
  const isOfNewEvents = resource.kind.group === 'events.k8s.io';
  if (resource.origin === 'custom' || isOfNewEvents || threeTimes.has(name)) return 3;
  return twice.has(name) ? 2 : 4;
}

function nameOf({ storage }: Resource): string {
  return `${storage.group}/${storage.plural}`;
}

const twice = new Set([
  '/events',
  'internal.apiserver.k8s.io/storageversions',
  'policy/poddisruptionbudgets',
]);

const threeTimes = new Set([
  '/limitranges',
  '/podtemplates',
  '/replicationcontrollers',
  '/resourcequotas',
  '/services',
  'admissionregistration.k8s.io/mutatingadmissionpolicies',
  'admissionregistration.k8s.io/mutatingadmissionpolicybindings',
  'admissionregistration.k8s.io/mutatingwebhookconfigurations',
  'admissionregistration.k8s.io/validatingadmissionpolicies',
  'admissionregistration.k8s.io/validatingadmissionpolicybindings',
  'admissionregistration.k8s.io/validatingwebhookconfigurations',
  'apiextensions.k8s.io/customresourcedefinitions',
  'apps/daemonsets',
  'apps/deployments',
  'apps/replicasets',
  'apps/statefulsets',
  'autoscaling/horizontalpodautoscalers',
  'batch/cronjobs',
  'certificates.k8s.io/podcertificaterequests',
  'coordination.k8s.io/leasecandidates',
  'coordination.k8s.io/leases',
  'discovery.k8s.io/endpointslices',
  'flowcontrol.apiserver.k8s.io/flowschemas',
  'flowcontrol.apiserver.k8s.io/prioritylevelconfigurations',
  'networking.k8s.io/servicecidrs',
  'resource.k8s.io/devicetaintrules',
  'resource.k8s.io/resourceslices',
  'scheduling.k8s.io/priorityclasses',
  'storage.k8s.io/csidrivers',
  'storage.k8s.io/volumeattachments',
]);

const comparedOnce = new Set([
  '/events',
  '/limitranges',
  '/persistentvolumes',
  'admissionregistration.k8s.io/mutatingadmissionpolicies',
  'admissionregistration.k8s.io/mutatingadmissionpolicybindings',
  'admissionregistration.k8s.io/mutatingwebhookconfigurations',
  'admissionregistration.k8s.io/validatingadmissionpolicies',
  'admissionregistration.k8s.io/validatingadmissionpolicybindings',
  'admissionregistration.k8s.io/validatingwebhookconfigurations',
  'discovery.k8s.io/endpointslices',
  'flowcontrol.apiserver.k8s.io/flowschemas',
  'flowcontrol.apiserver.k8s.io/prioritylevelconfigurations',
  'internal.apiserver.k8s.io/storageversions',
  'policy/poddisruptionbudgets',
  'storage.k8s.io/csinodes',
  'storage.k8s.io/volumeattachments',
]);
