import type { KubeContext } from '../cluster/cluster.ts';
import type { Connections } from '../connections/connections.ts';
import { pickContext } from '../connections/pick-context.ts';
import { showInformation } from '../prompts/messages.ts';
import type { ContextNode } from './nodes/context-node.ts';

/** Use Context: what kubectl and other tools use from now on, too. The one command that writes a kubeconfig. */
export async function useContext(connections: Connections, node: ContextNode | undefined): Promise<void> {
  const context = node?.context ?? (await pickContext(connections, { purpose: 'use from now on', harmless }));
  if (!context) return;
  const file = await connections.makeCurrent(context);
  showInformation(`${context.name} is the current context of ${file} now.`);
}

/** A context that is current already: a kubeconfig is not written for it. */
function harmless({ current }: KubeContext): boolean {
  return current;
}
