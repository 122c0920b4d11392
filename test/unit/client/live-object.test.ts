import { describe, expect, it } from 'vitest';
import type { Cluster, Discovery, KubeContext } from '../../../client/src/cluster/cluster.ts';
import { ClusterError } from '../../../client/src/cluster/errors.ts';
import type { KubeObject } from '../../../client/src/cluster/kube-object.ts';
import { silentLog } from '../../../client/src/cluster/log.ts';
import { withoutSecrets } from '../../../client/src/cluster/objects/without-secrets.ts';
import { objectAddressOf } from '../../../client/src/connections/object-address.ts';
import { liveObject } from '../../../client/src/language/live-object.ts';
import type { LiveObjectParams } from '../../../server/src/protocol.ts';
import { configMaps, FakeCluster, failedRequest, namespaces, refusal, resource } from './fake-cluster.ts';

const settings: KubeObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: 'settings',
    namespace: 'shop',
    resourceVersion: '7',
    annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{"data":{"key":"value"}}' },
    managedFields: [{ manager: 'kubectl' }],
  },
  data: { key: 'value' },
};

const asked: LiveObjectParams = {
  uri: 'file:///a.yaml',
  apiVersion: 'v1',
  kind: 'ConfigMap',
  namespace: 'shop',
  name: 'settings',
};

/** The same of a document that names no namespace. */
const unplaced: LiveObjectParams = {
  uri: 'file:///a.yaml',
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name: 'settings',
};

/** A cluster that counts what it is asked, under a name and with a namespace of its own. */
class CountedCluster extends FakeCluster {
  readonly asked: string[] = [];
  failure: Error | undefined;

  constructor(id: string, objects: readonly KubeObject[], namespace?: string) {
    const watched = resource({ kind: 'Watched', plural: 'watched', verbs: [] });
    super({ objects, served: [configMaps, namespaces, watched], context: { id, name: id, namespace } });
  }

  override async get(reference: Parameters<Cluster['get']>[0]): Promise<KubeObject> {
    this.asked.push(`${reference.namespace ?? ''}/${reference.name}`);
    if (this.failure) throw this.failure;
    return super.get(reference);
  }
}

/** An extension that is connected to some clusters, and whose target one of them is. */
async function extension(connected: readonly CountedCluster[], target?: string, namespace = 'default') {
  const discovered: { cluster: Cluster; discovery: Discovery }[] = [];
  for (const fake of connected) discovered.push({ cluster: fake.cluster, discovery: await fake.discover() });
  const sources = {
    targetOf: () => {
      const found = connected.find(({ context }) => context.id === target);
      return found && { context: found.context, namespace };
    },
    log: silentLog,
    connections: {
      discovered: () => discovered,
      labelOf: ({ name }: KubeContext) => name,
    },
  };
  const ask = (params: LiveObjectParams = asked, signal = new AbortController().signal) =>
    liveObject(sources, params, signal);
  return { ask, discovered };
}

describe('the language server is answered what a cluster has of an object', () => {
  it('by the target of the folder, without what may be secret', async () => {
    const [one, other] = [new CountedCluster('one', []), new CountedCluster('other', [settings])];
    const { ask } = await extension([one, other], 'other');
    expect(await ask()).toEqual({
      cluster: 'other',
      object: {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'settings', namespace: 'shop', resourceVersion: '7' },
      },
      withheld: ['data', 'binaryData'],
    });
    expect(one.asked).toEqual([]);
  });

  it('by the cluster that a document was read from', async () => {
    const [one, other] = [new CountedCluster('one', [settings]), new CountedCluster('other', [])];
    const { ask } = await extension([one, other], 'other');
    const address = encodeURIComponent(JSON.stringify({ context: 'one' }));
    expect(await ask({ ...asked, uri: `kubewright:/one/shop/settings.yaml?${address}` })).toMatchObject({
      cluster: 'one',
    });
    expect(await ask({ ...asked, uri: 'kubewright:/one/shop/settings.yaml?nonsense' })).toBeNull();
    expect(other.asked).toEqual(['shop/settings']);
  });

  it('by none where nobody has connected, or nothing was applied', async () => {
    const cluster = new CountedCluster('one', [settings]);
    expect(await (await extension([], 'one')).ask()).toBeNull();
    expect(await (await extension([cluster], undefined)).ask()).toBeNull();
    expect(await (await extension([cluster], 'other')).ask()).toBeNull();
    expect(cluster.asked).toEqual([]);
  });

  it("in the document's namespace, else the target's", async () => {
    const cluster = new CountedCluster('one', [], 'own');
    const plain = new CountedCluster('plain', []);
    const { ask } = await extension([cluster], 'one', 'chosen');
    await ask();
    await ask(unplaced);
    await ask({ ...unplaced, kind: 'Namespace', name: 'shop' });
    await (await extension([plain], 'plain')).ask(unplaced);
    expect([cluster.asked, plain.asked]).toEqual([
      ['shop/settings', 'chosen/settings', '/shop'],
      ['default/settings'],
    ]);
  });

  it('with nothing for what is not there, not served or not to be read', async () => {
    const cluster = new CountedCluster('one', []);
    const { ask } = await extension([cluster], 'one');
    expect(await ask()).toBeNull();
    expect(await ask({ ...asked, apiVersion: 'example.com/v1' })).toBeNull();
    expect(await ask({ ...asked, kind: 'Watched' })).toBeNull();
    expect(cluster.asked).toEqual(['shop/settings']);
  });

  it('goes on asking after a refusal, and not after silence, until the cluster has told anew what it serves', async () => {
    const cluster = new CountedCluster('one', [settings]);
    const { ask, discovered } = await extension([cluster], 'one');
    const status = { code: 403, reason: 'Forbidden', message: 'no' };
    const failures = [
      refusal(status),
      new ClusterError('unreachable', failedRequest('no')),
      refusal({ ...status, code: 401 }),
    ];
    const counts = [];
    for (const failure of failures) {
      discovered[0] = { ...discovered[0]!, discovery: await cluster.discover() };
      cluster.asked.length = 0;
      cluster.failure = failure;
      expect(await ask()).toBeNull();
      await ask();
      counts.push(cluster.asked.length);
    }
    expect(counts).toEqual([2, 1, 1]);
  });

  it('goes on asking after the server gave up a question', async () => {
    const cluster = new CountedCluster('one', [settings]);
    const { ask } = await extension([cluster], 'one');
    cluster.failure = new Error('given up');
    expect(await ask(asked, AbortSignal.abort())).toBeNull();
    cluster.failure = undefined;
    expect(await ask()).not.toBeNull();
  });
});

describe('what may be secret stays', () => {
  const metadata = { name: 'a' };
  it.each<[string, Partial<KubeObject>, readonly string[]]>([
    [
      'of a Secret',
      { apiVersion: 'v1', kind: 'Secret', type: 'Opaque', immutable: true, data: { a: 'YQ==' } },
      ['type', 'immutable'],
    ],
    [
      'of a ConfigMap',
      { apiVersion: 'v1', kind: 'ConfigMap', data: { a: 'a' }, binaryData: { b: 'Yg==' } },
      [],
    ],
    [
      'of a frozen ConfigMap nothing',
      { apiVersion: 'v1', kind: 'ConfigMap', immutable: true, data: { a: 'a' } },
      ['immutable', 'data'],
    ],
    ['of other kinds nothing', { apiVersion: 'example.com/v1', kind: 'Secret', data: { a: 'a' } }, ['data']],
  ])('%s', (_what, fields, kept) => {
    const { object } = withoutSecrets({ metadata, ...fields } as KubeObject);
    expect(Object.keys(object).sort()).toEqual(['apiVersion', 'kind', 'metadata', ...kept].sort());
  });
});

describe('the address of a live document', () => {
  const address = { context: 'c', apiVersion: 'v1', kind: 'Pod', namespace: 'shop', name: 'a?b#c' };
  it.each([
    [`kubewright:/x?${encodeURIComponent(JSON.stringify(address))}`, address],
    [`file:///x?${encodeURIComponent(JSON.stringify(address))}`, undefined],
    ['kubewright:/x', undefined],
    ['kubewright:/x?%', undefined],
  ])('%s', (uri, expected) => {
    expect(objectAddressOf(uri)).toEqual(expected);
  });
});
