import type { Resource } from '../resources/resource.ts';

/** Whether a PUT of an object that is not there creates it: `AllowCreateOnUpdate` of the API server's strategies. */
export function createsOnUpdate({ storage, origin }: Resource): boolean {
  return origin === 'built-in' && created.has(`${storage.group}/${storage.plural}`);
}

/** Whether an update must say which version it is of: where `AllowUnconditionalUpdate` is false. */
export function needsResourceVersion({ storage, origin }: Resource): boolean {
  return origin === 'custom' || conditional.has(`${storage.group}/${storage.plural}`);
}

const created = new Set([
  '/endpoints',
  '/events',
  '/limitranges',
  '/services',
  'coordination.k8s.io/leasecandidates',
  'coordination.k8s.io/leases',
  'events.k8s.io/events',
  'node.k8s.io/runtimeclasses',
  'rbac.authorization.k8s.io/clusterrolebindings',
  'rbac.authorization.k8s.io/clusterroles',
  'rbac.authorization.k8s.io/rolebindings',
  'rbac.authorization.k8s.io/roles',
]);

const conditional = new Set([
  'admissionregistration.k8s.io/mutatingadmissionpolicies',
  'admissionregistration.k8s.io/mutatingadmissionpolicybindings',
  'admissionregistration.k8s.io/mutatingwebhookconfigurations',
  'admissionregistration.k8s.io/validatingadmissionpolicies',
  'admissionregistration.k8s.io/validatingadmissionpolicybindings',
  'admissionregistration.k8s.io/validatingwebhookconfigurations',
  'apiextensions.k8s.io/customresourcedefinitions',
  'apiregistration.k8s.io/apiservices',
  'certificates.k8s.io/clustertrustbundles',
  'certificates.k8s.io/podcertificaterequests',
  'coordination.k8s.io/leasecandidates',
  'coordination.k8s.io/leases',
  'internal.apiserver.k8s.io/storageversions',
  'node.k8s.io/runtimeclasses',
  'policy/poddisruptionbudgets',
  'storage.k8s.io/csidrivers',
  'storage.k8s.io/csinodes',
  'storage.k8s.io/csistoragecapacities',
  'storage.k8s.io/volumeattachments',
  'storagemigration.k8s.io/storageversionmigrations',
]);
