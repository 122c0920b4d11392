import { type QuickPickItem, window } from 'vscode';
import type { Cluster, KubeContext } from '../cluster/cluster.ts';
import { pickContext } from '../connections/pick-context.ts';
import type { PickedFrom } from '../connections/pick-object.ts';
import { ContextNode } from './nodes/context-node.ts';

interface NamespaceItem extends QuickPickItem {
  /** Undefined means all. */
  readonly namespace: string | undefined;
}

/** Select Namespace: which one the Clusters view shows of a cluster. One that may not be listed can be typed. */
export async function selectNamespace({ connections, namespaces }: PickedFrom, node: unknown): Promise<void> {
  const context =
    node instanceof ContextNode
      ? node.context
      : await pickContext(connections, { purpose: 'select a namespace of' });
  if (!context) return;
  const picked = await pickNamespace(context, await connections.open(context));
  if (picked) await namespaces.select(context, picked.namespace);
}

async function pickNamespace(context: KubeContext, cluster: Cluster): Promise<NamespaceItem | undefined> {
  const pick = window.createQuickPick<NamespaceItem>();
  pick.title = `Namespace of ${context.name}`;
  pick.placeholder = 'Select a namespace, or type the name of one';
  pick.ignoreFocusOut = true;
  pick.busy = true;
  const all: NamespaceItem = { label: 'All namespaces', namespace: undefined };
  let names: readonly string[] = [];
  const show = () => {
    const typed = pick.value.trim();
    const items = names.map((name): NamespaceItem => ({ label: name, namespace: name }));
    const isNew = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(typed) && !names.includes(typed);
    const own: NamespaceItem = { label: typed, description: 'the name as typed', namespace: typed };
    pick.items = isNew ? [...items, all, own] : [all, ...items];
  };
  const reading = new AbortController();
  try {
    return await new Promise((done) => {
      pick.onDidChangeValue(show);
      pick.onDidAccept(() => done(pick.selectedItems[0]));
      pick.onDidHide(() => done(undefined));
      show();
      pick.show();
      void namespacesOf(cluster, reading.signal)
        .then(
          (found) => {
            names = found;
            show();
          },
          () => {
            // Who may not list namespaces may still use one.
            if (!reading.signal.aborted)
              pick.placeholder = 'Namespaces cannot be listed: type the name of one';
          },
        )
        .then(() => {
          if (!reading.signal.aborted) pick.busy = false;
        });
    });
  } finally {
    reading.abort();
    pick.dispose();
  }
}

async function namespacesOf(cluster: Cluster, signal: AbortSignal): Promise<string[]> {
  const resource = (await cluster.discover({ signal })).find('v1', 'Namespace');
  if (!resource) return [];
  const objects = await cluster.list(resource, undefined, { signal });
  return objects.map(({ metadata }) => metadata.name ?? '').sort();
}
