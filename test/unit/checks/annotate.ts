import type { Catalog, KubernetesVersion } from '../../../server/src/catalog/catalog.ts';
import { composeCatalogs } from '../../../server/src/catalog/definitions.ts';
import { diagnose, loadSchemas } from '../../../server/src/checks/check-document.ts';
import type { Finding } from '../../../server/src/checks/finding.ts';
import { DefinitionIndex } from '../../../server/src/workspace/definition-index.ts';
import { parseDocuments } from '../../../server/src/yaml/documents.ts';
import { LineIndex } from '../../../server/src/yaml/lines.ts';
import { messageOf } from '../../support/message.ts';

const mark = '#~';

/**
 * A manifest with a line `#~   ^^^^ severity code: message` under each line that has findings; a fix is `-> text` at
 * its end. Such lines of `annotated` are taken out first: what stands right is what comes back.
 */
export async function annotate(
  annotated: string,
  base: Catalog,
  version: KubernetesVersion = '1.36',
): Promise<string> {
  const text = annotated
    .split('\n')
    .filter((line) => !line.trimStart().startsWith(mark))
    .join('\n');
  const documents = parseDocuments(text);
  const definitions = new DefinitionIndex();
  definitions.setOpen('file:///definitions.yaml', documents);
  const catalog = composeCatalogs(base, definitions.kinds());
  await loadSchemas(documents, catalog);
  const findings = documents.flatMap((document) => diagnose(document, { catalog, version }));
  return withMarks(text, findings);
}

/** The text with a line of marks under each line that has findings. */
export function withMarks(text: string, findings: readonly Finding[]): string {
  const lines = new LineIndex(text);
  const below = new Map<number, string[]>();
  for (const finding of findings) {
    const { line, character } = lines.positionAt(finding.span.start);
    const end = Math.min(finding.span.end, lines.lineEnd(line));
    const caret = '^'.repeat(Math.max(1, end - finding.span.start));
    const fix = finding.fix ? ` -> ${finding.fix.newText}` : '';
    const tag = finding.deprecated ? ' deprecated' : '';
    const pad = ' '.repeat(Math.max(0, character - mark.length));
    const shown = `${mark}${pad}${caret} ${finding.severity}${tag} ${finding.code}: ${messageOf(finding)}${fix}`;
    below.set(line, [...(below.get(line) ?? []), shown]);
  }
  return text
    .split('\n')
    .flatMap((line, index) => [line, ...(below.get(index) ?? [])])
    .join('\n');
}
