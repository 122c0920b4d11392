/** In what a kind differs from most, as a real server does. */
export interface Traits {
  /** A replace of what is not there creates it. */
  createsOnReplace: boolean;
  /** A replace of the status of what is not there creates it. */
  createsByStatus: boolean;
  /** A replace without a resourceVersion is refused. */
  needsResourceVersion: boolean;
  /** Deleted, it stays until a controller has let it go: finalizers protect it, or orphan what it owns. */
  deletedLater: boolean;
  /** A deletion answers the object that is gone. */
  answersDeleted: boolean;
  /** What becomes of an object without a name. */
  nameless: 'refused' | 'refused before' | 'named';
  /** Stored without a cache in front of it, which reads a resourceVersion otherwise. */
  storedApart: boolean;
}

/** What is particular to this kind. */
export function traitsOf({ group, kind }: { group: string; kind: string }): Traits {
  const name = `${group}/${kind}`;
  return {
    createsOnReplace: createsOnReplace.has(name),
    createsByStatus: name === '/Service',
    needsResourceVersion: needsResourceVersion.has(name) || group.includes('{run}'),
    deletedLater: deletedLater.has(name),
    answersDeleted: answersDeleted.has(name),
    nameless: nameless.get(name) ?? 'refused',
    storedApart: kind === 'Event',
  };
}

const createsOnReplace = new Set([
  '/Endpoints',
  '/Event',
  '/LimitRange',
  '/Service',
  'events.k8s.io/Event',
  'rbac.authorization.k8s.io/ClusterRoleBinding',
  'rbac.authorization.k8s.io/ClusterRole',
  'rbac.authorization.k8s.io/RoleBinding',
  'rbac.authorization.k8s.io/Role',
  'coordination.k8s.io/Lease',
  'coordination.k8s.io/LeaseCandidate',
  'node.k8s.io/RuntimeClass',
]);

const needsResourceVersion = new Set([
  'admissionregistration.k8s.io/MutatingAdmissionPolicy',
  'admissionregistration.k8s.io/MutatingAdmissionPolicyBinding',
  'admissionregistration.k8s.io/MutatingWebhookConfiguration',
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy',
  'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding',
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration',
  'apiextensions.k8s.io/CustomResourceDefinition',
  'apiregistration.k8s.io/APIService',
  'certificates.k8s.io/ClusterTrustBundle',
  'certificates.k8s.io/PodCertificateRequest',
  'coordination.k8s.io/Lease',
  'coordination.k8s.io/LeaseCandidate',
  'internal.apiserver.k8s.io/StorageVersion',
  'node.k8s.io/RuntimeClass',
  'policy/PodDisruptionBudget',
  'resource.k8s.io/ResourcePoolStatusRequest',
  'storage.k8s.io/CSIDriver',
  'storage.k8s.io/CSINode',
  'storage.k8s.io/CSIStorageCapacity',
  'storage.k8s.io/VolumeAttachment',
  'storagemigration.k8s.io/StorageVersionMigration',
]);

const deletedLater = new Set([
  '/Namespace',
  '/PersistentVolume',
  '/PersistentVolumeClaim',
  '/ReplicationController',
  'apiextensions.k8s.io/CustomResourceDefinition',
  'batch/Job',
  'networking.k8s.io/ServiceCIDR',
  'storage.k8s.io/VolumeAttributesClass',
]);

const answersDeleted = new Set([
  '/Pod',
  '/PodTemplate',
  '/ResourceQuota',
  '/ServiceAccount',
  '/Service',
  'resource.k8s.io/DeviceClass',
  'resource.k8s.io/DeviceTaintRule',
  'resource.k8s.io/ResourceClaim',
  'resource.k8s.io/ResourceClaimTemplate',
  'resource.k8s.io/ResourcePoolStatusRequest',
  'resource.k8s.io/ResourceSlice',
  'storage.k8s.io/CSIDriver',
  'storage.k8s.io/CSINode',
  'storage.k8s.io/StorageClass',
  'storage.k8s.io/VolumeAttachment',
]);

/** A Service needs the name before it is asked for: its address belongs to it. */
const nameless = new Map<string, Traits['nameless']>([
  ['/LimitRange', 'named'],
  ['/Service', 'refused before'],
]);
