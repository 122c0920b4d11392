import type { Cluster } from '../cluster/cluster.ts';

/** The names of a cluster's namespaces in their order. */
export async function listedNamespaces(cluster: Cluster, signal: AbortSignal): Promise<string[]> {
  const resource = (await cluster.discover({ signal })).find('v1', 'Namespace');
  if (!resource) return [];
  const rows = await cluster.listRows(resource, undefined, { signal });
  return rows.map(({ name }) => name).sort();
}
