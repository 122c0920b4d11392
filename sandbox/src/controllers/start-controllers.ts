import type { KubernetesVersion } from '../../../server/src/catalog/catalog.ts';
import type { Clock } from '../clock.ts';
import type { ObjectStore } from '../object-store.ts';
import { startDaemonSets } from './daemon-sets.ts';
import { startDefaultAccounts } from './default-accounts.ts';
import { startDeployments } from './deployments.ts';
import { startDisruptionBudgets } from './disruption-budgets.ts';
import { startEndpoints } from './endpoints.ts';
import { startJobs } from './jobs.ts';
import { type Kubelet, startKubelet } from './kubelet.ts';
import { ensureNode } from './node.ts';
import { startNodes } from './nodes.ts';
import { resources } from './objects.ts';
import { startPersistentVolumes } from './persistent-volumes.ts';
import { protectedKinds, startProtection } from './protection.ts';
import { startReplicaSets } from './replica-sets.ts';
import { startRootAuthorities } from './root-authorities.ts';
import { startServiceCidrs } from './service-cidrs.ts';
import { startStatefulSets } from './stateful-sets.ts';
import { tellWorkloadEvents } from './tell-workload-events.ts';
import { startVolumeClaims } from './volume-claims.ts';

export interface ControllerOptions {
  readonly clock: Clock;
  readonly kubernetesVersion: KubernetesVersion;
  /** The release of the node's kubelet: `v1.36.3`. */
  readonly kubeletVersion: string;
  /** The certificate that pods trust the API by, as PEM. */
  readonly authority: string;
}

/**
 * Runs the sandbox's node, scheduler, kubelet and workload controllers on a store until disposed:
 * one Ready node `sandbox`, pods that become Running, Deployments that make ReplicaSets, and so on. What a
 * container does is told by its image's name, see `behaviourOfImage`. CronJobs are stored but start nothing.
 */
export function startControllers(
  store: ObjectStore,
  { clock, kubernetesVersion, kubeletVersion, authority }: ControllerOptions,
): Kubelet {
  ensureNode(store, clock, kubeletVersion);
  const kubelet = startKubelet(store, clock);
  const controllers = [
    kubelet,
    startDeployments(store, clock),
    startReplicaSets(store, clock),
    startReplicaSets(store, clock, resources.replicationControllers),
    startStatefulSets(store, clock),
    startDaemonSets(store, clock),
    startJobs(store, clock),
    startEndpoints(store, clock),
    startNodes(store, clock),
    startVolumeClaims(store, clock),
    startPersistentVolumes(store, clock),
    ...protectedKinds.map((of) => startProtection(store, clock, of)),
    startDisruptionBudgets(store, clock),
    startServiceCidrs(store, clock),
    startDefaultAccounts(store),
    startRootAuthorities(store, authority),
    tellWorkloadEvents(store, clock, kubernetesVersion),
  ];
  return {
    containerExited: (pod, containerName, exitCode) => kubelet.containerExited(pod, containerName, exitCode),
    dispose() {
      for (const controller of controllers) controller.dispose();
    },
  };
}
