import type { RawRequest } from './case.ts';
import { runLabel } from './run-case.ts';
import type { ServedKind } from './served-kinds.ts';
import type { SmallestObject } from './smallest-objects.ts';

/** A kind that the run defines for itself. */
export interface CustomKind {
  served: ServedKind;
  smallest: SmallestObject;
  /** Creates its definition. */
  definition: RawRequest;
  /** The definition, by path. */
  path: string;
}

/** One kind in namespaces and one outside of them, both with status and scale. */
export const customKinds: readonly CustomKind[] = [
  customKind('Thing', 'Namespaced'),
  customKind('Realm', 'Cluster'),
];

function customKind(kind: string, scope: ServedKind['scope']): CustomKind {
  const group = '{run}.example.com';
  const plural = `${kind.toLowerCase()}s`;
  const verbs = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
  const three = ['get', 'patch', 'update'];
  const name = `${plural}.${group}`;
  const object = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const version = {
    name: 'v1',
    served: true,
    storage: true,
    subresources: {
      status: {},
      scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
    },
    schema: { openAPIV3Schema: { type: 'object', properties: { spec: object, status: object } } },
  };
  return {
    served: {
      group,
      version: 'v1',
      kind,
      plural,
      scope,
      verbs,
      subresources: [
        { name: 'status', kind, verbs: three },
        { name: 'scale', kind: 'Scale', verbs: three },
      ],
    },
    smallest: { spec: { replicas: 0 } },
    definition: {
      method: 'POST',
      path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
      body: {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name, labels: { [runLabel]: '{run}' } },
        spec: { group, scope, names: { kind, plural }, versions: [version] },
      },
    },
    path: `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}`,
  };
}
