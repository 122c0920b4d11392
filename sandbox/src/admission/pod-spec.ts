import type { KubeObject } from '../object-store.ts';

/** What admission looks at in a Pod. */
export interface PodSpec {
  containers?: ContainerSpec[];
  initContainers?: ContainerSpec[];
  priorityClassName?: string;
  priority?: number;
  preemptionPolicy?: string;
  runtimeClassName?: string;
  overhead?: ResourceList;
  nodeSelector?: Record<string, string>;
  tolerations?: Toleration[];
  activeDeadlineSeconds?: number;
}

export interface ContainerSpec {
  name?: string;
  restartPolicy?: string;
  resources?: { requests?: ResourceList; limits?: ResourceList };
}

/** Amounts by the names of resources. */
export type ResourceList = Record<string, string>;

export interface Toleration {
  key?: string;
  operator?: string;
  value?: string;
  effect?: string;
  tolerationSeconds?: number;
}

/** The specification of a Pod that has been decoded. */
export function podSpecOf(pod: KubeObject): PodSpec {
  pod.spec ??= {};
  return pod.spec as PodSpec;
}
