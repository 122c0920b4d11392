import { type CodeAction, CodeActionKind, type CodeActionParams } from 'vscode-languageserver';
import type { DiagnosticData } from '../workspace/lsp-diagnostic.ts';
import type { OpenDocument } from '../workspace/open-document.ts';

/** The edits that mend the problems a person's cursor is on: each comes with its diagnostic's `data`. */
export function quickFixes({ uri }: OpenDocument, { context }: CodeActionParams): CodeAction[] {
  return context.diagnostics.flatMap((diagnostic) => {
    const fix = diagnostic.source === 'kubewright' && (diagnostic.data as DiagnosticData | undefined)?.fix;
    if (!fix) return [];
    return {
      title: fix.title,
      kind: CodeActionKind.QuickFix,
      diagnostics: [diagnostic],
      isPreferred: true,
      edit: { changes: { [uri]: [{ range: fix.range, newText: fix.newText }] } },
    };
  });
}
