import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import type { CheckContext } from '../../../server/src/checks/check-context.ts';
import { loadSchemas } from '../../../server/src/checks/check-document.ts';
import type { Finding } from '../../../server/src/checks/finding.ts';
import { documentFindings } from '../../../server/src/diagnostics/document-findings.ts';
import { OpenDocument } from '../../../server/src/documents/open-document.ts';
import { knownPlaceholders, type Placeholders } from '../../../server/src/placeholders/placeholders.ts';
import { withMarks } from '../checks/annotate.ts';

/** A template of a chart as it is open, with the schemas that it needs. */
export async function openedTemplate(
  text: string,
  catalog: Catalog,
  uri = 'file:///chart/templates/a.yaml',
): Promise<OpenDocument> {
  const document = new OpenDocument(uri, 'yaml', 1, text);
  document.becomeTemplate();
  await loadSchemas(document.documents, catalog);
  return document;
}

/** A template with its findings on lines `#~`, as `annotate` has them of a manifest. */
export async function annotateTemplate(annotated: string, catalog: Catalog): Promise<string> {
  const document = await openedTemplate(withoutMarks(annotated), catalog);
  return withMarks(document.text, findingsOf(document, { catalog, version: '1.36' }));
}

/** The same of a manifest that is no template of a chart, whose placeholders are these. */
export async function annotateWithPlaceholders(
  annotated: string,
  catalog: Catalog,
  placeholders: Placeholders = knownPlaceholders,
): Promise<string> {
  const document = new OpenDocument('file:///manifests/a.yaml', 'yaml', 1, withoutMarks(annotated));
  document.knowPlaceholders(placeholders);
  await loadSchemas(document.documents, catalog);
  return withMarks(document.text, findingsOf(document, { catalog, version: '1.36', placeholders }));
}

/** What is wrong with all documents of an open text. */
export function findingsOf(document: OpenDocument, context: CheckContext): Finding[] {
  return document.documents.flatMap((one) => documentFindings(one, document, context));
}

function withoutMarks(annotated: string): string {
  return annotated
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#~'))
    .join('\n');
}
