import { diagnose, type Finding, type Judgement } from '../features/diagnostics.ts';
import { isKustomizationFile } from '../kustomize/kustomization-file.ts';
import { kustomizationFindings } from '../kustomize/kustomization-findings.ts';
import type { YamlDocument } from '../yaml/nodes.ts';

/** What is wrong with one document of a file: by what kustomize reads where the file is its, else as objects of an API. */
export function judgeDocument(document: YamlDocument, uri: string, judgement: Judgement): Finding[] {
  return isKustomizationFile(uri) ? kustomizationFindings(document) : diagnose(document, judgement);
}
