import type { ExtensionContext } from 'vscode';
import type { Connections } from './connections/connections.ts';
import type { Namespaces } from './connections/namespaces.ts';
import type { ClustersView } from './explorer/clusters-view.ts';
import type { Forwards } from './forwards/forwards.ts';
import type { ConnectedClusters } from './language/connected-clusters.ts';
import type { LanguageService } from './language/language-service.ts';
import type { LiveObjectChanges } from './language/live-object-changes.ts';
import type { LiveDocuments } from './live/live-documents.ts';
import type { ManifestDiagnostics } from './manifests/manifest-diagnostics.ts';
import type { PreviewDocuments } from './manifests/preview-documents.ts';
import type { Sandbox } from './sandbox/sandbox.ts';

/** The parts of the extension that live as long as it does: what commands work on. */
export interface Features {
  readonly extension: ExtensionContext;
  readonly sandbox: Sandbox;
  readonly connections: Connections;
  readonly namespaces: Namespaces;
  readonly clustersView: ClustersView;
  readonly forwards: Forwards;
  readonly language: LanguageService;
  readonly connectedClusters: ConnectedClusters;
  readonly liveObjectChanges: LiveObjectChanges;
  readonly liveDocuments: LiveDocuments;
  readonly previews: PreviewDocuments;
  readonly manifestDiagnostics: ManifestDiagnostics;
}
