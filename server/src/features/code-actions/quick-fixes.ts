import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type Diagnostic,
} from 'vscode-languageserver';
import type { DocumentContent } from '../../documents/document-version.ts';
import type { DiagnosticData } from '../../documents/lsp-diagnostic.ts';
import { ignoreActions } from './ignore.ts';

/**
 * The edits that mend the problems a person's cursor is on: each comes with its diagnostic's `data`. Behind them those
 * that have a comment ignore the problem.
 */
export function quickFixes(document: DocumentContent, { context }: CodeActionParams): CodeAction[] {
  const own = context.diagnostics.filter(({ source }) => source === 'kubewright');
  return [
    ...own.flatMap((diagnostic) => mend(document, diagnostic)),
    ...own.flatMap((diagnostic) => ignoreActions(document, diagnostic)),
  ];
}

function mend({ uri }: DocumentContent, diagnostic: Diagnostic): CodeAction[] {
  const fix = (diagnostic.data as DiagnosticData | undefined)?.fix;
  if (!fix) return [];
  return [
    {
      title: fix.title,
      kind: CodeActionKind.QuickFix,
      diagnostics: [diagnostic],
      isPreferred: true,
      edit: { changes: { [uri]: fix.edits.map(({ range, newText }) => ({ range, newText })) } },
    },
  ];
}
