import type { Catalog, Kind } from '../catalog/catalog.ts';
import type { CheckContext, PartialView } from '../checks/check-context.ts';
import { diagnose, loadSchemas } from '../checks/check-document.ts';
import type { Finding } from '../checks/finding.ts';
import { leftPart } from '../checks/left-part.ts';
import { withMigrations } from '../checks/migrations/with-migrations.ts';
import { isStub, type PartReason, partReason } from '../checks/partial/part-reason.ts';
import { withView } from '../checks/partial/partial-object.ts';
import { branchesOf, deepestBlock } from '../helm/branches.ts';
import { type MaskedTemplate, readWithPlaceholders } from '../helm/masked-template.ts';
import { mostInTheWay } from '../helm/readable-text.ts';
import { hasUnknownScalars, isAtKnown, isTemplated, templateView } from '../helm/template-findings.ts';
import { helmfileFindings, kindsOfHelmfile } from '../kustomize/helmfile-findings.ts';
import { kindsOfInlinePatches, kustomizationFindings } from '../kustomize/kustomization-findings.ts';
import { kindsOfPatch, patchFindings } from '../kustomize/patch-findings.ts';
import type { PatchTarget } from '../kustomize/patch-target.ts';
import { stringField } from '../manifest/fields.ts';
import { isHelmfile } from '../manifest/helmfile.ts';
import { isKustomizationFile } from '../manifest/kustomization-paths.ts';
import { isPatchPath } from '../manifest/patch-path.ts';
import { knownPlaceholders, type Placeholders } from '../placeholders/placeholders.ts';
import type { YamlDocument, YamlNode } from '../yaml/nodes.ts';
import { ignoreFindings, withoutIgnored } from './suppression.ts';

/** What a document's file is. */
export interface FileContext {
  readonly uri: string;
  /** Its actions, where it is a template of a chart or has some of another tool that YAML cannot read. */
  readonly template?: MaskedTemplate | undefined;
  /** What it changes, where a kustomization names it as a patch. */
  readonly patch?: PatchTarget | undefined;
  /** The documents in which what has only what identifies an object has no more on purpose. */
  readonly stubs?: ReadonlySet<YamlDocument> | undefined;
}

/**
 * Reads the schemas that `documentFindings` needs; undefined where all are known to be there. Rejects when the catalog cannot
 * be read.
 */
export function loadFor(
  documents: readonly YamlDocument[],
  file: FileContext,
  catalog: Catalog,
): Promise<unknown> | undefined {
  const kinds = kindsOfPatches(documents, file, catalog);
  if (!kinds) return loadSchemas(documents, catalog);
  return Promise.all(Array.from(new Set(kinds), (kind) => catalog.load(kind)));
}

/**
 * What is wrong with one document of a file, in the order of the text:
 *
 * 1. what the checks find: by what kustomize reads where the file is its or a patch for it, else as objects of an API, of
 *    a template with what its actions leave certain;
 * 2. without what its comments ignore, and with what is to say about these comments themselves;
 * 3. with the edits that bring an object from a version that is going to the one that stays.
 *
 * Synchronous: see `loadFor`.
 */
export function documentFindings(
  document: YamlDocument,
  file: FileContext,
  context: CheckContext,
): Finding[] {
  const found = checked(document, file, context);
  const told = withoutIgnored(found, document);
  const aboutComments = file.template || file.patch ? [] : ignoreFindings(found, document);
  return withMigrations(inText(told, aboutComments), document);
}

/** Both in the order of the text. */
export function inText(findings: Finding[], more: readonly Finding[]): Finding[] {
  if (more.length === 0) return findings;
  return [...findings, ...more].sort((left, right) => left.span.start - right.span.start);
}

function kindsOfPatches(
  documents: readonly YamlDocument[],
  { uri, patch }: FileContext,
  catalog: Catalog,
): Kind[] | undefined {
  if (patch) return documents.flatMap((document) => kindsOfPatch(document, patch, catalog));
  if (isKustomizationFile(uri))
    return documents.flatMap((document) => kindsOfInlinePatches(document, catalog));
  return isHelmfile(uri) ? documents.flatMap((document) => kindsOfHelmfile(document, catalog)) : undefined;
}

function checked(document: YamlDocument, file: FileContext, context: CheckContext): Finding[] {
  const found = checkedInView(document, file, context);
  const left = file.template && deepBlock(document, file.template);
  return left ? inText(found, [left]) : found;
}

function checkedInView(document: YamlDocument, file: FileContext, context: CheckContext): Finding[] {
  const { uri, template, patch } = file;
  const templated = template && isTemplated(document, template) ? template : undefined;
  const mayBeFilled = !templated && placeholdersOf(context).mayBeIn(document.text);
  if (mayBeFilled && isRightAsWritten(document, file, context)) return [];
  const part = mayBeFilled ? withPlaceholders(document, context) : templated;
  const view = part && templateView(document, part, context);
  if (part && !view && isObject(document)) return leftUnread(document, part);
  if (isKustomizationFile(uri)) return kustomizationFindings(document, context).filter(holdsIn(view));
  const inView = view ? withView(context, view) : context;
  if (patch) return patchFindings(document, patch, inView).filter(isAtKnown(document, part));
  const inHelmfile = isHelmfile(uri) ? helmfileFindings(document, inView) : [];
  if (inHelmfile.length > 0) return inHelmfile.filter(isAtKnown(document, part));
  return diagnose(
    document,
    inView,
    (one, object) => partReason(one, object) ?? reasonOfFile(one, object, file),
  );
}

/** The note on a document that has too many branches that do not fit together to be read; none on others. */
function leftUnread({ span, text }: YamlDocument, { unread }: MaskedTemplate): Finding[] {
  if (!unread?.has(span.start)) return [];
  const start = span.start + text.search(/\S/);
  return [leftPart('alternatives', mostInTheWay, { start, end: start + 1 })];
}

/** The note on the first block of a document that is in too many others. */
function deepBlock({ span }: YamlDocument, { actions }: MaskedTemplate): Finding | undefined {
  const start = branchesOf(actions).tooDeep.find((place) => place >= span.start);
  if (start === undefined || start >= span.end) return undefined;
  return leftPart('blocks', deepestBlock, { start, end: start + 2 });
}

function placeholdersOf({ placeholders = knownPlaceholders }: CheckContext): Placeholders {
  return placeholders;
}

/**
 * Whether nothing is wrong as it is written with an object in which there may be placeholders: then nothing is wrong with it
 * whatever they stand for, and what they leave certain need not be found out, which takes many times as long. They are
 * mostly prose: descriptions of fields with a `$(NAME)` in them.
 */
function isRightAsWritten(
  document: YamlDocument,
  { uri, patch }: FileContext,
  context: CheckContext,
): boolean {
  const { catalog, partialView } = context;
  const { root, text } = document;
  if (partialView || patch || isKustomizationFile(uri)) return false;
  if (text.includes('{{')) return false;
  const kind = catalog.find(stringField(root, 'apiVersion') ?? '', stringField(root, 'kind') ?? '');
  return kind !== undefined && !kind.listOf && diagnose(document, context).length === 0;
}

function isObject({ root }: YamlDocument): boolean {
  return root === undefined || root.type === 'map';
}

function holdsIn(view: PartialView | undefined): (finding: Finding) => boolean {
  return (finding) => !view || view.holds(finding);
}

/** A document in whose scalars other tools fill in something; undefined where none does. */
function withPlaceholders(document: YamlDocument, context: CheckContext): MaskedTemplate | undefined {
  const template = readWithPlaceholders(document, placeholdersOf(context));
  return hasUnknownScalars(document, template) ? template : undefined;
}

function reasonOfFile(
  document: YamlDocument,
  object: YamlNode | undefined,
  { uri, template, stubs }: FileContext,
): PartReason | undefined {
  if (!template?.isOfChart && isPatchPath(uri)) return 'patch';
  return stubs?.has(document) && isStub(object) ? 'stub' : undefined;
}
