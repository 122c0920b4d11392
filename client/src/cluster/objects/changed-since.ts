import { isDeepStrictEqual } from 'node:util';
import type { KubeObject, ObjectMeta } from '../kube-object.ts';

/** Metadata by which people and controllers tell what an object is, whose it is, and what keeps it. */
const tellingMetadata = ['labels', 'ownerReferences', 'finalizers'] as const satisfies (keyof ObjectMeta)[];

/**
 * Which fields of an object are others than somebody has seen, by their first two steps: `spec.replicas`, `metadata.labels`,
 * `data.key`. What the server and controllers write all the time (its status, annotations, who manages which field, that it is
 * being deleted) counts for nothing.
 */
export function changedSince(seen: KubeObject, now: KubeObject): string[] {
  const metadata = tellingMetadata.filter((name) => !isSame(seen.metadata[name], now.metadata[name]));
  const fields = namesOf(seen, now).filter((name) => name !== 'metadata' && name !== 'status');
  return [
    ...metadata.map((name) => `metadata.${name}`),
    ...fields.flatMap((name) => changedIn(name, seen[name], now[name])),
  ];
}

function changedIn(name: string, seen: unknown, now: unknown): string[] {
  if (isDeepStrictEqual(seen, now)) return [];
  if (!isMap(seen) || !isMap(now)) return [name];
  return namesOf(seen, now)
    .filter((inner) => !isDeepStrictEqual(seen[inner], now[inner]))
    .map((inner) => `${name}.${inner}`);
}

/** An empty list or map is none: some servers write one where another leaves it out. */
function isSame(seen: object | undefined, now: object | undefined): boolean {
  return isDeepStrictEqual(orNone(seen), orNone(now));
}

function orNone(value: object | undefined): object | undefined {
  return value !== undefined && Object.keys(value).length > 0 ? value : undefined;
}

function namesOf(one: object, other: object): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])];
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
