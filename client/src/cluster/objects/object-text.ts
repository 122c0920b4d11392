import { stringify } from '../../../../server/src/yaml/stringify.ts';
import type { KubeObject } from '../kube-object.ts';

/** An object as YAML that Kubernetes reads back as the same object, without who manages which field. */
export function objectText(object: KubeObject): string {
  const { apiVersion, kind, metadata: allMetadata, ...rest } = object;
  const { managedFields: _, ...metadata } = allMetadata;
  return stringify({ apiVersion, kind, metadata, ...rest });
}
