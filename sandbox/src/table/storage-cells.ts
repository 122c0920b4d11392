import type { CellPrinters } from './cell.ts';
import { entries, field, list, text } from './field.ts';

/** Volumes, claims and their drivers, configuration and secrets. */
export const storageCells: Readonly<Record<string, CellPrinters>> = {
  '/ConfigMap': { Data: (map) => entries(map, 'data').length + entries(map, 'binaryData').length },
  '/Secret': {
    Type: (secret) => text(secret, 'type'),
    Data: (secret) => entries(secret, 'data').length,
  },
  '/PersistentVolume': {
    Capacity: (volume) => text(volume, 'spec', 'capacity', 'storage') || '0',
    'Access Modes': (volume) => accessModes(list(volume, 'spec', 'accessModes')),
    'Reclaim Policy': (volume) => text(volume, 'spec', 'persistentVolumeReclaimPolicy'),
    Status: phaseOf,
    Claim: (volume) => {
      const claim = field(volume, 'spec', 'claimRef');
      return claim === undefined ? '' : `${text(claim, 'namespace')}/${text(claim, 'name')}`;
    },
    StorageClass: storageClassOf,
    VolumeAttributesClass: attributesClassOf,
    Reason: (volume) => text(volume, 'status', 'reason'),
    VolumeMode: volumeModeOf,
  },
  '/PersistentVolumeClaim': {
    Status: phaseOf,
    Volume: (claim) => text(claim, 'spec', 'volumeName'),
    Capacity: (claim) => (isBound(claim) ? text(claim, 'status', 'capacity', 'storage') || '0' : ''),
    'Access Modes': (claim) => (isBound(claim) ? accessModes(list(claim, 'status', 'accessModes')) : ''),
    StorageClass: storageClassOf,
    VolumeAttributesClass: attributesClassOf,
    VolumeMode: volumeModeOf,
  },
  'storage.k8s.io/StorageClass': {
    Name: (storageClass) =>
      `${text(storageClass, 'metadata', 'name')}${isDefaultClass(storageClass) ? ' (default)' : ''}`,
    Provisioner: (storageClass) => text(storageClass, 'provisioner'),
    ReclaimPolicy: (storageClass) => text(storageClass, 'reclaimPolicy') || 'Delete',
    VolumeBindingMode: (storageClass) => text(storageClass, 'volumeBindingMode') || 'Immediate',
    AllowVolumeExpansion: (storageClass) => field(storageClass, 'allowVolumeExpansion') === true,
  },
  'storage.k8s.io/VolumeAttributesClass': { DriverName: (attributes) => text(attributes, 'driverName') },
  'storage.k8s.io/VolumeAttachment': {
    Attacher: (attachment) => text(attachment, 'spec', 'attacher'),
    PV: (attachment) => text(attachment, 'spec', 'source', 'persistentVolumeName'),
    Node: (attachment) => text(attachment, 'spec', 'nodeName'),
    Attached: (attachment) => field(attachment, 'status', 'attached') === true,
  },
  'storage.k8s.io/CSINode': { Drivers: (node) => list(node, 'spec', 'drivers').length },
  'storage.k8s.io/CSIDriver': {
    AttachRequired: (driver) => field(driver, 'spec', 'attachRequired') !== false,
    PodInfoOnMount: (driver) => field(driver, 'spec', 'podInfoOnMount') === true,
    StorageCapacity: (driver) => field(driver, 'spec', 'storageCapacity') === true,
    TokenRequests: (driver) =>
      field(driver, 'spec', 'tokenRequests') === undefined
        ? '<unset>'
        : list(driver, 'spec', 'tokenRequests')
            .map((request) => text(request, 'audience'))
            .join(','),
    RequiresRepublish: (driver) => field(driver, 'spec', 'requiresRepublish') === true,
    Modes: (driver) => list(driver, 'spec', 'volumeLifecycleModes').map(String).join(',') || '<none>',
  },
};

function phaseOf(object: unknown): string {
  return field(object, 'metadata', 'deletionTimestamp') === undefined
    ? text(object, 'status', 'phase')
    : 'Terminating';
}

function isBound(claim: unknown): boolean {
  return text(claim, 'spec', 'volumeName') !== '';
}

const shortAccessModes = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
] as const;

function accessModes(modes: readonly unknown[]): string {
  return shortAccessModes
    .filter(([mode]) => modes.includes(mode))
    .map(([, short]) => short)
    .join(',');
}

/** The annotation is older than the field, and wins. */
function storageClassOf(object: unknown): string {
  const annotated = text(object, 'metadata', 'annotations', 'volume.beta.kubernetes.io/storage-class');
  return annotated || text(object, 'spec', 'storageClassName');
}

function attributesClassOf(object: unknown): string {
  return text(object, 'spec', 'volumeAttributesClassName') || '<unset>';
}

function volumeModeOf(object: unknown): string {
  return text(object, 'spec', 'volumeMode') || '<unset>';
}

function isDefaultClass(storageClass: unknown): boolean {
  return [
    'storageclass.kubernetes.io/is-default-class',
    'storageclass.beta.kubernetes.io/is-default-class',
  ].some((annotation) => text(storageClass, 'metadata', 'annotations', annotation) === 'true');
}
