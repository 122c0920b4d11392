import type { Cluster, KubeContext } from '../cluster/cluster.ts';
import type { Log } from '../cluster/log.ts';
import { pickContext } from '../connections/pick-context.ts';
import type { PickableClusters } from '../connections/pick-object.ts';
import { type Choice, type OpenPick, pickWhileOpen } from '../prompts/pick.ts';
import type { ContextNode } from './nodes/context-node.ts';

/** What can be selected: a namespace, or all of them. */
type Selected = { readonly namespace: string } | 'all';

/** Select Namespace: which one the Clusters view shows of a cluster. One that may not be listed can be typed. */
export async function selectNamespace(
  { connections, namespaces, log }: PickableClusters & { readonly log: Log },
  node: ContextNode | undefined,
): Promise<void> {
  const context = node ? node.context : await pickContext(connections, { purpose: 'select a namespace of' });
  if (!context) return;
  const picked = await pickNamespace(context, await connections.open(context), log);
  if (picked) await namespaces.select(context, picked === 'all' ? undefined : picked.namespace);
}

async function pickNamespace(
  context: KubeContext,
  cluster: Cluster,
  log: Log,
): Promise<Selected | undefined> {
  const title = `Namespace of ${context.name}`;
  const placeholder = 'Select a namespace, or type the name of one';
  const reading = new AbortController();
  let names: readonly string[] = [];
  const offer = (pick: OpenPick<Selected>) => pick.offer(choicesOf(names, pick.typed.trim()));
  const read = async (pick: OpenPick<Selected>) => {
    try {
      names = await namespacesOf(cluster, reading.signal);
      if (reading.signal.aborted) return;
      offer(pick);
    } catch (error) {
      // Who may not list namespaces may still use one.
      if (reading.signal.aborted) return;
      log.info('listing namespaces to select from', error);
      pick.setPlaceholder('Namespaces cannot be listed: type the name of one');
    }
    pick.setBusy(false);
  };
  const onOpen = (pick: OpenPick<Selected>) => {
    pick.setBusy(true);
    offer(pick);
    void read(pick);
  };
  try {
    return await pickWhileOpen({ title, placeholder }, { onOpen, onDidType: offer });
  } finally {
    reading.abort();
  }
}

function choicesOf(names: readonly string[], typed: string): Choice<Selected>[] {
  const all: Choice<Selected> = { label: 'All namespaces', value: 'all' };
  const listed = names.map((name): Choice<Selected> => ({ label: name, value: { namespace: name } }));
  const isNew = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(typed) && !names.includes(typed);
  if (!isNew) return [all, ...listed];
  return [...listed, all, { label: typed, description: 'the name as typed', value: { namespace: typed } }];
}

async function namespacesOf(cluster: Cluster, signal: AbortSignal): Promise<string[]> {
  const resource = (await cluster.discover({ signal })).find('v1', 'Namespace');
  if (!resource) return [];
  const rows = await cluster.listRows(resource, undefined, { signal });
  return rows.map(({ name }) => name).sort();
}
