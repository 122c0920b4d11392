import type { Diagnostic } from 'vscode-languageserver';
import type { Fix, TextChange } from '../../checks/finding.ts';
import { ignoreComment, ignoredCodesOn } from '../../diagnostics/suppression.ts';
import type { DocumentContent } from '../../documents/document-version.ts';
import type { DiagnosticData } from '../../documents/lsp-diagnostic.ts';

/**
 * The changes that have a comment ignore a problem: on its line, and in its whole document. JSON has no comments, and text
 * that is no YAML is to be mended.
 */
export function ignoringFixes(document: DocumentContent, diagnostic: Diagnostic): Fix[] {
  const { code } = diagnostic;
  const { syntax } = (diagnostic.data ?? {}) as DiagnosticData;
  if (typeof code !== 'string' || syntax || aboutComments.has(code) || isJson(document)) return [];
  const onLine = ignoreOnLine(document, diagnostic.range.start.line, code);
  const inDocument = ignoreInDocument(document, diagnostic.range.start, code);
  return [
    { title: `Ignore "${code}" on this line`, ...onLine },
    ...(inDocument ? [{ title: `Ignore "${code}" in this document`, ...inDocument }] : []),
  ];
}

/** Problems of such comments are mended, not ignored by another one. */
const aboutComments = new Set(['unknown-code', 'unused-ignore']);

function isJson({ languageId, text }: DocumentContent): boolean {
  return languageId.startsWith('json') || /^\s*[{[]/.test(text.slice(0, 1000));
}

function ignoreOnLine(document: DocumentContent, line: number, code: string): TextChange {
  const { lines } = document;
  for (const near of [line, line - 1]) {
    const codes = near < 0 ? undefined : ignoredCodesOn(lineText(document, near));
    if (codes) return insert(lines.lineStart(near) + codes.end, `, ${code}`);
  }
  const written = lineText(document, line);
  // Above the first line of content the comment would count for the whole document.
  if (isFirstContent(document, line) && !written.includes(' #')) {
    return insert(lines.lineStart(line) + written.trimEnd().length, ` ${ignoreComment(code)}`);
  }
  const indent = /^ */.exec(written)![0];
  return insert(lines.lineStart(line), `${indent}${ignoreComment(code)}${lineBreakOf(document)}`);
}

function ignoreInDocument(
  document: DocumentContent,
  position: Diagnostic['range']['start'],
  code: string,
): TextChange | undefined {
  const offset = document.lines.offsetAt(position);
  const start = document.documents.findLast(({ span }) => span.start <= offset)?.span.start;
  if (start === undefined) return undefined;
  const isLineStart = start === 0 || document.text[start - 1] === '\n';
  return isLineStart ? insert(start, `${ignoreComment(code)}${lineBreakOf(document)}`) : undefined;
}

function isFirstContent(document: DocumentContent, line: number): boolean {
  const start = document.lines.lineStart(line);
  const own = document.documents.findLast(({ span }) => span.start <= start);
  return !own || /^(?:\s*(?:#[^\n]*)?(?:\n|$))*$/.test(document.text.slice(own.span.start, start));
}

function lineText({ lines, text }: DocumentContent, line: number): string {
  return text.slice(lines.lineStart(line), lines.lineEnd(line));
}

function lineBreakOf({ text }: DocumentContent): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

function insert(at: number, newText: string): TextChange {
  return { span: { start: at, end: at }, newText };
}
