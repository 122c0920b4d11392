import type { ExtensionContext } from 'vscode';
import type { KubeContext } from '../cluster/cluster.ts';
import type { Log } from '../cluster/log.ts';
import { systemClock } from '../cluster/watch/clock.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { Connections } from './connections.ts';
import { DraggedObjects } from './dragged-objects.ts';
import { Namespaces } from './namespaces.ts';
import { offerProtection } from './offer-protection.ts';
import { Recent } from './recent.ts';
import { Refresh } from './refresh.ts';
import { Rights } from './rights.ts';
import { Targets } from './targets.ts';

/** The clusters of a window, and what it remembers of them. Reads and contacts nothing by itself. */
export function register(
  context: ExtensionContext,
  { sandbox, log }: { readonly sandbox: Sandbox; readonly log: Log },
) {
  const connections = new Connections(context, sandbox, log);
  const namespaces = new Namespaces(context.workspaceState, connections);
  const rights = new Rights(systemClock, log);
  const targets = new Targets(context.workspaceState, connections, log);
  const recent = new Recent(context.workspaceState);
  const offer = (opened: KubeContext) =>
    offerProtection(connections, context.globalState, opened).catch((error) =>
      log.error('offering the protection of a cluster', error),
    );
  context.subscriptions.push(connections, namespaces, targets, connections.onDidOpen(offer));
  const dragged = new DraggedObjects();
  return { connections, namespaces, rights, targets, recent, dragged, refresh: new Refresh() };
}
