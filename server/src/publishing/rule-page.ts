import type { Diagnostic } from 'vscode-languageserver';

/**
 * Diagnostics whose codes are links to what is said of them. `page` is an address with `CODE` in it; where the client
 * gives none they stay as they are.
 */
export function withPages(diagnostics: readonly Diagnostic[], page: string | undefined): Diagnostic[] {
  if (page === undefined) return [...diagnostics];
  return diagnostics.map((diagnostic) => ({
    ...diagnostic,
    codeDescription: { href: page.replace('CODE', encodeURIComponent(String(diagnostic.code))) },
  }));
}
