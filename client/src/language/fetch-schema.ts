import type { KindName } from '../../../server/src/protocol.ts';
import type { Cluster } from '../cluster/cluster.ts';

/**
 * Asks a cluster what it serves now, and for the schema of a kind.
 *
 * @param name the name that a person knows the cluster by
 * @throws Error with the way out where it has no such kind, or publishes no schema of it; ClusterError where it cannot be asked
 */
export async function fetchSchema(
  cluster: Pick<Cluster, 'discover' | 'openApi'>,
  name: string,
  { apiVersion, kind }: KindName,
  signal: AbortSignal,
): Promise<void> {
  const discovery = await cluster.discover({ refresh: true, signal });
  if (!discovery.find(apiVersion, kind)) {
    const versions = discovery.resources.flatMap((one) => (one.kind === kind ? one.apiVersion : []));
    const others = versions.length > 0 ? ` It has ${kind} of ${versions.join(' and ')}.` : '';
    throw new Error(
      `Cluster ${name} serves no ${kind} of ${apiVersion}.${others} Choose another cluster, or add its CustomResourceDefinition to the workspace.`,
    );
  }
  if (!(await cluster.openApi(apiVersion, signal))) {
    throw new Error(
      `Cluster ${name} serves ${kind} of ${apiVersion}, but publishes no schema of it. Add its CustomResourceDefinition to the workspace instead.`,
    );
  }
}
