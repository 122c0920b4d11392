import type { Catalog } from '../catalog/catalog.ts';
import { isTemplate as hasActions } from '../manifest/manifest.ts';
import type { YamlDocument, YamlProblem } from '../yaml/nodes.ts';
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
  const findings: Finding[] = [];
  if (document.root) checkObject(document.root, judgement, (finding) => findings.push(finding));
  const isUnknown = findings.some(({ code }) => code === 'unknown-group');
  for (const problem of document.problems) findings.push(syntaxFinding(problem, isUnknown));
  return findings.sort((left, right) => left.span.start - right.span.start);
}

/** The text decides where the broken document has no root, or one in which the head is lost. */
function isKubernetes({ root, problems, text }: YamlDocument, catalog: Catalog): boolean {
  if (identify(root, catalog).is !== 'foreign') return true;
  return (
    problems.length > 0 && root?.type !== 'list' && /^apiVersion:\s/m.test(text) && /^kind:\s/m.test(text)
  );
}

/** Template actions: what they will make is not known here, and broken YAML around them may be theirs. */
function isTemplate(document: YamlDocument): boolean {
  if (!document.text.includes('{{')) return false;
  return hasActions(document) || document.problems.some(({ code }) => code !== 'duplicate-key');
}

/** How strict the server of a kind that nobody here knows is about duplicates is not known either. */
function syntaxFinding({ code, message, span }: YamlProblem, isUnknown: boolean): Finding {
  if (code !== 'duplicate-key') return { code, severity: 'error', message: sentence(message), span };
  return {
    code: 'duplicate-field',
    severity: isUnknown ? 'warning' : 'error',
    message: sentence(message),
    span,
  };
}

function sentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
