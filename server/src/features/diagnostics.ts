import type { Catalog } from '../catalog/catalog.ts';
import type { YamlDocument } from '../yaml/nodes.ts';
import { checkObject, type Judgement, kindsOf } from './diagnostics/check-object.ts';
import type { Finding } from './diagnostics/finding.ts';
import { identify } from './diagnostics/kubernetes-object.ts';

export type { Judgement } from './diagnostics/check-object.ts';
export type { Finding } from './diagnostics/finding.ts';

/** Reads the schemas that `diagnose` needs for these documents. Rejects when the catalog cannot be read. */
export async function loadSchemas(documents: Iterable<YamlDocument>, catalog: Catalog): Promise<void> {
  const kinds = new Set<Parameters<Catalog['load']>[0]>();
  for (const document of documents) for (const kind of kindsOf(document.root, catalog)) kinds.add(kind);
  await Promise.all(Array.from(kinds, (kind) => (catalog.schema(kind) ? undefined : catalog.load(kind))));
}

/**
 * What is wrong with the Kubernetes objects of one document, in the order of the text. A document that is none, or that
 * is a template to be filled in, has no findings. Synchronous: see `loadSchemas`.
 */
export function diagnose(document: YamlDocument, judgement: Judgement): Finding[] {
  if (!isKubernetes(document, judgement.catalog) || isTemplate(document)) return [];
  const findings: Finding[] = document.problems.map(syntaxFinding);
  if (document.root) checkObject(document.root, judgement, (finding) => findings.push(finding));
  return findings.sort((left, right) => left.span.start - right.span.start);
}

/** The text decides where the broken document has no root, or one in which the head is lost. */
function isKubernetes({ root, problems, text }: YamlDocument, catalog: Catalog): boolean {
  if (identify(root, catalog).is !== 'foreign') return true;
  return (
    problems.length > 0 && root?.type !== 'list' && /^apiVersion:\s/m.test(text) && /^kind:\s/m.test(text)
  );
}

/** Go template actions outside strings make no YAML; what they will make is not known here. */
function isTemplate({ text, problems }: YamlDocument): boolean {
  return text.includes('{{') && problems.some(({ code }) => code !== 'duplicate-key');
}

function syntaxFinding({ code, message, span }: YamlDocument['problems'][number]): Finding {
  const isDuplicate = code === 'duplicate-key';
  return { code: isDuplicate ? 'duplicate-field' : code, severity: 'error', message, span };
}
