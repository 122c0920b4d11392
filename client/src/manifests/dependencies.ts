import type { PickableTargets } from '../connections/pick-target.ts';
import type { Refresh } from '../connections/refresh.ts';
import type { LanguageService } from '../language/language-service.ts';
import type { ManifestDiagnostics } from './manifest-diagnostics.ts';
import type { PreviewDocuments } from './preview-documents.ts';

/** What the commands on manifests work with. */
export interface ManifestDependencies extends PickableTargets {
  readonly refresh: Refresh;
  readonly language: LanguageService;
  readonly previews: PreviewDocuments;
  readonly diagnostics: ManifestDiagnostics;
}
