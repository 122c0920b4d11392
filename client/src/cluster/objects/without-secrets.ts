import type { KubeObject } from '../kube-object.ts';

/** An object to be compared with what a person writes. */
export interface OpenObject {
  readonly object: KubeObject;
  /** Fields of its root that are left out. */
  readonly withheld: readonly string[];
}

/**
 * An object without what may be a secret and without what nobody compares: the data of Secrets, and that of ConfigMaps
 * that can be changed; annotations, in which tools keep copies of whole objects; who manages which field. Custom
 * resources are whole: only those are asked for whose definition keeps something as it was.
 */
export function withoutSecrets(object: KubeObject): OpenObject {
  const withheld = object.apiVersion === 'v1' ? withheldOf(object) : [];
  const { annotations: _, managedFields: __, ...metadata } = object.metadata;
  const fields = Object.entries(object).filter(([name]) => !withheld.includes(name));
  return { object: { ...Object.fromEntries(fields), metadata } as KubeObject, withheld };
}

function withheldOf({ kind, immutable }: KubeObject): readonly string[] {
  if (kind === 'Secret') return ['data', 'stringData'];
  return kind === 'ConfigMap' && immutable !== true ? ['data', 'binaryData'] : [];
}
