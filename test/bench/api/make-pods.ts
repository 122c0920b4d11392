import type { Cluster } from '../../../client/src/cluster/cluster.ts';
import { concurrently } from '../../../client/src/cluster/concurrently.ts';
import { ClusterError } from '../../../client/src/cluster/errors.ts';
import { resource } from '../../unit/client/fake-cluster.ts';
import { pods } from '../../unit/cluster/resources.ts';

/** Where all Pods of the measurements are. */
export const namespace = 'kubewright-bench';

const namespaces = resource({ kind: 'Namespace', plural: 'namespaces', scope: 'Cluster' });
const accounts = resource({ kind: 'ServiceAccount', plural: 'serviceaccounts' });
const parallelCreations = 32;

/** Makes the namespace, where it is not there, and waits until Pods can be made in it. */
export async function makeNamespace(cluster: Cluster): Promise<void> {
  const object = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } };
  await cluster.create(namespaces, undefined, object).catch(unless('AlreadyExists'));
  const account = { resource: accounts, namespace, name: 'default' };
  while (!(await cluster.get(account).catch(unless('NotFound')))) {
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** Makes the Pods of these numbers; those that are there are left. No scheduler and no kubelet touches them. */
export async function makePods(cluster: Cluster, from: number, to: number): Promise<void> {
  const numbers = Array.from({ length: to - from }, (_, place) => from + place);
  await concurrently(parallelCreations, numbers, async (number) => {
    await cluster.create(pods, namespace, podOf(number)).catch(unless('AlreadyExists'));
  });
}

/** The name of a Pod by its number. */
export function podName(number: number): string {
  return `web-${String(number).padStart(6, '0')}`;
}

function podOf(number: number) {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: podName(number),
      labels: { app: `shop-${number % 100}`, 'app.kubernetes.io/part-of': 'shop', tier: 'web' },
      annotations: { 'example.com/checked-by': 'nobody' },
    },
    spec: {
      schedulingGates: [{ name: 'example.com/bench' }],
      containers: [
        {
          name: 'web',
          image: `registry.example.com/shop/web:1.${number % 50}`,
          ports: [{ containerPort: 8080, name: 'http' }],
          env: [{ name: 'NUMBER', value: `${number}` }],
          resources: { requests: { cpu: '50m', memory: '64Mi' }, limits: { memory: '128Mi' } },
        },
      ],
    },
  };
}

function unless(reason: string) {
  return (error: unknown): undefined => {
    if (!(error instanceof ClusterError) || error.reason !== reason) throw error;
  };
}
