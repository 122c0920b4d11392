import { type Clock, timestamp } from '../clock.ts';
import type { ObjectStore } from '../object-store.ts';
import { startController, writeStatus } from './controller.ts';
import { resources } from './objects.ts';

/** Says of a volume that no claim has yet that it is there to be claimed. */
export function startPersistentVolumes(store: ObjectStore, clock: Clock): { dispose(): void } {
  return startController(store, clock, {
    resource: resources.persistentVolumes,
    kind: 'PersistentVolume',
    owned: [],
    reconcile(volume) {
      const { claimRef } = (volume.spec ?? {}) as { claimRef?: { uid?: string } };
      const status = (volume.status ?? {}) as { phase?: string };
      if (claimRef?.uid || (status.phase ?? 'Pending') !== 'Pending') return;
      const lastPhaseTransitionTime = timestamp(clock.now());
      writeStatus(store, resources.persistentVolumes, volume, {
        ...status,
        phase: 'Available',
        lastPhaseTransitionTime,
      });
    },
  });
}
