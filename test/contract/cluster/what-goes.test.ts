import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Cluster } from '../../../client/src/cluster/cluster.ts';
import type { KubeObject } from '../../../client/src/cluster/kube-object.ts';
import { loadKubeContexts } from '../../../client/src/cluster/kubeconfig/load.ts';
import {
  type Deletable,
  type GoingAlong,
  whatGoesWith,
} from '../../../client/src/cluster/objects/what-goes.ts';
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

  const web = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' };
  const settings = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'a' };
  const shop = { apiVersion: 'v1', kind: 'Namespace', namespace: undefined, name: 'shop' };
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    namespace: undefined,
    name: 'shops.example.com',
  };
  const inShop = { pods: 3, configmaps: 3, deployments: 1, replicasets: 1, serviceaccounts: 1, shops: 1 };

  /** The objects as a deletion names them, with their uids. */
  async function deletable(objects: readonly (typeof web | typeof shop)[]): Promise<Deletable[]> {
    return await Promise.all(
      objects.map(async ({ apiVersion, kind, namespace, name }) => {
        const resource = (await cluster.discover()).find(apiVersion, kind)!;
        const reference = { resource, namespace, name };
        return { reference, uid: (await cluster.get(reference)).metadata.uid };
      }),
    );
  }

  test.each([
    { of: 'a namespace: all that is in it', objects: [shop], contents: inShop, owned: {} },
    {
      of: 'a definition: the objects of its kind, once',
      objects: [definition],
      contents: { shops: 2 },
      owned: {},
    },
    {
      of: 'a workload: what it owns by others, too',
      objects: [web],
      contents: {},
      owned: { replicasets: 1, pods: 3 },
    },
    { of: 'an object that owns nothing', objects: [settings], contents: {}, owned: {} },
    {
      of: 'a namespace and some of what is in it: the others',
      objects: [shop, settings, web],
      contents: { ...inShop, configmaps: 2, deployments: 0 },
      owned: {},
    },
    {
      of: 'a namespace and a definition: each object once',
      objects: [shop, definition],
      contents: { ...inShop, shops: 2 },
      owned: {},
    },
    {
      of: 'a definition and a workload',
      objects: [definition, web, settings],
      contents: { shops: 2 },
      owned: { replicasets: 1, pods: 3 },
    },
  ])('$of', async ({ objects, contents, owned }) => {
    const found = await whatGoesWith(cluster, await deletable(objects), signal);
    const counts = (why: GoingAlong['by']) =>
      Object.fromEntries(
        found.going.filter(({ by }) => by === why).map(({ resource: { plural }, count }) => [plural, count]),
      );
    const some = (all: Record<string, number>) =>
      Object.fromEntries(Object.entries(all).filter(([, count]) => count > 0));
    expect({ contents: counts('contents'), owned: counts('ownership') }).toEqual({
      contents: some(contents),
      owned,
    });
    expect({ unread: found.unread, unseen: found.unseen }).toEqual({ unread: [], unseen: [] });
    expect(found.going.every(({ is }) => is === 'all')).toBe(true);
  });

  test('of more than ten namespaces the others are named', async () => {
    const resource = (await cluster.discover()).find('v1', 'ConfigMap')!;
    const objects = Array.from({ length: 12 }, (_, at) => ({
      reference: { resource, namespace: `n${at}`, name: 'a' },
      uid: `u${at}`,
    }));
    expect((await whatGoesWith(cluster, objects, signal)).unseen).toEqual(['n10', 'n11']);
  });

  test('what may not be read is said, and who decides first waits for nothing', async () => {
    const target = await deletable([shop]);
    const forbidding: Pick<Cluster, 'ask' | 'discover'> = {
      discover: (options) => cluster.discover(options),
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
