import type { Cluster } from '../../../client/src/cluster/cluster.ts';
import { loadKubeContexts } from '../../../client/src/cluster/kubeconfig/load.ts';
import { openCluster } from '../../../client/src/cluster/open.ts';

/** Opens the context `admin` of a kubeconfig, or its only one. */
export async function openContext(kubeconfig: string): Promise<Cluster> {
  const files = { merged: [kubeconfig], extra: [] };
  const { contexts } = await loadKubeContexts(files);
  const context = contexts.find(({ name }) => name === 'admin') ?? contexts[0];
  if (!context) throw new Error(`${kubeconfig} has no context`);
  return openCluster(context, { files, allowExec: () => false });
}
