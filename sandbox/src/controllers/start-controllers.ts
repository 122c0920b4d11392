import type { Clock } from '../clock.ts';
import type { ObjectStore } from '../object-store.ts';

export interface ControllerOptions {
  readonly clock: Clock;
}

/**
 * Runs the sandbox's node, scheduler, kubelet and workload controllers on a store until disposed:
 * one Ready node `sandbox`, pods that become Running, Deployments that make ReplicaSets, and so on.
 */
export function startControllers(_store: ObjectStore, _options: ControllerOptions): { dispose(): void } {
  return { dispose() {} };
}
