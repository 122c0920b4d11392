import type { Clock } from '../clock.ts';
import type { ObjectStore, ResourceName } from '../object-store.ts';
import { startController } from './controller.ts';
import { resources } from './objects.ts';

/** Puts the finalizer of what may be in use back where somebody has taken it away. */
export function startProtection(
  store: ObjectStore,
  clock: Clock,
  { resource, kind, finalizer }: { resource: ResourceName; kind: string; finalizer: string },
): { dispose(): void } {
  return startController(store, clock, {
    resource,
    kind,
    owned: [],
    reconcile({ metadata }) {
      if (metadata.finalizers?.includes(finalizer)) return;
      store.update(resource, metadata.namespace, metadata.name!, 'kube-controller-manager', (copy) => {
        copy.metadata.finalizers = [...(copy.metadata.finalizers ?? []), finalizer];
      });
    },
  });
}

/** What is protected while it is in use. */
export const protectedKinds = [
  {
    resource: resources.persistentVolumeClaims,
    kind: 'PersistentVolumeClaim',
    finalizer: 'kubernetes.io/pvc-protection',
  },
  {
    resource: resources.persistentVolumes,
    kind: 'PersistentVolume',
    finalizer: 'kubernetes.io/pv-protection',
  },
  {
    resource: { group: 'storage.k8s.io', plural: 'volumeattributesclasses' },
    kind: 'VolumeAttributesClass',
    finalizer: 'kubernetes.io/vac-protection',
  },
] as const;
