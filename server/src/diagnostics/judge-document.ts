import { diagnose, type Finding, type Judgement, loadSchemas } from '../checks/check-document.ts';
import { withMigrations } from '../checks/migrations/with-migrations.ts';
import type { MaskedTemplate } from '../helm/masked-template.ts';
import { isTemplated, templateForm } from '../helm/template-findings.ts';
import { kindsOfInlinePatches, kustomizationFindings } from '../kustomize/kustomization-findings.ts';
import { kindsOfPatch, patchFindings } from '../kustomize/patch-findings.ts';
import type { PatchTarget } from '../kustomize/patch-target.ts';
import { isKustomizationFile } from '../manifest/kustomization-paths.ts';
import type { Settings } from '../workspace/settings.ts';
import type { YamlDocument } from '../yaml/nodes.ts';
import { ignoreFindings, withoutIgnored } from './suppression.ts';

/** What a document's file is. */
export interface JudgedFile {
  readonly uri: string;
  readonly template?: MaskedTemplate | undefined;
}

/** Reads the schemas that `judgeDocument` needs. Rejects when the catalog cannot be read. */
export async function loadForJudging(
  documents: readonly YamlDocument[],
  { uri }: JudgedFile,
  { catalog }: Judgement,
  patch?: PatchTarget,
): Promise<void> {
  if (!isKustomizationFile(uri) && !patch) return await loadSchemas(documents, catalog);
  const kinds = patch
    ? documents.flatMap((document) => kindsOfPatch(document, patch, catalog))
    : documents.flatMap((document) => kindsOfInlinePatches(document, catalog));
  await Promise.all(
    Array.from(new Set(kinds), (kind) => (catalog.schema(kind) ? undefined : catalog.load(kind))),
  );
}

/**
 * What is wrong with one document of a file: by what kustomize reads where the file is its or a patch for it, else as
 * objects of an API, of a template with what its actions leave certain. What its comments ignore is left out.
 */
export function judgeDocument(
  document: YamlDocument,
  { uri, template }: JudgedFile,
  judgement: Judgement,
  patch?: PatchTarget,
): Finding[] {
  const findings = isKustomizationFile(uri)
    ? kustomizationFindings(document, judgement)
    : patch
      ? patchFindings(document, patch, judgement)
      : template && isTemplated(document, template)
        ? templateFindings(document, template, judgement)
        : diagnose(document, judgement);
  const told = withoutIgnored(findings, document);
  const aboutComments = template || patch ? [] : ignoreFindings(findings, document);
  const all = aboutComments.length === 0 ? told : told.concat(aboutComments).sort(inText);
  return withMigrations(all, document);
}

function inText(left: Finding, right: Finding): number {
  return left.span.start - right.span.start;
}

function templateFindings(document: YamlDocument, template: MaskedTemplate, judgement: Judgement): Finding[] {
  const form = templateForm(document, template);
  return form ? diagnose(document, { ...judgement, form }) : [];
}

/** Findings with the severities that the settings give to their codes; those that are `off` are left out. */
export function withSeverities(
  findings: readonly Finding[],
  severities: Settings['severities'],
): readonly Finding[] {
  if (Object.keys(severities).length === 0) return findings;
  return findings.flatMap((finding) => {
    const severity = Object.hasOwn(severities, finding.code) ? severities[finding.code]! : finding.severity;
    return severity === 'off' ? [] : { ...finding, severity };
  });
}
