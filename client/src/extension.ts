import type { ExtensionContext, TreeDataProvider } from 'vscode';
import { registerCommands } from './commands.ts';
import { Connections } from './connections/connections.ts';
import { Namespaces } from './connections/namespaces.ts';
import { ClustersView } from './explorer/clusters-view.ts';
import type { TreeNode } from './explorer/nodes/node.ts';
import type { Features } from './features.ts';
import { type Forward, Forwards } from './forwards/forwards.ts';
import { ForwardsView } from './forwards/forwards-view.ts';
import { ConnectedClusters } from './language/connected-clusters.ts';
import { indentNewLines } from './language/enter-rules.ts';
import { languageService } from './language/language-service.ts';
import { LiveObjectChanges } from './language/live-object-changes.ts';
import { ManifestContext } from './language/manifest-context.ts';
import { answerServer } from './language/server-requests.ts';
import { LiveDocuments } from './live/live-documents.ts';
import { ManifestDiagnostics } from './manifests/manifest-diagnostics.ts';
import { PreviewDocuments } from './manifests/preview-documents.ts';
import { Sandbox } from './sandbox/sandbox.ts';

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
export function activate(extension: ExtensionContext): ExtensionApi {
  const sandbox = new Sandbox(extension.asAbsolutePath('dist/sandbox.js'));
  const connections = new Connections(extension, sandbox);
  const namespaces = new Namespaces(extension.workspaceState, connections);
  const language = languageService(extension.asAbsolutePath('dist/server.js'));
  const features: Features = {
    extension,
    sandbox,
    connections,
    namespaces,
    clustersView: new ClustersView(connections, namespaces, sandbox),
    forwards: new Forwards(connections),
    language,
    connectedClusters: new ConnectedClusters({ connections, extension, language }),
    liveObjectChanges: new LiveObjectChanges({ connections, language }),
    liveDocuments: new LiveDocuments(connections),
    previews: new PreviewDocuments(),
    manifestDiagnostics: new ManifestDiagnostics(),
  };
  answerServer(features);
  const forwardsView = new ForwardsView(features.forwards);
  extension.subscriptions.push(
    features.language,
    features.connectedClusters,
    features.liveObjectChanges,
    indentNewLines(),
    new ManifestContext(),
    forwardsView,
    features.clustersView,
    features.forwards,
    features.liveDocuments,
    features.previews,
    features.manifestDiagnostics,
    namespaces,
    connections,
    sandbox,
    ...registerCommands(features),
  );
  return {
    clusters: features.clustersView,
    forwards: forwardsView,
    get languageServer() {
      return language.start();
    },
  };
}
