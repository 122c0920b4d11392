import type { Cluster } from '../cluster/cluster.ts';
import type { AskedTarget } from '../connections/ask-for-target.ts';
import { changeable } from '../connections/confirm-change.ts';
import { pickTarget } from '../connections/pick-target.ts';
import type { FolderTarget } from '../connections/target.ts';
import { readBefore } from '../journal/read-before.ts';
import type { Target } from '../journal/target.ts';
import type { ManifestDependencies } from './dependencies.ts';
import type { ManifestObject } from './read-manifests.ts';

/**
 * Opens a target's cluster, and sees that its namespace is there where objects go to it: of one that is gone the person is told,
 * and asked for another. Writes nothing. Undefined when they leave it.
 */
export async function openTarget(
  dependencies: ManifestDependencies,
  { target, folder }: AskedTarget,
  title: string,
  manifests: readonly ManifestObject[],
): Promise<Target | undefined> {
  const { connections, targets } = dependencies;
  let current: FolderTarget | undefined = target;
  while (current) {
    const { context, namespace }: FolderTarget = current;
    const cluster = await connections.open(context);
    const presence = await presenceOf(cluster, namespace, manifests);
    if (presence === 'there') return { cluster, namespace };
    const name = connections.labelOf(context);
    const gone = `Namespace ${namespace} of ${name} ${presence}`;
    if (targets.pinned(folder).namespace !== undefined) {
      throw new Error(
        `${gone}, and kubewright.target names it: change that setting, or create the namespace.`,
      );
    }
    current = await pickTarget(dependencies, {
      folder,
      title,
      why: `${gone}: choose another`,
      context,
      without: namespace,
      among: changeable(connections),
      keep: 'as the target of the folder',
    });
  }
  return undefined;
}

/** Whether what names no namespace can go to this one; who may not read it is told by the server. */
async function presenceOf(
  cluster: Cluster,
  namespace: string,
  manifests: readonly ManifestObject[],
): Promise<'there' | 'is not there' | 'is being deleted'> {
  const discovery = await cluster.discover();
  const isNeeded = manifests.some(
    ({ object }) =>
      !object.metadata.namespace && discovery.find(object.apiVersion, object.kind)?.scope === 'Namespaced',
  );
  const comesWithThem = manifests.some(
    ({ object }) => object.kind === 'Namespace' && object.metadata.name === namespace,
  );
  const resource = discovery.find('v1', 'Namespace');
  if (!isNeeded || comesWithThem || !resource) return 'there';
  const found = await readBefore(cluster, { resource, namespace: undefined, name: namespace }).catch(
    () => 'not readable' as const,
  );
  if (found === undefined) return 'is not there';
  if (found === 'not readable') return 'there';
  return found.metadata.deletionTimestamp !== undefined ? 'is being deleted' : 'there';
}
