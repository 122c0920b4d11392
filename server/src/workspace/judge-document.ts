import { withMigrations } from '../features/diagnostics/migrations/with-migrations.ts';
import { withoutIgnored } from '../features/diagnostics/suppression.ts';
import { diagnose, type Finding, type Judgement } from '../features/diagnostics.ts';
import type { MaskedTemplate } from '../helm/masked-template.ts';
import { isTemplated, templateForm } from '../helm/template-findings.ts';
import { isKustomizationFile } from '../kustomize/kustomization-file.ts';
import { kustomizationFindings } from '../kustomize/kustomization-findings.ts';
import type { YamlDocument } from '../yaml/nodes.ts';
import type { Settings } from './settings.ts';

/**
 * What is wrong with one document of a file: by what kustomize reads where the file is its, else as
 * objects of an API, of a template with what its actions leave certain. What its comments ignore is left out.
 */
export function judgeDocument(
  document: YamlDocument,
  { uri, template }: { readonly uri: string; readonly template?: MaskedTemplate | undefined },
  judgement: Judgement,
): Finding[] {
  const findings = isKustomizationFile(uri)
    ? kustomizationFindings(document)
    : template && isTemplated(document, template)
      ? templateFindings(document, template, judgement)
      : diagnose(document, judgement);
  return withMigrations(withoutIgnored(findings, document), document);
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
