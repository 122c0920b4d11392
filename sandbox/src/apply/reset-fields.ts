import type { Kind } from '../../../server/src/catalog/catalog.ts';
import type { Path } from '../../../server/src/yaml/path.ts';

/**
 * The fields that writes through an endpoint of a kind do not reach: `status` through the object itself where
 * there is a status subresource, `spec` through `status`. Taken from the strategies of kube-apiserver 1.35.
 */
export function resetFields(kind: Kind, subresource: string | undefined): readonly Path[] {
  const own = particular.get(`${kind.group}/${kind.plural}/${subresource ?? ''}`);
  if (own) return own;
  if (subresource === 'status') return resetByStatus(kind);
  return kind.subresources.some(({ name }) => name === 'status') ? [['status']] : [];
}

function resetByStatus(kind: Kind): readonly Path[] {
  return statusAlone.has(`${kind.group}/${kind.plural}`) ? [['spec'], ['metadata']] : [['spec']];
}

/** Kinds of whose metadata a write of the status owns nothing. */
const statusAlone = new Set([
  'admissionregistration.k8s.io/validatingadmissionpolicies',
  'apiextensions.k8s.io/customresourcedefinitions',
  'apiregistration.k8s.io/apiservices',
  'flowcontrol.apiserver.k8s.io/flowschemas',
  'flowcontrol.apiserver.k8s.io/prioritylevelconfigurations',
  'internal.apiserver.k8s.io/storageversions',
  'resource.k8s.io/devicetaintrules',
  'resource.k8s.io/resourceclaims',
  'storage.k8s.io/volumeattachments',
  'storagemigration.k8s.io/storageversionmigrations',
]);

/**
 * What a kind that is like no other resets, by its group, its plural and the subresource. Those that reset nothing say so of
 * versions that they are not served in.
 */
const particular: ReadonlyMap<string, readonly Path[]> = new Map<string, readonly Path[]>([
  ['/pods/ephemeralcontainers', []],
  ['/pods/resize', []],
  ['/pods/status', [['spec'], ['metadata', 'deletionTimestamp'], ['metadata', 'ownerReferences']]],
  ['apps/deployments/status', [['spec'], ['metadata', 'labels']]],
  ['certificates.k8s.io/podcertificaterequests/', []],
  ['certificates.k8s.io/podcertificaterequests/status', []],
  ['networking.k8s.io/servicecidrs/', []],
  ['networking.k8s.io/servicecidrs/status', []],
  ['certificates.k8s.io/certificatesigningrequests/', [['spec'], ['status']]],
  ['certificates.k8s.io/certificatesigningrequests/status', [['spec'], ['status', 'conditions']]],
  ['certificates.k8s.io/certificatesigningrequests/approval', [['spec'], ['status', 'certificate']]],
]);
