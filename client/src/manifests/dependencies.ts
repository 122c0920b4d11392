import type { Log } from '../cluster/log.ts';
import type { Connections } from '../connections/connections.ts';
import type { LastTarget } from '../connections/last-target.ts';
import type { Refresh } from '../connections/refresh.ts';
import type { LanguageService } from '../language/language-service.ts';
import type { ManifestDiagnostics } from './manifest-diagnostics.ts';
import type { PreviewDocuments } from './preview-documents.ts';

/** What the commands on manifests work with. */
export interface ManifestDependencies {
  readonly connections: Connections;
  readonly lastTarget: LastTarget;
  readonly refresh: Refresh;
  readonly language: LanguageService;
  readonly log: Log;
  readonly previews: PreviewDocuments;
  readonly diagnostics: ManifestDiagnostics;
}
