import type { Kind } from '../../catalog/catalog.ts';
import { toInternalVersion } from '../../conversion/convert-object.ts';
import { fillDefaults } from '../../defaults/apply-defaults.ts';
import type { JsonObject } from '../../defaults/draft.ts';
import { addStructs } from '../../defaults/fill-structs.ts';
import { field, isSameSpan } from '../../manifest/fields.ts';
import { allocationProblems } from '../../rules/allocation-problems.ts';
import { mostJudged } from '../../rules/apiextensions/custom-value.ts';
import { warningsIn } from '../../rules/server-warnings.ts';
import type { AdmissionAttributes } from '../../rules/shared/admission-attributes.ts';
import type { AllocationProblem } from '../../rules/shared/allocation.ts';
import { longestText } from '../../rules/shared/causes.ts';
import { Field } from '../../rules/shared/field.ts';
import type { Violation, ViolationReason } from '../../rules/shared/violation.ts';
import { mostWarned, type ServerWarning } from '../../rules/shared/warning.ts';
import { causesIn } from '../../rules/violations.ts';
import type { MapNode, Span, YamlNode } from '../../yaml/nodes.ts';
import type { Path } from '../../yaml/path.ts';
import { toValue } from '../../yaml/value.ts';
import type { CheckContext } from '../check-context.ts';
import { type Finding, missingField, type Report } from '../finding.ts';
import { leftPart } from '../left-part.ts';
import { certainFindings } from '../partial/certain-findings.ts';
import type { KnownPart } from '../partial/known-part.ts';
import { FindingIndex, spanKey } from './finding-index.ts';
import { leftInDefinition } from './left-in-definition.ts';
import { mistakenEnd } from './mistaken-end.ts';

/**
 * Reports what the server's validation would refuse in an object, and what it would warn of: judges it decoded, defaulted
 * and converted, and marks what is written. Of an object that is not all written, it reports what holds whatever the rest
 * is. `kindSpan` is where a fault is marked that nothing written is near to; `known` are the findings so far, of which none is
 * told again in other words.
 */
export function checkRules(
  map: MapNode,
  kind: Kind,
  kindSpan: Span,
  context: CheckContext,
  known: readonly Finding[],
  report: Report,
): void {
  const attributesOf = (written: JsonObject): AdmissionAttributes => ({
    object: toInternalObject(written, kind, context),
    operation: 'create',
    scope: kind.scope,
    kubernetesVersion: context.version,
  });
  const origin = kind.origin.from === 'bundled' ? 'built-in' : 'custom';
  for (const left of leftInDefinition(map, kind)) report(left);
  const { partialView } = context;
  if (!partialView) {
    const attributes = attributesOf(toValue(map) as JsonObject);
    const telling = { map, kind, kindSpan, known };
    const object = Field.root(attributes.object);
    const { violations: refused, unjudged, isFull } = causesIn(attributes, object);
    const warned = warningsIn(attributes, origin, object);
    tell(telling, refused, warned.found, report);
    if (unjudged) report(leftPart('comparisons', mostJudged, matchPath(map, unjudged).key ?? kindSpan));
    if (isFull) report(leftPart('words', longestText, kindSpan));
    else if (warned.isFull) report(leftPart('words', mostWarned, kindSpan));
    tellAllocations(telling, allocationProblems(object), report);
    return;
  }
  const reportOnce = once((finding) => partialView.tells(finding) && report(finding));
  const leave = (most: number) => report(leftPart('branches', most, kindSpan));
  for (const part of partialView.knownParts(map, leave)) {
    const certain = certainFindings(part, (written) => {
      const attributes = attributesOf(written);
      return { attributes, object: Field.root(attributes.object) };
    });
    const refused = certain(({ attributes, object }) => {
      const { violations, unjudged, isFull } = causesIn(attributes, object);
      if (unjudged) reportOnce(leftPart('comparisons', mostJudged, matchPath(map, unjudged).key ?? kindSpan));
      if (isFull) reportOnce(leftPart('words', longestText, kindSpan));
      return violations;
    }).filter(partialView.refuses);
    const warned = certain(({ attributes, object }) => {
      const { found, isFull } = warningsIn(attributes, origin, object);
      if (isFull) reportOnce(leftPart('words', mostWarned, kindSpan));
      return found;
    });
    const telling = { map: part.root, kind, kindSpan, known };
    const reportHere: Report = (finding) => holdsIn(part, finding) && reportOnce(finding);
    tell(telling, refused, warned, reportHere);
    tellAllocations(
      telling,
      certain(({ object }) => allocationProblems(object)),
      reportHere,
    );
  }
}

function holdsIn({ within }: KnownPart, { span }: Finding): boolean {
  return !within || (within.start <= span.start && span.start < within.end);
}

/**
 * Takes each finding once. An item may be the second in one of the ways in which a template comes out and the third in another
 * one: what is said of the same place is the same whatever the index.
 */
function once(report: Report): Report {
  const told = new Set<string>();
  return (finding) => {
    const identity = JSON.stringify([finding.code, finding.span, finding.about], withoutIndices);
    if (!told.has(identity)) report(finding);
    told.add(identity);
  };
}

function withoutIndices(name: string, value: unknown): unknown {
  const isPrinted = (name === 'field' || name === 'text') && typeof value === 'string';
  if (isPrinted) return value.replace(/\[\d+\]/g, '[]');
  return paths.has(name) && Array.isArray(value) ? value.filter((part) => typeof part === 'string') : value;
}

const paths: ReadonlySet<string> = new Set<keyof Violation>(['path', 'mark', 'against']);

/** What findings are about: the nodes to mark, and what has been told of them. */
interface Telling {
  readonly map: MapNode;
  readonly kind: Kind;
  readonly kindSpan: Span;
  readonly known: readonly Finding[];
}

function tell(
  { map, kind, kindSpan, known }: Telling,
  refused: readonly Violation[],
  warned: readonly ServerWarning[],
  report: Report,
): void {
  if (refused.length === 0 && warned.length === 0) return;
  const isTold = new FindingIndex(known);
  const refusedAt = new Set<string>();
  for (const violation of refused) {
    const match = matchPath(map, writtenPath(violation, kind));
    if (isKnown(violation, match, isTold) || isBroughtAbout(violation, map, isTold)) continue;
    const ends = endsOf(violation, spanOf(match, violation) ?? kindSpan, map);
    const isAboutAbsence =
      match.missing !== undefined || aboutAbsence.has(violation.reason) || violation.against !== undefined;
    report({
      code: violation.code,
      severity: 'error',
      about: { is: 'violation', violation },
      ...ends,
      ...(isAboutAbsence && { holdsFor: 'whole' }),
    });
    refusedAt.add(spanKey(ends.span));
  }
  for (const warning of warned) {
    const { code, path, at, about } = warning;
    const span = spanOf(matchPath(map, path), { at, reason: 'FieldValueInvalid' }) ?? kindSpan;
    // The server does not get so far as to warn of what it refuses.
    if (refusedAt.has(spanKey(span)) || isTold.at(span).some(({ severity }) => severity === 'error'))
      continue;
    report({
      code,
      severity: 'warning',
      about: { is: 'server-warning', warning },
      span,
      ...(code === 'deprecated-field' && at === 'key' && { deprecated: true as const }),
      ...(about === 'absence' && { holdsFor: 'whole' as const }),
    });
  }
}

/** What no cluster has is a warning, and what a cluster may have been configured for is only mentioned. */
function tellAllocations(
  { map, known }: Telling,
  problems: readonly AllocationProblem[],
  report: Report,
): void {
  if (problems.length === 0) return;
  const isTold = new FindingIndex(known);
  for (const problem of problems) {
    const span = spanOf(matchPath(map, problem.path), { at: 'value', reason: 'FieldValueInvalid' });
    if (!span || isTold.at(span).some(({ severity }) => severity === 'error')) continue;
    report({
      code: 'node-port',
      severity: problem.lacking === 'everywhere' ? 'warning' : 'information',
      about: { is: 'allocation', problem },
      span,
    });
  }
}

/**
 * An object as the server sees it: decoded, defaulted and in the version in which its kind is judged. Made of what is
 * given, which is not to be used any more.
 */
export function toInternalObject(
  object: JsonObject,
  kind: Kind,
  { catalog, version }: CheckContext,
): JsonObject {
  object.apiVersion = kind.apiVersion;
  object.kind = kind.kind;
  const schema = catalog.schema(kind);
  if (schema && kind.origin.from === 'bundled') addStructs(object, schema);
  fillDefaults(object, kind, schema, { version });
  return toInternalVersion(object);
}

/** Where a violation is marked; of a contradiction, where its other end is. `named` is what the server names. */
function endsOf(violation: Violation, named: Span, map: MapNode): Pick<Finding, 'span' | 'related'> {
  const { path, mark = path, against } = violation;
  const other = against && spanOf(matchPath(map, against), violation);
  if (!other || isSameSpan(other, named)) return { span: named };
  return mistakenEnd(violation, map) === 'named'
    ? { span: named, related: { span: other, path: against } }
    : { span: other, related: { span: named, path: mark } };
}

const aboutAbsence = new Set<ViolationReason>(['FieldValueRequired', 'FieldValueNotFound']);

/** Where a fault of a converted object stands in the written one. */
function writtenPath({ mark, path }: Violation, kind: Kind): Path {
  if (kind.apiVersion === 'autoscaling/v1' && path[0] === 'spec' && path[1] === 'metrics') {
    return ['spec', 'targetCPUUtilizationPercentage'];
  }
  return mark ?? path;
}

/** How far a path leads in what is written. */
interface PathMatch {
  /** The entry or item at the end of what is there of the path. */
  readonly key: Span | undefined;
  readonly value: YamlNode | undefined;
  /** The first part of the path that is not there. */
  readonly missing: string | number | undefined;
}

function matchPath(root: MapNode, path: Path): PathMatch {
  let match: PathMatch = { key: undefined, value: root, missing: undefined };
  for (const part of path) {
    const next = childOf(match.value, part);
    if (!next) return { ...match, missing: part };
    match = { ...next, missing: undefined };
  }
  return match;
}

function childOf(
  node: YamlNode | undefined,
  part: string | number,
): { key: Span; value: YamlNode | undefined } | undefined {
  if (node?.type === 'map') {
    const entry = field(node, String(part));
    return entry && { key: entry.key.span, value: entry.value };
  }
  const item = node?.type === 'list' && typeof part === 'number' ? node.items[part] : undefined;
  if (!item) return undefined;
  return { key: item.value?.type === 'map' ? firstKey(item.value) : item.span, value: item.value };
}

/** Of what is not there, the nearest name above it that is. */
function spanOf(
  { key, value, missing }: PathMatch,
  { at, reason }: Pick<Violation, 'at' | 'reason'>,
): Span | undefined {
  const isWritten = missing === undefined && value?.type === 'scalar';
  return isWritten && (at === 'value' || reason === 'FieldValueRequired') ? value.span : key;
}

/** Whether the walk along the schema has told this fault already, or one that brings it about. */
function isKnown({ path }: Violation, { key, value, missing }: PathMatch, known: FindingIndex): boolean {
  if (missing === undefined) {
    const last = path.at(-1);
    const isTold = (finding: Finding) =>
      finding.severity === 'error' && (missingField(finding) ?? last) === last;
    return known.at(key).some(isTold) || known.at(value?.span).some(isTold);
  }
  if (key ? known.at(key).some((finding) => missingField(finding) === missing) : known.misses(missing))
    return true;
  if (known.isMisplaced(missing, key)) return true;
  if (value?.type !== 'map' && value?.type !== 'list') {
    return known.at(key).some((finding) => missingField(finding) !== undefined);
  }
  return value.type === 'map' && known.isMisspelt(String(missing), value);
}

/** Whether a fault follows from a missing field, which has been told. */
function isBroughtAbout({ against }: Violation, map: MapNode, known: FindingIndex): boolean {
  if (!against) return false;
  const { missing, value } = matchPath(map, against);
  if (missing === undefined) return false;
  return known.misses(missing) || (value?.type === 'map' && known.isMisspelt(String(missing), value));
}

function firstKey(map: MapNode): Span {
  return map.entries[0]?.key.span ?? map.span;
}
