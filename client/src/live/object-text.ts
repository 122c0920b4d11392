import { stringify } from 'yaml';
import type { KubeObject } from '../cluster/cluster.ts';

/** An object as YAML that Kubernetes reads back as the same object, without who manages which field. */
export function objectText(object: KubeObject): string {
  const { managedFields: _, ...metadata } = object.metadata;
  return stringify({ ...object, metadata }, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false });
}
