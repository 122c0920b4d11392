import type { Cluster } from '../../../client/src/cluster/cluster.ts';
import { loadKubeContexts } from '../../../client/src/cluster/kubeconfig/load.ts';
import { type OpenClusterOptions, openCluster } from '../../../client/src/cluster/open.ts';

/** The extension's client of the first context of a kubeconfig, which runs no plugin. */
export async function openClient(
  kubeconfig: string,
  options: Partial<OpenClusterOptions> = {},
): Promise<Cluster> {
  const files = { merged: [], extra: [kubeconfig] };
  const { contexts } = await loadKubeContexts(files);
  return openCluster(contexts[0]!, { files, allowExec: () => false, ...options });
}
