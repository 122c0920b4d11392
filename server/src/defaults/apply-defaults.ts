import type { Kind } from '../catalog/catalog.ts';
import type { Schema } from '../catalog/schema.ts';
import type { Path } from '../yaml/path.ts';
import { coreDefaults } from './core.ts';
import { copyOf, Draft, type JsonObject, pathOf, type Step } from './draft.ts';
import type { FillKind } from './fill-kind.ts';
import { otherDefaults } from './other-groups.ts';
import { fillPublishedDefaults } from './published-defaults.ts';
import { fillStructuralDefaults } from './structural-defaults.ts';
import { appsDefaults, batchDefaults } from './workloads.ts';

/** An object as the API server sees it after defaulting. */
export interface Defaulted {
  object: JsonObject;
  /** What was not in the input, at the outermost place: a filled-in object is named, its fields are not. */
  readonly from: readonly Path[];
}

/**
 * Gives a copy of `object` with everything that the API server's defaulting fills in before it validates; what admission
 * plugins, allocators and controllers add later (service account, cluster IP, status, ...) is not part of it. The
 * input may be half-typed: what is not of the expected shape stays as it is. `schema` may be left out where it is
 * not loaded: then a built-in kind lacks some rarely seen defaults, and a custom resource gets none. `copy` is for who knows
 * of parts that nobody ever changes: the copy may share these.
 */
export function applyDefaults(
  object: JsonObject,
  kind: DefaultedKind,
  schema: Schema | undefined,
  { version, copy = copyOf }: { version: string; copy?: (object: JsonObject) => JsonObject },
): Defaulted {
  const added: Step[] = [];
  const filled = copy(object);
  fill(new Draft(filled, undefined, added), kind, schema, version);
  return {
    object: filled,
    get from() {
      return outermost(added.map(pathOf));
    },
  };
}

/** Does to `object` itself what `applyDefaults` does to a copy: for one that nobody else has, and no part of it twice. */
export function fillDefaults(
  object: JsonObject,
  kind: DefaultedKind,
  schema: Schema | undefined,
  { version }: { version: string },
): void {
  fill(new Draft(object, undefined, undefined), kind, schema, version);
}

/** What of a kind says how its objects are defaulted. */
type DefaultedKind = Pick<Kind, 'group' | 'version' | 'kind' | 'origin'>;

function fill(draft: Draft, kind: DefaultedKind, schema: Schema | undefined, version: string): void {
  if (kind.origin.from === 'bundled') {
    if (schema) fillPublishedDefaults(draft, schema);
    defaultsOf(kind)?.(draft, version, kind.version);
  } else if (schema) {
    fillStructuralDefaults(draft, schema);
  }
}

function defaultsOf({ group, kind }: Pick<Kind, 'group' | 'kind'>): FillKind | undefined {
  const kinds = byGroup.get(group);
  return kinds && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
}

const byGroup = new Map<string, Readonly<Record<string, FillKind>>>([
  ['', coreDefaults],
  ['apps', appsDefaults],
  ['batch', batchDefaults],
  ...Object.entries(otherDefaults),
]);

function outermost(paths: readonly Path[]): readonly Path[] {
  const known = new Set(paths.map((path) => JSON.stringify(path)));
  return paths.filter((path) =>
    path.every((_, length) => length === 0 || !known.has(JSON.stringify(path.slice(0, length)))),
  );
}
