import type { KubeObject } from '../object-store.ts';
import { hasSubresource, type Resource } from '../resources/resource.ts';
import { jsonEqual } from './json.ts';

/**
 * Whether a change of an object makes a new generation of it: where the resource counts them, every change of all but
 * metadata and, where it is a subresource, status; of some resources also one of a part of metadata. Taken from the
 * strategies of kube-apiserver 1.35.
 */
export function isNewGeneration(
  resource: Resource,
  before: KubeObject,
  after: KubeObject,
  subresource: string | undefined,
): boolean {
  const name = `${resource.storage.group}/${resource.storage.plural}`;
  if (resource.generation === 'none' && !countedOnlyWhenChanged.has(name)) return false;
  if (countedOnlyWhenMade.has(name)) return false;
  if (!jsonEqual(specification(after, resource), specification(before, resource))) return true;
  const field = subresource === undefined ? countedMetadata.get(name) : undefined;
  if (!field) return false;
  return !jsonEqual(after.metadata[field] ?? {}, before.metadata[field] ?? {});
}

/** Every change of them is still of the first generation. */
const countedOnlyWhenMade = new Set(['scheduling.k8s.io/priorityclasses']);

/** They have no generation before their first change. */
const countedOnlyWhenChanged = new Set(['storage.k8s.io/csidrivers']);

const countedMetadata = new Map<string, 'annotations' | 'labels'>([
  ['apps/deployments', 'annotations'],
  ['discovery.k8s.io/endpointslices', 'labels'],
]);

function specification(object: KubeObject, resource: Resource): Record<string, unknown> {
  const { metadata: _metadata, apiVersion: _apiVersion, kind: _kind, status, ...rest } = object;
  const parts = hasSubresource(resource, 'status') || status === undefined ? rest : { ...rest, status };
  // A list without items is none.
  return Object.fromEntries(
    Object.entries(parts).filter(([, part]) => !Array.isArray(part) || part.length > 0),
  );
}
