/** Whose logs are to be read, as data. */
export type LogSource = PodsOfObject | PodsBySelector;

/** Which Pods of one cluster, and which of their containers. */
interface PodsOfCluster {
  /** The id of the context. */
  readonly cluster: string;
  /** This container of each; all of them, of every role, where it is left out. */
  readonly container?: string;
}

/**
 * A Pod, or the Pods of anything that has some: by the selector of its spec, whatever its kind, else those that it owns,
 * itself or by what it owns.
 */
export interface PodsOfObject extends PodsOfCluster {
  readonly of: 'object';
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

export interface PodsBySelector extends PodsOfCluster {
  readonly of: 'selector';
  /** Undefined for those of all namespaces. */
  readonly namespace: string | undefined;
  /** `app=web,tier in (front,back)` */
  readonly labelSelector: string;
}
