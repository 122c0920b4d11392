import type { KubeContext } from '../cluster/cluster.ts';
import type { Features } from '../features.ts';

const stateKey = 'kubewright.lastTarget';

/** What `Connections.keyOf` gives for the cluster that this workspace's manifests went to last. */
export function lastTarget({ extension }: Pick<Features, 'extension'>): string | undefined {
  return extension.workspaceState.get<string>(stateKey);
}

/** Offers this cluster first the next time. */
export async function rememberTarget(
  { extension, connections }: Pick<Features, 'extension' | 'connections'>,
  context: KubeContext,
): Promise<void> {
  await extension.workspaceState.update(stateKey, connections.keyOf(context));
}
