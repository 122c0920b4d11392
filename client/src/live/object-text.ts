import { stringify } from '../../../server/src/yaml/stringify.ts';
import type { KubeObject } from '../cluster/cluster.ts';

/** An object as YAML that Kubernetes reads back as the same object, without who manages which field. */
export function objectText(object: KubeObject): string {
  const { managedFields: _, ...metadata } = object.metadata;
  return stringify({ ...object, metadata });
}
