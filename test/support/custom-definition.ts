import type { KubeObject } from '../../client/src/cluster/kube-object.ts';

/** What a definition says; its objects are namespaced. */
export interface CustomDefinition {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  /** The schema of its one version, `v1`. */
  readonly schema: object;
}

/** A CustomResourceDefinition as it is applied. */
export function customDefinition({ group, kind, plural, schema }: CustomDefinition): KubeObject {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, singular: kind.toLowerCase(), kind },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
}
