import type { Catalog, Kind } from '../catalog/catalog.ts';
import { objectFormat } from '../manifest/format.ts';
import { isTemplate as hasActions } from '../manifest/manifest.ts';
import type { MapNode, YamlDocument, YamlNode } from '../yaml/nodes.ts';
import { breaksDocument } from '../yaml/syntax-severities.ts';
import type { CheckContext } from './check-context.ts';
import { checkObject, checkObjectAs, kindsOf } from './check-object.ts';
import { type Finding, mostFound } from './finding.ts';
import { type Identity, identify, isOfProgram } from './kind/kubernetes-object.ts';
import { LeftParts } from './left-part.ts';
import { listedObjects } from './listed-objects.ts';
import { ofPart, ofParts } from './partial/part-note.ts';
import { type PartReason, partReason } from './partial/part-reason.ts';
import { incompleteContext, localContext, partialContext } from './partial/partial-object.ts';
import { withoutCascadingErrors } from './syntax/cascading-errors.ts';
import { syntaxFinding } from './syntax/syntax-finding.ts';

/**
 * Reads the schemas that `diagnose` needs for these documents; undefined where all are there, as mostly. Rejects when the
 * catalog cannot be read.
 */
export function loadSchemas(
  documents: Iterable<YamlDocument>,
  catalog: Catalog,
): Promise<unknown> | undefined {
  const missing = new Set<Kind>();
  for (const document of documents) {
    for (const kind of kindsOf(document.root, catalog)) if (!catalog.schema(kind)) missing.add(kind);
  }
  return missing.size > 0 ? Promise.all(Array.from(missing, (kind) => catalog.load(kind))) : undefined;
}

/**
 * What is wrong with the Kubernetes objects of one document, in the order of the text. A document that is none, or that
 * is a template to be filled in, has no findings; one that has but a part of an object, for a reason, lacks nothing.
 * Synchronous: see `loadSchemas`.
 */
export function diagnose(
  document: YamlDocument,
  context: CheckContext,
  reasonOf: (document: YamlDocument, object: YamlNode | undefined) => PartReason | undefined = partReason,
): Finding[] {
  if (!context.partialView && isTemplate(document)) return [];
  const findings = findingsIn(document, context);
  const { root } = document;
  if (!findings.some(({ severity }) => severity === 'error')) return findings;
  const reason = reasonOf(document, root);
  if (reason) return ofPart(findings, findingsIn(document, partContexts[reason](context)), reason, root);
  const objects = [...listedObjects(root, context.catalog)];
  if (objects[0] === root) return findings;
  const partOf = (one: PartReason) => findingsIn(document, partContexts[one](context));
  return ofParts(findings, objects, (object) => reasonOf(document, object), partOf);
}

const partContexts: Readonly<Record<PartReason, (context: CheckContext) => CheckContext>> = {
  patch: partialContext,
  stub: incompleteContext,
  'local-config': localContext,
};

function findingsIn(document: YamlDocument, context: CheckContext): Finding[] {
  const identity = identify(document.root, context.catalog);
  if (!isKubernetes(identity, document, context.catalog)) return [];
  // What seems to be missing in a broken text may stand in the part that could not be read.
  const isBroken = document.problems.some(breaksDocument);
  const findings: Finding[] = [];
  /** The first that is beyond the limit. */
  let next: Finding | undefined;
  const left = new LeftParts();
  const report = (finding: Finding) => {
    if (left.isToldAlready(finding)) return;
    if (isBroken && (finding.code === 'missing-required' || finding.holdsFor === 'whole')) return;
    if (findings.length < mostFound) findings.push(finding);
    else next ??= finding;
  };
  checkObject(identity, context, report);
  // How strict the server of a kind that nobody here knows is about duplicates is not known either.
  const isUnknown = findings.some(({ code }) => code === 'unknown-group');
  const faults = new Set<Finding>();
  for (const problem of document.problems) {
    const finding = syntaxFinding(problem, isUnknown ? 'warning' : 'error', document);
    if (context.partialView && !context.partialView.holds(finding)) continue;
    findings.push(finding);
    if (breaksDocument(problem)) faults.add(finding);
  }
  findings.sort((left, right) => left.span.start - right.span.start);
  if (next) findings.push(noteOfMore(findings.at(-1)!));
  return isBroken ? withoutCascadingErrors(findings, faults, document) : findings;
}

function noteOfMore({ span }: Finding): Finding {
  return { code: 'not-checked', severity: 'information', about: { is: 'too-many', shown: mostFound }, span };
}

/** What is wrong with the fields of a map as an object of a kind, whatever it says itself, in the order of the text. */
export function diagnoseAs(map: MapNode, kind: Kind, context: CheckContext): Finding[] {
  const findings: Finding[] = [];
  checkObjectAs(map, kind, context, (finding) => findings.push(finding));
  return findings.sort((left, right) => left.span.start - right.span.start);
}

/** The text decides where the broken document has no root, or one in which the head is lost. */
function isKubernetes(identity: Identity, { root, problems, text }: YamlDocument, catalog: Catalog): boolean {
  if (identity.is !== 'foreign') return true;
  if (problems.length === 0 || root?.type === 'list') return false;
  const isJson = /^\s*\{/.test(text);
  const versionOf = isJson ? /"apiVersion"\s*:\s*"([\w./-]+)/ : /^apiVersion:[ \t]+["'[{@%`]?([\w./-]+)/m;
  const kindOf = isJson ? /"kind"\s*:\s*"(\w+)/ : /^kind:[ \t]+["'[{@%`]?(\w+)/m;
  const apiVersion = versionOf.exec(text)?.[1];
  const kind = kindOf.exec(text)?.[1];
  if (kind === undefined) return false;
  if (apiVersion === undefined) return /^apiVersion:/m.test(text) && catalog.findByKind(kind).length > 0;
  return (
    objectFormat(apiVersion, kind) === 'kubernetes' &&
    (catalog.find(apiVersion, kind) !== undefined || apiVersion.includes('/')) &&
    !isOfProgram(apiVersion, kind, catalog)
  );
}

/** Template actions: what they will make is not known here, and broken YAML around them may be theirs. */
function isTemplate(document: YamlDocument): boolean {
  if (!document.text.includes('{{')) return false;
  return hasActions(document) || document.problems.some(breaksDocument);
}
