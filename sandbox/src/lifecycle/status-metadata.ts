import type { KubeObject } from '../object-store.ts';
import type { Resource } from '../resources/resource.ts';

type Metadata = KubeObject['metadata'];

/**
 * The metadata of a write to the status of a built-in kind: some strategies take none of it, some all but a part. Taken from
 * those of kube-apiserver 1.35.
 */
export function metadataOfStatusWrite({ storage }: Resource, before: Metadata, sent: Metadata): Metadata {
  const name = `${storage.group}/${storage.plural}`;
  if (whole.has(name)) return { ...before };
  const metadata = { ...sent };
  for (const field of keptByAll.has(name) ? changeable : (kept.get(name) ?? [])) {
    if (before[field] === undefined) delete metadata[field];
    else Object.assign(metadata, { [field]: before[field] });
  }
  return metadata;
}

const changeable = ['labels', 'annotations', 'finalizers', 'ownerReferences'] as const;

/** Status writes change nothing of what clients may change otherwise. */
const keptByAll = new Set([
  'admissionregistration.k8s.io/validatingadmissionpolicies',
  'apiregistration.k8s.io/apiservices',
  'certificates.k8s.io/podcertificaterequests',
  'internal.apiserver.k8s.io/storageversions',
  'networking.k8s.io/servicecidrs',
  'resource.k8s.io/devicetaintrules',
  'resource.k8s.io/resourceclaims',
  'storage.k8s.io/volumeattachments',
  'storagemigration.k8s.io/storageversionmigrations',
]);

/** Not even managedFields say of them who wrote the status. */
const whole = new Set([
  'flowcontrol.apiserver.k8s.io/flowschemas',
  'flowcontrol.apiserver.k8s.io/prioritylevelconfigurations',
]);

const kept = new Map<string, readonly (typeof changeable)[number][]>([
  ['apps/deployments', ['labels']],
  ['/pods', ['ownerReferences']],
]);
