import { setTimeout } from 'node:timers/promises';
import type { ApiContext } from '../api-context.ts';
import type { KubeObject } from '../object-store.ts';
import { bootstrapRoles } from '../rights/bootstrap-roles.ts';
import { createObject } from './write-object.ts';

const manager = 'kube-apiserver';

/** What every cluster has from its first moment: the system's namespaces and the Service of the API itself. */
export function createBootstrapObjects(api: ApiContext): void {
  for (const name of ['default', 'kube-system', 'kube-public', 'kube-node-lease']) {
    create(api, { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  }
  create(api, {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name: 'kubernetes',
      namespace: 'default',
      labels: { component: 'apiserver', provider: 'kubernetes' },
    },
    spec: {
      clusterIP: '10.96.0.1',
      ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: 6443 }],
    },
  });
  for (const role of bootstrapRoles) create(api, role);
}

/** Creates objects that the sandbox itself brings along, in their order. Throws when one of them is not valid. */
export async function createAll(api: ApiContext, objects: readonly KubeObject[]): Promise<void> {
  for (const object of objects) {
    await served(api, object);
    create(api, object);
  }
}

/** A kind whose definition came just before is served a moment later. */
async function served(api: ApiContext, { apiVersion, kind }: KubeObject): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (api.registry.findKind(apiVersion, kind)) return;
    await setTimeout(20);
  }
}

function create(api: ApiContext, object: KubeObject): void {
  const resource = api.registry.findKind(object.apiVersion, object.kind);
  if (!resource) throw new Error(`there is no ${object.kind} in ${object.apiVersion}`);
  const { namespace } = object.metadata;
  createObject(api, { resource, namespace, effect: 'store', manager, subresource: undefined }, object);
}
