import type { CheckContext } from '../checks/check-context.ts';
import type { Finding } from '../checks/finding.ts';
import { shiftFinding } from '../checks/shift-finding.ts';
import { isTemplated } from '../helm/template-findings.ts';
import type { YamlDocument } from '../yaml/nodes.ts';
import { documentFindings, type FileContext } from './document-findings.ts';

/**
 * What was found in documents that are the same objects as before, judged by the same context. Kept with places from the
 * start of the document, which may stand elsewhere in its file by now.
 */
export class FindingCache {
  readonly #known = new WeakMap<YamlDocument, Known>();

  /** Whether `of` needs no schema any more. */
  has(document: YamlDocument, context: CheckContext): boolean {
    return isNothing(document) || this.#known.get(document)?.context === context;
  }

  /** The findings of a document, at their places in its file. */
  of(document: YamlDocument, file: FileContext, context: CheckContext): Finding[] {
    const { start } = document.span;
    return this.#fromStart(document, file, context).map((finding) => shiftFinding(finding, start));
  }

  #fromStart(document: YamlDocument, file: FileContext, context: CheckContext): readonly Finding[] {
    const known = this.#known.get(document);
    const isStub = file.stubs?.has(document) === true;
    const isSame = known?.context === context && known.isStub === isStub;
    if (isSame && isUpToItself(document, file)) return known.findings;
    const { start } = document.span;
    const findings = documentFindings(document, file, context).map((finding) =>
      shiftFinding(finding, -start),
    );
    if (!isNothing(document)) this.#known.set(document, { context, isStub, findings });
    return findings;
  }
}

/** Whether it is judged as quickly as it is looked up: a file may have a million markers of documents. */
function isNothing({ root, problems }: YamlDocument): boolean {
  return (!root || root.type === 'scalar') && problems.length === 0;
}

interface Known {
  readonly context: CheckContext;
  readonly isStub: boolean;
  readonly findings: readonly Finding[];
}

/** What a template's blocks leave certain in a document is not up to its own text alone, nor is what a patch is for. */
function isUpToItself(document: YamlDocument, { template, patch }: FileContext): boolean {
  return !patch && !(template && isTemplated(document, template));
}
