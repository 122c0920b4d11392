import { type Diagnostic, DiagnosticSeverity, DiagnosticTag, type TextEdit } from 'vscode-languageserver';
import type { Finding } from '../checks/finding.ts';
import type { KindName } from '../protocol.ts';
import type { LineIndex } from '../yaml/lines.ts';

/** What `Diagnostic.data` holds, where there is something to be done about a finding. */
export interface DiagnosticData {
  readonly fix?: { readonly title: string; readonly edits: readonly TextEdit[] };
  readonly unknown?: KindName;
  readonly syntax?: true;
}

/** A finding as LSP has it; `lines` are those of the text that its spans are of. */
export function lspDiagnostic(
  { code, severity, message, span, deprecated, unnecessary, fix, unknown, syntax }: Finding,
  lines: LineIndex,
): Diagnostic {
  const data: DiagnosticData = {
    ...(fix && {
      fix: {
        title: fix.title,
        edits: [fix, ...(fix.more ?? [])].map(({ span, newText }) => ({ range: lines.range(span), newText })),
      },
    }),
    ...(unknown && { unknown }),
    ...(syntax && { syntax }),
  };
  return {
    range: lines.range(span),
    severity: severities[severity],
    code,
    source: 'kubewright',
    message,
    ...(deprecated && { tags: [DiagnosticTag.Deprecated] }),
    ...(unnecessary && { tags: [DiagnosticTag.Unnecessary] }),
    ...((fix || unknown || syntax) && { data }),
  };
}

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
} as const;
