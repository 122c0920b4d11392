import type { Catalog, Kind } from '../catalog/catalog.ts';
import type { CheckContext } from '../checks/check-context.ts';
import { diagnose, diagnoseAs } from '../checks/check-document.ts';
import { kindsOf } from '../checks/check-object.ts';
import type { Finding } from '../checks/finding.ts';
import { partialContext } from '../checks/partial/partial-object.ts';
import { syntaxFinding } from '../checks/syntax/syntax-finding.ts';
import { stringField } from '../manifest/fields.ts';
import { isTemplate } from '../manifest/manifest.ts';
import type { YamlDocument } from '../yaml/nodes.ts';
import { breaksDocument } from '../yaml/syntax-severities.ts';
import { checkJsonPatch } from './json-patch.ts';
import { type PatchTarget, targetKind } from './patch-target.ts';

/**
 * What is wrong with a document that a kustomization names as a patch, or has in it: a list of JSON patch operations, or a
 * part of an object. Where the target says of what kind the objects are, the patch's own kind is nothing to kustomize.
 */
export function patchFindings(document: YamlDocument, target: PatchTarget, context: CheckContext): Finding[] {
  const { root } = document;
  const kind = targetKind(target, context.catalog);
  if (root?.type === 'list') {
    if (document.problems.some(breaksDocument) || isTemplate(document)) return syntaxFindings(document);
    const findings: Finding[] = [];
    checkJsonPatch(root, kind && context.catalog.schema(kind), (finding) => findings.push(finding));
    return findings.sort((left, right) => left.span.start - right.span.start);
  }
  const partial = partialContext(context);
  if (!target.isGiven) return diagnose(document, partial);
  if (document.problems.some(breaksDocument) || root?.type !== 'map') return syntaxFindings(document);
  const own = context.catalog.find(stringField(root, 'apiVersion') ?? '', stringField(root, 'kind') ?? '');
  const patched = kind ?? own;
  return patched && !isTemplate(document) ? diagnoseAs(root, patched, partial) : [];
}

/** The kinds whose schemas `patchFindings` asks for. Load them before. */
export function kindsOfPatch({ root }: YamlDocument, target: PatchTarget, catalog: Catalog): Kind[] {
  const kind = targetKind(target, catalog);
  return [...kindsOf(root, catalog), ...(kind ? [kind] : [])];
}

function syntaxFindings({ problems, text }: YamlDocument): Finding[] {
  return text.includes('{{') ? [] : problems.map((problem) => syntaxFinding(problem, 'error'));
}
