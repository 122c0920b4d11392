import type { Lifecycle } from '../../catalog/catalog.ts';
import { compareKubernetesVersions } from '../../catalog/version.ts';
import type { ScalarNode } from '../../yaml/nodes.ts';
import type { Fix } from '../finding.ts';
import { replaceScalar } from '../replace-scalar.ts';

/** What an object says it is. */
export interface Head {
  readonly apiVersion: ScalarNode;
  readonly kind: ScalarNode;
}

/** `apps/v1 Deployment`. */
export function titleOf({ apiVersion, kind }: Head): string {
  return `${apiVersion.text} ${kind.text}`;
}

/** Whether a release (`1.25`) is there in a version of Kubernetes; false where there is no such release. */
export function isReached(since: string | undefined, version: string): boolean {
  return since !== undefined && compareKubernetesVersions(since, version) <= 0;
}

/** The sentence that names the replacement, with a space before it; empty where there is none. */
export function useInstead({ kind, replacement }: Lifecycle): string {
  if (replacement) return ` Use ${apiVersionOf(replacement)} ${replacement.kind}.`;
  return kind === 'PodSecurityPolicy'
    ? ' No kind replaces it: labels `pod-security.kubernetes.io/enforce` of Namespaces do.'
    : '';
}

/** Whether the replacement is no other version of the kind. */
export function isAnotherKind({ kind, replacement }: Lifecycle): boolean {
  return replacement !== undefined && replacement.kind !== kind;
}

/** Another version of the same kind can be written in its place; another kind has another shape. */
export function fixOf(head: Head, { kind, replacement }: Lifecycle): { fix?: Fix } {
  if (replacement?.kind !== kind) return {};
  return { fix: replaceScalar(head.apiVersion, apiVersionOf(replacement)) };
}

/** `v1`, `apps/v1`. */
export function apiVersionOf({ group, version }: { group: string; version: string }): string {
  return group === '' ? version : `${group}/${version}`;
}

/** The group of an apiVersion: empty for `v1`. */
export function groupOf(apiVersion: string): string {
  return apiVersion.slice(0, Math.max(0, apiVersion.indexOf('/')));
}
