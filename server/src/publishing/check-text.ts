import type { Diagnostic } from 'vscode-languageserver';
import { bundledVersion } from '../catalog/version.ts';
import { judgeDocument, loadForJudging, withSeverities } from '../diagnostics/judge-document.ts';
import { limited, mostDiagnostics, tooLargeNote } from '../documents/limits.ts';
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
  const judgement = await workspace.judgementWith(
    definitions.kinds(),
    bundledVersion(params.kubernetesVersion ?? ''),
  );
  await loadForJudging(document.documents, document, judgement);
  const diagnostics: Diagnostic[] = [];
  for (const one of document.documents) {
    await pause();
    if (signal.isCancellationRequested || diagnostics.length > mostDiagnostics) break;
    const tooLarge = tooLargeNote(one, document.lines);
    if (tooLarge) {
      diagnostics.push(tooLarge);
      continue;
    }
    const findings = judgeDocument(one, document, judgement);
    for (const finding of withSeverities(findings, workspace.settings.severities)) {
      diagnostics.push(lspDiagnostic(finding, document.lines));
    }
  }
  return limited(diagnostics);
}
