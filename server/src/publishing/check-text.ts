import type { Diagnostic } from 'vscode-languageserver';
import { bundledVersion } from '../catalog/version.ts';
import { fileFindings } from '../diagnostics/pipeline.ts';
import { lspDiagnostic } from '../documents/lsp-diagnostic.ts';
import { OpenDocument } from '../documents/open-document.ts';
import type { CheckTextParams } from '../protocol.ts';
import { DefinitionIndex } from '../workspace/definition-index.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { parseDocuments } from '../yaml/documents.ts';

/**
 * Answers `kubewright/checkText`: judges a text by the workspace's settings and definitions, with those of the request
 * over them. Gives up when the signal aborts. Rejects when the catalog cannot be read.
 */
export async function checkText(
  params: CheckTextParams,
  workspace: Workspace,
  pause: () => Promise<void>,
  signal: { readonly isCancellationRequested: boolean },
): Promise<Diagnostic[]> {
  const document = new OpenDocument(params.uri, 'yaml', 0, params.text);
  const definitions = new DefinitionIndex();
  definitions.setOpen(params.uri, document.documents);
  for (const { uri, text } of params.with) {
    if (uri !== params.uri) definitions.setOpen(uri, parseDocuments(text));
  }
  const context = await workspace.contextWith(
    definitions.kinds(),
    bundledVersion(params.kubernetesVersion ?? ''),
  );
  const { uri, documents, lines } = document;
  const findings = await fileFindings(
    { uri, documents },
    {
      context,
      severities: workspace.settings.severities,
      turn: pause,
      isCancelled: () => signal.isCancellationRequested,
    },
  );
  return findings.map((finding) => lspDiagnostic(finding, { uri, lines }));
}
