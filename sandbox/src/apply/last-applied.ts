import { goJson } from '../go-json.ts';
import type { KubeObject } from '../object-store.ts';
import { withoutManagedFields } from './field-owners.ts';
import { difference, emptyFieldSet, type FieldSet } from './field-set.ts';
import type { TypeRef } from './structure.ts';
import { compareValues, fieldSetOfValue } from './typed-value.ts';

/** Where `kubectl apply` without `--server-side` keeps what it last applied. */
const lastAppliedAnnotation = 'kubectl.kubernetes.io/last-applied-configuration';

/** The fields of the last client-side apply that still have the values it gave them. */
export function matchingLastApplied(typeRef: TypeRef, live: KubeObject, apiVersion: string): FieldSet {
  const lastApplied = parseObject(live.metadata.annotations?.[lastAppliedAnnotation]);
  if (lastApplied?.apiVersion !== apiVersion) return emptyFieldSet;
  const { added, modified, removed } = compareValues(typeRef, lastApplied, withoutManagedFields(live));
  return [added, modified, removed].reduce(difference, fieldSetOfValue(typeRef, lastApplied));
}

/** Keeps the annotation, where there is one, in step with what kubectl now applies on the server's side. */
export function syncLastApplied(object: KubeObject, applied: KubeObject): KubeObject {
  if (!object.metadata.annotations?.[lastAppliedAnnotation]) return object;
  const { [lastAppliedAnnotation]: _, ...appliedAnnotations } = applied.metadata.annotations ?? {};
  const configuration = {
    ...applied,
    metadata: {
      ...applied.metadata,
      ...(applied.metadata.annotations && { annotations: appliedAnnotations }),
    },
  };
  const annotations = {
    ...object.metadata.annotations,
    [lastAppliedAnnotation]: `${goJson(sortKeys(configuration))}\n`,
  };
  return { ...object, metadata: { ...object.metadata, annotations } };
}

function parseObject(text: string | undefined): Record<string, unknown> | undefined {
  try {
    const value = text ? JSON.parse(text) : undefined;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sortKeys((value as Record<string, unknown>)[name])]));
}
