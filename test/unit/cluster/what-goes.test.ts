import { expect, test } from 'vitest';
import type { Cluster, Discovery } from '../../../client/src/cluster/cluster.ts';
import type { KubeObject, Resource } from '../../../client/src/cluster/kube-object.ts';
import { type Consequences, whatGoesWith } from '../../../client/src/cluster/objects/what-goes.ts';
import { configMaps, namespaces, resource } from '../client/fake-cluster.ts';
import { pods } from './resources.ts';

const deployments = resource({ group: 'apps', kind: 'Deployment', plural: 'deployments' });
const object = (uid: string, owner?: string) => ({
  apiVersion: 'v1',
  kind: 'Any',
  metadata: {
    name: uid,
    uid,
    ...(owner ? { ownerReferences: [{ apiVersion: 'v1', kind: 'Any', name: owner, uid: owner }] } : {}),
  },
});
/** So many objects, of which the first so many belong to the one that is deleted. */
const many = (of: string, count: number, owned: number) =>
  Array.from({ length: count }, (_, index) => object(`${of}-${index}`, index < owned ? 'web' : undefined));

/** What there is of each kind; a server gives as many as it is asked for, and says how many are left or that some are. */
function holding(objects: ReadonlyMap<Resource, readonly KubeObject[]>, tells: 'how many' | 'that some') {
  const discovery: Discovery = {
    serverVersion: 'v1.35.4',
    resources: [...objects.keys()],
    find: () => undefined,
  };
  return {
    discover: async () => discovery,
    ask: async (operation: { of: { resource: Resource }; limit: number }) => {
      const all = objects.get(operation.of.resource)!;
      const left = all.length - operation.limit;
      return {
        items: all.slice(0, operation.limit),
        ...(left > 0 && { continueToken: 'next', ...(tells === 'how many' && { remainingItemCount: left }) }),
      };
    },
  } as unknown as Pick<Cluster, 'ask' | 'discover'>;
}

function shown({ going, readInPart }: Consequences) {
  return [
    ...going.map(({ resource: { plural }, count, is }) => `${is} ${count} ${plural}`),
    ...readInPart.map(({ plural }) => `? ${plural}`),
  ];
}

const ofShop = { resource: deployments, namespace: 'shop', name: 'web' };
const shop = { resource: namespaces, namespace: undefined, name: 'shop' };

test.each<
  [
    what: string,
    configMaps: KubeObject[],
    pods: KubeObject[],
    gone: typeof ofShop | typeof shop,
    says: string[],
  ]
>([
  ['all there are', many('c', 500, 2), many('p', 3, 3), ofShop, ['all 3 pods', 'all 2 configmaps']],
  [
    'those of the first 500',
    many('c', 501, 2),
    many('p', 3, 3),
    ofShop,
    ['at least 3 pods', 'at least 2 configmaps'],
  ],
  ['none of the first 500', many('c', 501, 0), many('p', 3, 3), ofShop, ['at least 3 pods', '? configmaps']],
  ['none of any', many('c', 501, 0), many('p', 900, 0), ofShop, ['? configmaps', '? pods']],
])('what an object owns: %s', async (_what, maps, own, gone, says) => {
  const objects = new Map<Resource, KubeObject[]>([
    [configMaps, maps],
    [pods, own],
  ]);
  for (const tells of ['how many', 'that some'] as const) {
    const { signal } = new AbortController();
    const found = await whatGoesWith(holding(objects, tells), [{ reference: gone, uid: 'web' }], signal);
    expect(shown(found)).toEqual(says);
  }
});

test('what is in a namespace is counted by the server, where it counts', async () => {
  const objects = new Map<Resource, KubeObject[]>([[pods, many('p', 900, 0)]]);
  const { signal } = new AbortController();
  const counted = async (tells: 'how many' | 'that some') =>
    shown(await whatGoesWith(holding(objects, tells), [{ reference: shop, uid: 's' }], signal));
  expect(await counted('how many')).toEqual(['all 900 pods']);
  expect(await counted('that some')).toEqual(['at least 1 pods']);
});
