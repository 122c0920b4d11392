import type { Cluster, KubeContext } from './cluster.ts';
import type { KubeconfigFiles } from './kubeconfig/files.ts';

/** What opening a cluster needs beside the context. */
export interface OpenClusterOptions {
  /** The files that the context was loaded from: they are read again, for the credentials, at the first request. */
  readonly files: KubeconfigFiles;
  /**
   * Whether the exec plugin of a user defined in that kubeconfig file may run. Asked each time before it runs: answer
   * false while the workspace is not trusted.
   */
  readonly allowExec: (file: string) => boolean;
  /** `User-Agent` of every request. */
  readonly userAgent?: string;
}

/** The cluster of a context. Sends nothing and reads no file before one of its methods is called. */
export function openCluster(_context: KubeContext, _options: OpenClusterOptions): Cluster {
  throw new Error('not reached');
}
