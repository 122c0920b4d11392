import type { Finding } from '../../../server/src/checks/finding.ts';
import { syntaxFinding } from '../../../server/src/checks/syntax/syntax-finding.ts';
import { type Severities, withSeverities } from '../../../server/src/diagnostics/severities.ts';
import { withoutIgnored } from '../../../server/src/diagnostics/suppression.ts';
import type { OpenDocument } from '../../../server/src/documents/open-document.ts';
import { breaksDocument } from '../../../server/src/yaml/syntax-severities.ts';

/**
 * Why the documents of a file are no YAML of which nothing is told yet: nobody can say whether they are objects. An editor
 * leaves them to others; who names a file means it to be of manifests. What other tools fill in may mend them.
 */
export function brokenDocuments(
  { documents, template }: OpenDocument,
  told: readonly Finding[],
  severities: Severities,
): Finding[] {
  if (template) return [];
  return documents.flatMap((document) => {
    const { problems, span, text } = document;
    const fault = problems.find(breaksDocument);
    if (!fault || text.includes('{{')) return [];
    if (told.some(({ span: { start } }) => span.start <= start && start <= span.end)) return [];
    const finding = syntaxFinding(fault, 'error', document);
    return withSeverities(withoutIgnored([finding], document), severities);
  });
}
