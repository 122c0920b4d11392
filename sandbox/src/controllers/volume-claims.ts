import type { Clock } from '../clock.ts';
import type { KubeObject, ObjectStore } from '../object-store.ts';
import { startController, writeStatus } from './controller.ts';
import { resources } from './objects.ts';

/** Gives every claim a volume of its own, as a dynamic provisioner does. */
export function startVolumeClaims(store: ObjectStore, clock: Clock): { dispose(): void } {
  return startController(store, clock, {
    resource: resources.persistentVolumeClaims,
    kind: 'PersistentVolumeClaim',
    owned: [],
    reconcile: (claim) => bind(store, claim),
  });
}

function bind(store: ObjectStore, claim: KubeObject): void {
  const spec = (claim.spec ?? {}) as {
    volumeName?: string;
    accessModes?: string[];
    volumeMode?: string;
    storageClassName?: string;
    resources?: { requests?: Record<string, string> };
  };
  if ((claim.status as { phase?: string } | undefined)?.phase === 'Bound') return;
  if (waitsForClass(store, spec)) return;
  const { name = '', namespace, uid } = claim.metadata;
  const volumeName = spec.volumeName ?? `pvc-${uid}`;
  const capacity = { storage: spec.resources?.requests?.storage ?? '1Gi' };
  if (!store.get(resources.persistentVolumes, undefined, volumeName)) {
    store.create(resources.persistentVolumes, {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: volumeName },
      spec: {
        accessModes: spec.accessModes ?? ['ReadWriteOnce'],
        capacity,
        claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, uid },
        hostPath: { path: `/sandbox/${volumeName}` },
        persistentVolumeReclaimPolicy: 'Delete',
        ...(spec.storageClassName && { storageClassName: spec.storageClassName }),
        volumeMode: spec.volumeMode ?? 'Filesystem',
      },
      status: { phase: 'Bound' },
    });
  }
  store.update(resources.persistentVolumeClaims, namespace, name, 'kube-controller-manager', (copy) => {
    copy.spec = { ...(copy.spec as object), volumeName };
  });
  writeStatus(store, resources.persistentVolumeClaims, claim, {
    phase: 'Bound',
    accessModes: spec.accessModes,
    capacity,
  });
}

/** Nobody provides a volume of a class that there is not, or to a claim that is to have none. */
function waitsForClass(
  store: ObjectStore,
  { storageClassName, volumeName }: { storageClassName?: string; volumeName?: string },
): boolean {
  if (storageClassName === '') return !volumeName;
  return storageClassName !== undefined && !store.get(storageClasses, undefined, storageClassName);
}

const storageClasses = { group: 'storage.k8s.io', plural: 'storageclasses' };
