import type { ExtensionContext, TreeDataProvider } from 'vscode';
import { register as registerConnections } from './connections/register.ts';
import type { TreeNode } from './explorer/nodes/node.ts';
import { register as registerExplorer } from './explorer/register.ts';
import type { Forward } from './forwards/forwards.ts';
import { register as registerForwards } from './forwards/register.ts';
import { register as registerLanguage } from './language/register.ts';
import { register as registerLive } from './live/register.ts';
import { register as registerLogs } from './logs/register.ts';
import { register as registerManifests } from './manifests/register.ts';
import { register as registerObjects } from './objects/register.ts';
import { openLog } from './open-log.ts';
import { register as registerSandbox } from './sandbox/register.ts';

/** What the extension's own tests reach through `extension.exports`; no promise to other extensions. */
export interface ExtensionApi {
  /** The lines of the Clusters view. */
  readonly clusters: TreeDataProvider<TreeNode>;
  /** The lines of the Port Forwards view. */
  readonly forwards: TreeDataProvider<Forward>;
  /** Starts the language server, if that has not been done, and resolves when it answers. */
  readonly languageServer: Promise<void>;
}

/** Composes the features; none of them contacts a cluster or loads what could, before a person asks. */
export function activate(context: ExtensionContext): ExtensionApi {
  const { log, channel } = openLog(context);
  const sandbox = registerSandbox(context, log);
  const { connections, namespaces, lastTarget, refresh } = registerConnections(context, { sandbox, log });
  const clusters = { connections, namespaces, log };
  const language = registerLanguage(context, { connections, lastTarget, log, channel });
  const clustersView = registerExplorer(context, { ...clusters, refresh, sandbox });
  registerObjects(context, clusters);
  registerManifests(context, { connections, lastTarget, refresh, language, log });
  registerLive(context, { ...clusters, refresh });
  registerLogs(context, clusters);
  const forwardsView = registerForwards(context, clusters);
  return {
    clusters: clustersView,
    forwards: forwardsView,
    get languageServer() {
      return language.start();
    },
  };
}
