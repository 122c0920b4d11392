import type { KubeContext } from '../cluster/cluster.ts';
import { confirmName } from '../prompts/ask-for-text.ts';
import type { Connections } from './connections.ts';
import type { ContextFilter } from './pick-context.ts';

/**
 * Asks as much as the protection of a cluster demands before something of it changes, or a port leads into it: nothing, or its
 * name. `what` follows "Type NAME to". Resolves to false where the person leaves it. Rejects where the cluster is read-only,
 * with the way out.
 */
export async function confirmChange(
  connections: Connections,
  context: KubeContext,
  what: string,
): Promise<boolean> {
  refuseReadOnly(connections, context);
  if (connections.protectionOf(context) === 'none') return true;
  const name = connections.labelOf(context);
  return await confirmName(name, what, `${name} is protected`);
}

/** @throws Error with the way out where nothing of a cluster may be changed */
export function refuseReadOnly(connections: Connections, context: KubeContext): void {
  if (connections.protectionOf(context) === 'read-only') {
    throw new Error(readOnly(connections.labelOf(context)));
  }
}

/** What a pick offers the clusters by that something may be changed in. */
export function changeable(connections: Connections): ContextFilter {
  return {
    has: (context) => connections.protectionOf(context) !== 'read-only',
    none: 'Every cluster is read-only here: change kubewright.protectedClusters in your user settings to allow it.',
    leftOut: 'read-only',
  };
}

/** Why nothing of a cluster is changed, and what to do. */
export function readOnly(name: string): string {
  return `${name} is read-only here, so nothing of it is changed. Change kubewright.protectedClusters in your user settings to allow it.`;
}
