import { pickContext } from '../connections/pick-context.ts';
import { pickNamespace } from '../connections/pick-namespace.ts';
import type { PickableTargets } from '../connections/pick-target.ts';
import { wentBack } from '../prompts/pick.ts';
import type { ContextNode } from './nodes/context-node.ts';

/** Select Namespace: which one the Clusters view shows of a cluster. One that may not be listed can be typed. */
export async function selectNamespace(
  sources: PickableTargets,
  node: ContextNode | undefined,
): Promise<void> {
  const { connections, namespaces, log } = sources;
  const context = node ? node.context : await pickContext(sources, { title: 'Select Namespace' });
  if (!context) return;
  const picked = await pickNamespace(await connections.open(context), {
    title: `Namespace of ${context.name}`,
    placeholder: 'Select a namespace, or type the name of one',
    first: [],
    all: 'offered',
    log,
  });
  if (picked === undefined || picked === wentBack) return;
  await namespaces.select(context, picked === 'all' ? undefined : picked.namespace);
}
