import type { Catalog, Kind } from '../catalog/catalog.ts';
import { mostDefinitions } from '../catalog/distinct-definitions.ts';
import type { Schema } from '../catalog/schema.ts';
import { field } from '../manifest/fields.ts';
import type { MapNode, Span, YamlNode } from '../yaml/nodes.ts';
import { bestVerdict } from './best-verdict.ts';
import type { CheckContext } from './check-context.ts';
import { type Finding, missingField, mostFound, type Report } from './finding.ts';
import { checkKind } from './kind/check-kind.ts';
import { type Identity, identify } from './kind/kubernetes-object.ts';
import { hasSeveralKinds, meantKinds } from './kind/meant-kinds.ts';
import { leftPart } from './left-part.ts';
import { deepestList, itemsOf } from './listed-objects.ts';
import { checkRules } from './object-rules/check-rules.ts';
import { spanKey } from './object-rules/finding-index.ts';
import { checkListEnvelope, checkSchema } from './schema/check-schema.ts';
import { withMisplacedFields } from './schema/misplaced-fields.ts';

/**
 * The kinds whose schemas `checkObject` will ask the catalog for: the object's own and, for a list, its items'.
 * Load them before.
 */
export function kindsOf(root: YamlNode | undefined, catalog: Catalog): Iterable<Kind> {
  const identity = identify(root, catalog);
  if (identity.is !== 'object') return [];
  const meant = meantKinds(identity.map, catalog);
  return meant.some(({ listOf }) => listOf) ? kindsOfList(identity.map, catalog) : meant;
}

function kindsOfList(list: MapNode, catalog: Catalog): Set<Kind> {
  const kinds = new Set<Kind>();
  const pending: YamlNode[] = [list];
  for (let node = pending.pop(); node; node = pending.pop()) {
    const identity = identify(node, catalog);
    if (identity.is !== 'object') continue;
    for (const kind of meantKinds(identity.map, catalog)) {
      kinds.add(kind);
      if (!kind.listOf) continue;
      const itemKind = kind.listOf !== 'any' && catalog.find(kind.listOf.apiVersion, kind.listOf.kind);
      if (itemKind) kinds.add(itemKind);
      for (const item of itemsOf(identity.map)) pending.push(item);
    }
  }
  return kinds;
}

/** Checks one object, or every item of a list: its kind, its fields, and what the server's validation adds. */
export function checkObject(identity: Identity, context: CheckContext, report: Report): void {
  if (identity.is === 'object') checkIdentified(identity, context, report, 0);
  else if (identity.is === 'incomplete') reportIncomplete(identity, holding(context, report));
}

/** Checks a map as an object of a kind, whatever it says itself. */
export function checkObjectAs(map: MapNode, kind: Kind, context: CheckContext, report: Report): void {
  checkAs(map, kind, firstKey(map), context, report);
}

function checkIdentified(
  identity: Extract<Identity, { is: 'object' }>,
  context: CheckContext,
  report: Report,
  depth: number,
): void {
  if (context.partialView && hasSeveralKinds(identity.map)) {
    checkAsAny(identity, meantKinds(identity.map, context.catalog), context, report, depth);
    return;
  }
  const kind = checkKind(identity, context, holding(context, report));
  if (kind) checkAsKind(identity, kind, context, report, depth);
}

/** Of an object that may be of several kinds it reports what is wrong with it whichever it is. */
function checkAsAny(
  identity: Extract<Identity, { is: 'object' }>,
  kinds: readonly Kind[],
  context: CheckContext,
  report: Report,
  depth: number,
): void {
  const found = kinds.map((kind) => {
    const findings: Finding[] = [];
    checkAsKind(identity, kind, context, (finding) => findings.push(finding), depth);
    return findings;
  });
  const [first = [], ...others] = found;
  const known = others.map((findings) => new Map(findings.map((finding) => [faultOf(finding), finding])));
  for (const finding of first) {
    const same = known.map((findings) => findings.get(faultOf(finding)));
    if (same.every((one) => one)) report(finding.fix ? finding : (same.find((one) => one?.fix) ?? finding));
  }
}

/** What two findings have in common that tell the same fault, each by another version of a kind. */
function faultOf(finding: Finding): string {
  const { code, span } = finding;
  return [code, span.start, span.end, missingField(finding) ?? ''].join(' ');
}

function checkAsKind(
  { map, kind: { span } }: Extract<Identity, { is: 'object' }>,
  kind: Kind,
  context: CheckContext,
  report: Report,
  depth: number,
): void {
  if (kind.listOf) checkList(map, kind, context, report, depth);
  else checkAs(map, kind, span, context, report);
}

function checkAs(map: MapNode, kind: Kind, kindSpan: Span, context: CheckContext, report: Report): void {
  if (kind.origin.from !== 'definition') {
    checkAsDefined(map, kind, kindSpan, context, report);
    return;
  }
  const judge = (definition: Kind) => {
    const findings: Finding[] = [];
    checkAsDefined(map, definition, kindSpan, context, (finding) => findings.push(finding));
    return findings;
  };
  const best = bestVerdict(context.catalog.definitionsOf(kind), judge);
  for (const finding of best) report(finding);
  if (best.length > 0 && context.catalog.hasMoreDefinitions(kind)) {
    report(leftPart('definitions', mostDefinitions, kindSpan));
  }
}

function checkAsDefined(
  map: MapNode,
  kind: Kind,
  kindSpan: Span,
  context: CheckContext,
  report: Report,
): void {
  const schema = context.catalog.schema(kind);
  let known: Finding[] = [];
  let hints: Finding[] = [];
  if (schema) {
    known = schemaFindings(map, kind, kindSpan, schema, context);
    if (known.length > 0) {
      known = withMisplacedFields(known, map, schema, kindSpan);
      if (!isKept(kind)) known = known.filter((finding) => !isMissingInMetadata(finding, map));
      hints = known.filter(({ severity }) => severity === 'hint');
      known = known.filter(({ severity }) => severity !== 'hint');
      for (const finding of known) holding(context, report)(finding);
      // Nothing more of it is looked at.
      if (known.length > mostFound && !context.partialView) return;
    }
  }
  const marked = new Set<string>();
  if (isKept(kind) && !isOfAnotherServer(kind, schema)) {
    checkRules(map, kind, kindSpan, context, known, (finding) => {
      marked.add(spanKey(finding.span));
      report(finding);
    });
  }
  // The server's own word on a field says more than that it is deprecated.
  for (const hint of hints) if (!marked.has(spanKey(hint.span))) holding(context, report)(hint);
}

/** What the walk along the schema finds, and one beyond the most that is looked at: there it ends. */
function schemaFindings(
  map: MapNode,
  kind: Kind,
  kindSpan: Span,
  schema: Schema,
  { catalog }: CheckContext,
): Finding[] {
  const found: Finding[] = [];
  const note: Report = (finding) => {
    found.push(finding);
    if (found.length > mostFound) throw new FoundEnough();
  };
  const place = { mark: { span: kindSpan }, name: kind.kind };
  const status = hasSubresource(kind, 'status') ? 'left-out' : 'live';
  try {
    checkSchema(map, schema, place, note, status, (one) => catalog.deprecations(one));
  } catch (error) {
    if (!(error instanceof FoundEnough)) throw error;
  }
  return found;
}

/** Ends a walk that has found more than is looked at. */
class FoundEnough extends Error {}

/** Whether its objects are kept: reviews and the like are questions, which the server answers and forgets. */
function isKept({ verbs }: Kind): boolean {
  return verbs.includes('get');
}

/** The server looks at the metadata only of what it keeps. */
function isMissingInMetadata(finding: Finding, object: MapNode): boolean {
  const { span } = finding;
  const metadata = field(object, 'metadata');
  return (
    missingField(finding) !== undefined &&
    !!metadata &&
    metadata.span.start < span.start &&
    span.end <= metadata.span.end
  );
}

function hasSubresource({ subresources }: Kind, wanted: string): boolean {
  for (const { name } of subresources) if (name === wanted) return true;
  return false;
}

/** A server behind the cluster's own, such as that of metrics: what it asks of an object beyond types is not known. */
function isOfAnotherServer({ origin }: Kind, schema: Schema | undefined): boolean {
  return origin.from === 'cluster' && (!schema || schema.name !== undefined);
}

function checkList(map: MapNode, list: Kind, context: CheckContext, report: Report, depth: number): void {
  const { catalog } = context;
  const schema = catalog.schema(list);
  if (schema) checkListEnvelope(map, schema, holding(context, report));
  if (depth >= deepestList) {
    report(leftPart('lists', deepestList, firstKey(map)));
    return;
  }
  const implied =
    list.listOf && list.listOf !== 'any' && catalog.find(list.listOf.apiVersion, list.listOf.kind);
  for (const item of itemsOf(map)) {
    const identity = identify(item, catalog);
    if (identity.is === 'object') checkIdentified(identity, context, report, depth + 1);
    else if (implied && item.type === 'map') checkAs(item, implied, firstKey(item), context, report);
    else if (identity.is === 'incomplete') reportIncomplete(identity, holding(context, report));
  }
}

/** Takes what holds whatever the rest of the object is. */
function holding({ partialView }: CheckContext, report: Report): Report {
  if (!partialView) return report;
  return (finding) => {
    if (partialView.holds(finding)) report(finding);
  };
}

function reportIncomplete(identity: Extract<Identity, { is: 'incomplete' }>, report: Report): void {
  report({
    code: identity.lacks === 'kind' ? 'missing-kind' : 'missing-api-version',
    severity: 'error',
    about: { is: 'missing-type', field: identity.lacks },
    span: identity.has.key.span,
  });
}

function firstKey(map: MapNode): Span {
  return map.entries[0]?.key.span ?? map.span;
}
