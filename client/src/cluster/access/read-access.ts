import type { Cluster } from '../cluster.ts';
import { ClusterError } from '../errors.ts';
import type { KubeObject } from '../kube-object.ts';
import type { AccessObjects } from './who-can.ts';

/** Roles and bindings, and which of them could not be read. */
export interface ReadAccess {
  readonly objects: AccessObjects;
  /** Why not, in the words of who refuses it; empty where all of them were read. */
  readonly missing: readonly string[];
}

const rbac = 'rbac.authorization.k8s.io/v1';

/**
 * Reads what RBAC judges by. What its user may not list is missing, and said. Rejects with a `ClusterError` for every other
 * failure.
 */
export async function readAccess(
  cluster: Pick<Cluster, 'discover' | 'list'>,
  signal?: AbortSignal,
): Promise<ReadAccess> {
  const discovery = await cluster.discover();
  const missing: string[] = [];
  const read = async (kind: string): Promise<KubeObject[]> => {
    const resource = discovery.find(rbac, kind);
    if (!resource) {
      missing.push(`the server has no ${kind}: it does not authorize by RBAC`);
      return [];
    }
    try {
      return await cluster.list(resource, undefined, signal ? { signal } : {});
    } catch (error) {
      if (!(error instanceof ClusterError) || error.status?.code !== 403) throw error;
      missing.push(error.message);
      return [];
    }
  };
  const [clusterRoles, roles, clusterRoleBindings, roleBindings] = await Promise.all([
    read('ClusterRole'),
    read('Role'),
    read('ClusterRoleBinding'),
    read('RoleBinding'),
  ]);
  return { objects: { clusterRoles, roles, clusterRoleBindings, roleBindings }, missing };
}
