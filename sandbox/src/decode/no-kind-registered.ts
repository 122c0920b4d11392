import type { KubernetesVersion } from '../../../server/src/catalog/catalog.ts';
import { compareKubernetesVersions } from '../../../server/src/catalog/version.ts';

/** What the API server says of a kind that it does not know in a version, with the line of its sources where it says so. */
export function noKindRegistered(kind: string, apiVersion: string, version: KubernetesVersion): string {
  const line = compareKubernetesVersions(version, '1.35') >= 0 ? 111 : 110;
  const named = `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)}`;
  return `${named} in scheme "pkg/runtime/scheme.go:${line}"`;
}
