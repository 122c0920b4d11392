import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import { loadSchemas } from '../../../server/src/checks/check-document.ts';
import { documentFindings } from '../../../server/src/diagnostics/document-findings.ts';
import { OpenDocument } from '../../../server/src/documents/open-document.ts';
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
  const lines = annotated.split('\n').filter((line) => !line.trimStart().startsWith('#~'));
  const document = await openedTemplate(lines.join('\n'), catalog);
  const findings = document.documents.flatMap((one) =>
    documentFindings(one, document, { catalog, version: '1.36' }),
  );
  return withMarks(document.text, findings);
}
