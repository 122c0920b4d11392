import type { ExtensionContext } from 'vscode';
import type { KubeContext } from '../cluster/cluster.ts';
import type { Log } from '../cluster/log.ts';
import { systemClock } from '../cluster/watch/clock.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { Connections } from './connections.ts';
import { LastTarget } from './last-target.ts';
import { Namespaces } from './namespaces.ts';
import { offerProtection } from './offer-protection.ts';
import { Refresh } from './refresh.ts';
import { Rights } from './rights.ts';

/** The clusters of a window, and what it remembers of them. Reads and contacts nothing by itself. */
export function register(
  context: ExtensionContext,
  { sandbox, log }: { readonly sandbox: Sandbox; readonly log: Log },
) {
  const connections = new Connections(context, sandbox, log);
  const namespaces = new Namespaces(context.workspaceState, connections);
  const rights = new Rights(systemClock, log);
  const lastTarget = new LastTarget(context.workspaceState, connections);
  const offer = (opened: KubeContext) =>
    offerProtection(connections, context.globalState, opened).catch((error) =>
      log.error('offering the protection of a cluster', error),
    );
  context.subscriptions.push(connections, namespaces, lastTarget, connections.onDidOpen(offer));
  return { connections, namespaces, rights, lastTarget, refresh: new Refresh() };
}
