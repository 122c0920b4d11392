import { Diagnostic, DiagnosticSeverity, type Range } from 'vscode';
import { plainText } from './plain-text.ts';

/** An error at a place of a document, said by a server: its words in one line. */
export function serverProblem(range: Range, message: string): Diagnostic {
  const made = new Diagnostic(range, plainText(message), DiagnosticSeverity.Error);
  made.source = 'kubewright (server)';
  return made;
}
