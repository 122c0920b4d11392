import type { Kind } from '../../catalog/catalog.ts';
import { copyOf, isObject, type JsonObject } from '../../defaults/draft.ts';
import { findPath } from '../../manifest/fields.ts';
import type { LiveObject } from '../../protocol.ts';
import { brokenTransitionRules } from '../../rules/apiextensions/transition-rules.ts';
import { isSameValue } from '../../rules/shared/immutable.ts';
import { violations } from '../../rules/violations.ts';
import type { MapNode, Span, YamlNode } from '../../yaml/nodes.ts';
import { jsonAt, type Path } from '../../yaml/path.ts';
import { quoteString } from '../../yaml/stringify.ts';
import { toValue } from '../../yaml/value.ts';
import type { CheckContext } from '../check-context.ts';
import type { Finding, Fix } from '../finding.ts';
import { leftPart } from '../left-part.ts';
import { toInternalObject } from '../object-rules/check-rules.ts';
import { type AppliedObject, appliedObject } from './applied-object.ts';
import type { NamedObject } from './named-objects.ts';

/**
 * Hints at what is written otherwise than a cluster has it and cannot be changed there: an apply would be refused. Only
 * for kinds whose schema is loaded.
 */
export function checkImmutableFields(
  { map, kind }: NamedObject,
  live: LiveObject,
  context: CheckContext,
): Finding[] {
  const schema = context.catalog.schema(kind);
  if (!schema) return [];
  const written = toValue(map) as JsonObject;
  for (const name of live.withheld) delete written[name];
  const applied = appliedObject(live.object, written, schema);
  const refused = refusedByRules(applied, live, kind, context);
  if (kind.origin.from !== 'bundled') {
    for (const { path, detail } of brokenTransitionRules(applied.object, live.object, schema)) {
      refused.push({ paths: [path], detail });
    }
  }
  const marked = new Set<number>();
  return refused
    .flatMap((change) => findingsOf(change, map, applied, live))
    .filter(({ span }) => !marked.has(span.start) && marked.add(span.start));
}

/** A change that the server would refuse. */
interface RefusedChange {
  readonly paths: readonly Path[];
  /** Why, in the server's words. */
  readonly detail: string;
}

function refusedByRules(
  applied: AppliedObject,
  live: LiveObject,
  kind: Kind,
  context: CheckContext,
): RefusedChange[] {
  const found = violations({
    object: toInternalObject(copyOf(applied.object), kind, context),
    old: toInternalObject(copyOf(live.object), kind, context),
    operation: 'update',
    scope: kind.scope,
    kubernetesVersion: context.version,
  });
  return found
    .filter(({ code }) => code === 'immutable-field')
    .map(({ path, mark = path, also = [], detail }) => ({ paths: [mark, ...also], detail }));
}

/** Who wrote a whole other object has read enough after so many. */
const mostPlaces = 10;

function findingsOf(
  change: RefusedChange,
  map: MapNode,
  applied: AppliedObject,
  live: LiveObject,
): Finding[] {
  const findings: Finding[] = [];
  for (const place of changesAt(change.paths, applied.object, live.object)) {
    const finding = findingAt(place, change, map, applied, live);
    if (findings.length >= mostPlaces) return [...findings, leftPart('places', mostPlaces, finding.span)];
    findings.push(finding);
  }
  return findings;
}

function findingAt(
  path: Path,
  { detail }: RefusedChange,
  map: MapNode,
  applied: AppliedObject,
  { cluster, object }: LiveObject,
): Finding {
  const before = jsonAt(object, path);
  const written = nearest(map, applied.writtenPath(path));
  const fix = written.isWhole ? keepingFix(written.value, before) : undefined;
  return {
    code: 'immutable-field',
    severity: 'hint',
    about: {
      is: 'immutable-field',
      path,
      detail,
      cluster,
      ...(!isNothing(before) && { stored: shown(before) }),
      isIdentity: path[0] === 'metadata',
    },
    span: written.span,
    ...(fix && { fix }),
  };
}

function* changesAt(paths: readonly Path[], after: JsonObject, before: unknown): Generator<Path> {
  for (const path of paths) {
    const [now, known] = [jsonAt(after, path), jsonAt(before, path)];
    // What is the same differs by nothing but a default, which the server gives by itself.
    if (!isSameValue(now, known)) yield* changesOf(now, known, path);
  }
}

/** The outermost paths at which two values differ, within `path`. */
function* changesOf(after: unknown, before: unknown, path: Path): Generator<Path> {
  if (isObject(after) && isObject(before)) {
    const isSmaller = Object.keys(before).some((name) => !Object.hasOwn(after, name));
    if (!isSmaller) {
      for (const name of Object.keys(after)) {
        const [inner, known] = [after[name], Object.hasOwn(before, name) ? before[name] : undefined];
        if (!isSameValue(inner, known)) yield* changesOf(inner, known, [...path, name]);
      }
      return;
    }
  }
  if (Array.isArray(after) && Array.isArray(before) && after.length >= before.length) {
    for (const [index, item] of after.entries()) {
      if (!isSameValue(item, before[index])) yield* changesOf(item, before[index], [...path, index]);
    }
    return;
  }
  yield path;
}

/** What is written at a path, or at what is nearest above it. */
function nearest(
  map: MapNode,
  path: Path,
): { readonly span: Span; readonly value: YamlNode | undefined; readonly isWhole: boolean } {
  for (let length = path.length; length > 0; length--) {
    const found = findPath(map, path.slice(0, length));
    if (!found) continue;
    const { entry, item, node: value } = found;
    const alias = entry?.alias ?? item?.alias;
    const isWhole = length === path.length && !alias;
    if (alias) return { span: alias, value, isWhole };
    if (value?.type === 'scalar') return { span: value.span, value, isWhole };
    return { span: entry?.key.span ?? item?.span ?? map.span, value, isWhole };
  }
  return { span: map.entries[0]?.key.span ?? map.span, value: undefined, isWhole: false };
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

const longestShown = 80;

/** A value in a few words. */
function shown(value: unknown): string {
  const text = isScalar(value)
    ? String(value)
    : Array.isArray(value) && value.every(isScalar)
      ? value.join(', ')
      : isObject(value) && Object.values(value).every(isScalar)
        ? Object.entries(value)
            .map(([name, inner]) => `${name}=${inner}`)
            .join(', ')
        : JSON.stringify(value);
  const line = text.replace(/\s+/g, ' ');
  return line.length > longestShown ? `${line.slice(0, longestShown)}…` : line;
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** The edit that writes the cluster's value in a scalar's place. */
function keepingFix(node: YamlNode | undefined, value: unknown): Fix | undefined {
  if (node?.type !== 'scalar' || !isScalar(value)) return undefined;
  if (node.style === 'literal' || node.style === 'folded') return undefined;
  return { title: 'Keep the value of the cluster', span: node.span, newText: scalarText(node.style, value) };
}

/** Plain where that is certain to be read as it is, also in brackets. */
function scalarText(style: 'plain' | 'single-quoted' | 'double-quoted', value: unknown): string {
  if (typeof value !== 'string') return String(value);
  return style === 'plain' && !/[,[\]{}]/.test(value) ? quoteString(value) : JSON.stringify(value);
}
