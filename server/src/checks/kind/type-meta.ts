import type { Lifecycle } from '../../catalog/catalog.ts';
import { compareKubernetesVersions } from '../../catalog/version.ts';
import type { KindName } from '../../protocol.ts';
import type { ScalarNode } from '../../yaml/nodes.ts';
import type { DeprecatedVersion } from '../about.ts';
import type { Fix } from '../finding.ts';
import { replaceScalar } from '../replace-scalar.ts';

/** What an object says it is. */
export interface TypeMeta {
  readonly apiVersion: ScalarNode;
  readonly kind: ScalarNode;
}

/** Whether a release (`1.25`) is there in a version of Kubernetes; false where there is no such release. */
export function isReached(since: string | undefined, version: string): boolean {
  return since !== undefined && compareKubernetesVersions(since, version) <= 0;
}

/** What an object says it is, as data. */
export function kindName({ apiVersion, kind }: TypeMeta): KindName {
  return { apiVersion: apiVersion.text, kind: kind.text };
}

/** A version of an object that goes or is gone, and what takes its place. */
export function deprecatedVersion(
  typeMeta: TypeMeta,
  { deprecated, removed, replacement }: Lifecycle,
): DeprecatedVersion {
  const next = replacement && { apiVersion: apiVersionOf(replacement), kind: replacement.kind };
  return { ...kindName(typeMeta), deprecated, removed, replacement: next };
}

/** Whether the replacement is no other version of the kind. */
export function isAnotherKind({ kind, replacement }: Lifecycle): boolean {
  return replacement !== undefined && replacement.kind !== kind;
}

/** Another version of the same kind can be written in its place; another kind has another shape. */
export function fixOf(typeMeta: TypeMeta, { kind, replacement }: Lifecycle): { fix?: Fix } {
  if (replacement?.kind !== kind) return {};
  return { fix: replaceScalar(typeMeta.apiVersion, apiVersionOf(replacement)) };
}

/** `v1`, `apps/v1`. */
export function apiVersionOf({ group, version }: { group: string; version: string }): string {
  return group === '' ? version : `${group}/${version}`;
}

/** The group of an apiVersion: empty for `v1`. */
export function groupOf(apiVersion: string): string {
  return apiVersion.slice(0, Math.max(0, apiVersion.indexOf('/')));
}
