import type { Catalog, Kind } from '../catalog/catalog.ts';
import type { CheckContext } from '../checks/check-context.ts';
import { kindsOf } from '../checks/check-object.ts';
import type { Finding } from '../checks/finding.ts';
import { helmfilePatches } from '../manifest/helmfile.ts';
import type { YamlDocument } from '../yaml/nodes.ts';
import { breaksDocument } from '../yaml/syntax-severities.ts';
import { kindsOfPatch, patchFindings } from './patch-findings.ts';
import { type PatchTarget, patchTarget } from './patch-target.ts';

/** What is wrong with the patches written in a helmfile, which kustomize is given, in the order of the text. */
export function helmfileFindings(document: YamlDocument, context: CheckContext): Finding[] {
  const findings = patchesIn(document).flatMap(({ patch, target }) => patchFindings(patch, target, context));
  return findings.sort((left, right) => left.span.start - right.span.start);
}

/** The kinds whose schemas `helmfileFindings` asks for, and what stands beside helmfiles. Load them before. */
export function kindsOfHelmfile(document: YamlDocument, catalog: Catalog): Kind[] {
  const patches = patchesIn(document).flatMap(({ patch, target }) => kindsOfPatch(patch, target, catalog));
  return [...patches, ...kindsOf(document.root, catalog)];
}

interface PatchDocument {
  readonly patch: YamlDocument;
  readonly target: PatchTarget;
}

/** Each as a document of its own, at its place. What is broken may be read as something else than it is. */
function patchesIn({ root, problems, text, span, index }: YamlDocument): PatchDocument[] {
  if (problems.some(breaksDocument)) return [];
  return helmfilePatches(root).map(({ node, entry }) => ({
    patch: {
      root: node,
      problems: [],
      text: text.slice(node.span.start - span.start, node.span.end - span.start),
      span: node.span,
      index,
    },
    target: patchTarget(entry),
  }));
}
