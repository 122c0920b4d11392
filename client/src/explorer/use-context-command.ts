import type { KubeContext } from '../cluster/cluster.ts';
import { type PickableContexts, pickContext } from '../connections/pick-context.ts';
import { showInformation } from '../prompts/messages.ts';
import type { ContextNode } from './nodes/context-node.ts';

/** Use Context: what kubectl and other tools use from now on, too. The one command that writes a kubeconfig. */
export async function useContext(sources: PickableContexts, node: ContextNode | undefined): Promise<void> {
  const context = node?.context ?? (await pickContext(sources, { title: 'Use Context', harmless }));
  if (!context) return;
  const file = await sources.connections.makeCurrent(context);
  showInformation(`${context.name} is the current context of ${file} now.`);
}

/** A context that is current already: a kubeconfig is not written for it. */
function harmless({ current }: KubeContext): boolean {
  return current;
}
