import { pickContext } from '../connections/pick-context.ts';
import { pickNamespaces } from '../connections/pick-namespaces.ts';
import type { PickableTargets } from '../connections/pick-target.ts';
import type { ContextNode } from './nodes/context-node.ts';

/** Select Namespaces: which ones the Clusters view shows of a cluster. Those that may not be listed can be typed. */
export async function selectNamespace(
  sources: PickableTargets,
  node: ContextNode | undefined,
): Promise<void> {
  const { connections, namespaces, log } = sources;
  const context = node ? node.context : await pickContext(sources, { title: 'Select Namespaces' });
  if (!context) return;
  const picked = await pickNamespaces(await connections.open(context), {
    title: `Namespaces of ${connections.labelOf(context)}`,
    placeholder: 'Tick namespaces, or type the name of one, or of several with commas',
    shown: namespaces.shown(context),
    named: namespaces.named(context),
    log,
  });
  if (picked !== undefined) await namespaces.select(context, picked);
}
