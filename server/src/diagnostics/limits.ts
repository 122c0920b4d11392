import type { About } from '../checks/about.ts';
import type { Finding } from '../checks/finding.ts';
import { documentFormat } from '../manifest/manifest.ts';
import type { Span, YamlDocument } from '../yaml/nodes.ts';

/** Nobody reads more, and a file of another make may have millions. */
export const mostFindings = 1000;

/**
 * The note on an object that is too large to be checked while a person types; undefined for all others. An API server
 * takes requests of at most 3 MB.
 */
export function tooLarge(document: YamlDocument): Finding | undefined {
  const { text, root, span } = document;
  if (text.length <= largestDocument || documentFormat(document) !== 'kubernetes') return undefined;
  const { start } = root!.span;
  const lineBreak = /\r?\n/.exec(text.slice(start - span.start));
  const end = lineBreak ? start + lineBreak.index : span.start + text.length;
  return note({ is: 'too-large', size: text.length, most: largestDocument }, { start, end });
}

/** The first findings and, where there are more, a note at the next one that says so. */
export function limited(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length <= mostFindings) return findings;
  const shown = mostFindings - 1;
  return [...findings.slice(0, shown), note({ is: 'too-many', shown }, findings[shown]!.span)];
}

/** API servers take no larger request: a larger document is neither checked nor read for what it defines. */
export const largestDocument = 4_000_000;

function note(about: About, span: Span): Finding {
  return { code: 'not-checked', severity: 'information', about, span };
}
