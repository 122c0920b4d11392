import type { CheckContext } from '../checks/check-context.ts';
import type { Finding } from '../checks/finding.ts';
import { fileFindings, type PipelineOptions } from '../diagnostics/pipeline.ts';
import { isForeignDocument } from '../documents/foreign-document.ts';
import type { OpenDocument } from '../documents/open-document.ts';
import type { YamlDocument } from '../yaml/nodes.ts';
import type { Workspace } from './workspace.ts';

/** What a document is judged by beside its workspace. */
export interface JudgingOptions extends Pick<PipelineOptions, 'cache' | 'turn' | 'isCancelled'> {
  /** What else there is to say of one of its documents: see `PipelineOptions`. */
  readonly hints?: (document: YamlDocument, context: CheckContext) => readonly Finding[];
}

/**
 * What a person is told of a document in its workspace: nothing where the settings say so or the file is of another
 * format, else what the pipeline finds by the kinds, the kustomizations and the settings that the workspace has. Rejects
 * when the catalog cannot be read.
 */
export async function openDocumentFindings(
  document: OpenDocument,
  workspace: Workspace,
  options: JudgingOptions,
): Promise<readonly Finding[]> {
  const { hints } = options;
  const { diagnostics, severities } = workspace.settings;
  if (diagnostics === 'off' || isForeignDocument(document)) return [];
  const known = workspace.contextOf(document.uri);
  const context = known instanceof Promise ? await known : known;
  if (options.isCancelled()) return [];
  const { uri, template, documents } = document;
  const patch = workspace.kustomizations.targetOf(uri);
  return await fileFindings(
    { uri, template, documents, patch, builds: workspace.buildsOf(uri) },
    {
      context,
      severities,
      cache: options.cache,
      hints: hints && ((one) => hints(one, context)),
      read: (path) => workspace.read(path),
      look: (path) => workspace.look(path),
      turn: () => options.turn(),
      isCancelled: () => options.isCancelled(),
    },
  );
}
