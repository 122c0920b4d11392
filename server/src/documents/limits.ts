import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver';
import { documentFormat } from '../manifest/manifest.ts';
import type { LineIndex } from '../yaml/lines.ts';
import type { YamlDocument } from '../yaml/nodes.ts';

/** Nobody reads more, and a file of another make may have millions. */
export const mostDiagnostics = 1000;

/**
 * The note on an object that is too large to be checked while a person types; undefined for all others. An API server
 * takes requests of at most 3 MB.
 */
export function tooLargeNote(document: YamlDocument, lines: LineIndex): Diagnostic | undefined {
  if (document.text.length <= largestDocument || documentFormat(document) !== 'kubernetes') return undefined;
  const start = document.root!.span.start;
  const size = (document.text.length / 1e6).toFixed(1);
  const message = `This document has ${size} MB. It is not checked, because it is larger than ${largestDocument / 1e6} MB.`;
  return note(message, lines.range({ start, end: lines.lineEnd(lines.positionAt(start).line) }));
}

/** The first diagnostics and, where there are more, a note at the next one that says so. */
export function limited(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  if (diagnostics.length <= mostDiagnostics) return [...diagnostics];
  const shown = mostDiagnostics - 1;
  const message = `This file has more than ${shown} problems. What is from here on is not shown.`;
  return [...diagnostics.slice(0, shown), note(message, diagnostics[shown]!.range)];
}

const largestDocument = 4_000_000;

function note(message: string, range: Diagnostic['range']): Diagnostic {
  return {
    range,
    severity: DiagnosticSeverity.Information,
    code: 'not-checked',
    source: 'kubewright',
    message,
  };
}
