import type { ObjectStore } from '../object-store.ts';
import { keepInEveryNamespace } from './in-every-namespace.ts';
import { resources } from './objects.ts';

const name = 'kube-root-ca.crt';
const manager = 'kube-controller-manager';
const annotations = {
  'kubernetes.io/description':
    'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.',
};

/** Keeps in every namespace the ConfigMap by which pods trust the API: it holds the certificate given, as PEM. */
export function startRootAuthorities(store: ObjectStore, authority: string): { dispose(): void } {
  const data = { 'ca.crt': authority };
  return keepInEveryNamespace(store, {
    resource: resources.configMaps,
    name,
    create(namespace) {
      store.create(
        resources.configMaps,
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace, annotations }, data },
        manager,
      );
    },
    correct(object) {
      const held = object.data as Record<string, unknown> | undefined;
      if (held?.['ca.crt'] === authority && Object.keys(held).length === 1) return;
      store.update(resources.configMaps, object.metadata.namespace, name, manager, (copy) => {
        copy.data = data;
      });
    },
  });
}
