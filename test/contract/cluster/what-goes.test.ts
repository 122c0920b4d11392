import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Cluster } from '../../../client/src/cluster/cluster.ts';
import type { KubeObject } from '../../../client/src/cluster/kube-object.ts';
import { loadKubeContexts } from '../../../client/src/cluster/kubeconfig/load.ts';
import { whatGoesWith } from '../../../client/src/cluster/objects/what-goes.ts';
import { openCluster } from '../../../client/src/cluster/open.ts';
import { until } from '../../support/processes.ts';
import { type Sandbox, startSandbox } from '../../support/sandbox.ts';

describe('what goes with an object', () => {
  let sandbox: Sandbox;
  let cluster: Cluster;
  const { signal } = new AbortController();

  beforeAll(async () => {
    sandbox = await startSandbox();
    const files = { merged: [], extra: [sandbox.kubeconfig] };
    const { contexts } = await loadKubeContexts(files);
    cluster = openCluster(contexts[0]!, { files, allowExec: () => false });
    await create('v1', 'Namespace', { metadata: { name: 'shop' } });
    const labels = { app: 'web' };
    await create('apps/v1', 'Deployment', {
      metadata: { name: 'web', namespace: 'shop', finalizers: ['example.com/hold'] },
      spec: {
        replicas: 3,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'shop/web:1' }] } },
      },
    });
    for (const name of ['a', 'b']) await create('v1', 'ConfigMap', { metadata: { name, namespace: 'shop' } });
    await create('apiextensions.k8s.io/v1', 'CustomResourceDefinition', {
      metadata: { name: 'shops.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'shops', singular: 'shop', kind: 'Shop' },
        versions: ['v1', 'v2'].map((name, index) => ({
          name,
          served: true,
          storage: index === 0,
          schema: { openAPIV3Schema: { type: 'object' } },
        })),
      },
    });
    await until('the kind is served', async () =>
      (await cluster.discover({ refresh: true })).resources.some(({ plural }) => plural === 'shops'),
    );
    for (const namespace of ['shop', 'default']) {
      await create('example.com/v1', 'Shop', { metadata: { name: 'one', namespace } });
    }
    const find = async (apiVersion: string, kind: string) =>
      (await cluster.discover()).find(apiVersion, kind)!;
    const pods = await find('v1', 'Pod');
    await until('the Pods are there', async () => (await cluster.list(pods, 'shop')).length === 3);
  });
  afterAll(async () => {
    await cluster?.dispose();
    await sandbox?.stop();
  });

  async function create(
    apiVersion: string,
    kind: string,
    object: Omit<KubeObject, 'apiVersion' | 'kind'> & Pick<KubeObject, 'metadata'>,
  ) {
    const resource = (await cluster.discover()).find(apiVersion, kind)!;
    await cluster.create(resource, object.metadata.namespace, { apiVersion, kind, ...object });
  }

  test.each([
    {
      of: 'a namespace: all that is in it',
      apiVersion: 'v1',
      kind: 'Namespace',
      name: 'shop',
      going: { pods: 3, configmaps: 3, deployments: 1, replicasets: 1, serviceaccounts: 1, shops: 1 },
      heldBy: [],
    },
    {
      of: 'a definition: the objects of its kind, once',
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      name: 'shops.example.com',
      going: { shops: 2 },
      heldBy: [],
    },
    {
      of: 'a workload: what it owns by others, too',
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      namespace: 'shop',
      name: 'web',
      going: { replicasets: 1, pods: 3 },
      heldBy: ['example.com/hold'],
    },
    {
      of: 'an object that owns nothing',
      apiVersion: 'v1',
      kind: 'ConfigMap',
      namespace: 'shop',
      name: 'a',
      going: {},
      heldBy: [],
    },
  ])('$of', async ({ apiVersion, kind, namespace, name, going, heldBy }) => {
    const resource = (await cluster.discover()).find(apiVersion, kind)!;
    const found = await whatGoesWith(
      cluster,
      { reference: { resource, namespace, name }, uid: undefined },
      signal,
    );
    const counts = Object.fromEntries(found.going.map(({ resource: { plural }, count }) => [plural, count]));
    expect({ counts, heldBy: found.heldBy, unread: found.unread }).toEqual({
      counts: going,
      heldBy,
      unread: [],
    });
    expect(found.going.every(({ is }) => is === 'all')).toBe(true);
  });

  test('what may not be read is said, and who decides first waits for nothing', async () => {
    const resource = (await cluster.discover()).find('v1', 'Namespace')!;
    const target = { reference: { resource, namespace: undefined, name: 'shop' }, uid: undefined };
    const forbidding: Pick<Cluster, 'ask' | 'discover' | 'get'> = {
      discover: (options) => cluster.discover(options),
      get: (reference, end) => cluster.get(reference, end),
      ask: async (operation, end, options) => {
        if ('of' in operation && operation.of.resource.plural === 'secrets') throw new Error('forbidden');
        return await cluster.ask(operation, end, options);
      },
    };
    const found = await whatGoesWith(forbidding, target, signal);
    expect(found.unread.map(({ plural }) => plural)).toEqual(['secrets']);
    const decided = new AbortController();
    const looking = whatGoesWith(cluster, target, decided.signal);
    decided.abort(new Error('decided'));
    await expect(looking).rejects.toThrow('decided');
  });
});
