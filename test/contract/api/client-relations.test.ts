import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Cluster, Discovery } from '../../../client/src/cluster/cluster.ts';
import type { KubeObject } from '../../../client/src/cluster/kube-object.ts';
import { silentLog } from '../../../client/src/cluster/log.ts';
import { eventsOf } from '../../../client/src/cluster/relations/events-of.ts';
import type { Subject } from '../../../client/src/cluster/relations/source.ts';
import { watchRelated } from '../../../client/src/cluster/relations/watch-related.ts';
import { chosenServer } from './chosen-server.ts';
import { openClient } from './open-client.ts';
import { runLabel } from './run-case.ts';

// What stands under objects, as the tree asks for it: that servers take the selections, and select by them what is meant.

const chosen = await chosenServer(process.env);
const id = `run${randomBytes(3).toString('hex')}`;

describe(`what stands under an object, on ${chosen.name}`, () => {
  let cluster: Cluster;
  let discovery: Discovery;
  let stop = async () => {};
  /** What is in no namespace of the run. */
  const outside: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const started = await chosen.start();
    stop = started.stop;
    cluster = await openClient(started.kubeconfig);
    discovery = await cluster.discover();
    await create('v1', 'Namespace', id);
    await create('v1', 'Node', `${id}-node`);
    // Pods need the account that a controller makes in every namespace, where there is one.
    await vi.waitFor(() => create('v1', 'Pod', 'other', pod({})), { timeout: 20_000, interval: 200 });
  }, 60_000);
  afterAll(async () => {
    for (const remove of outside.reverse()) await remove();
    await cluster?.dispose();
    await stop();
  }, 60_000);

  const ownedBy = ({ apiVersion, kind, metadata }: KubeObject) => ({
    ownerReferences: [{ apiVersion, kind, name: metadata.name!, uid: metadata.uid!, controller: true }],
  });
  const pod = (labels: object, spec: object = {}, metadata: object = {}) => ({
    metadata: { ...metadata, labels },
    spec: {
      schedulerName: `${id}-nobody`,
      containers: [{ name: 'main', image: 'registry.k8s.io/pause:3.10' }],
      ...spec,
    },
  });
  const template = (app: string) => ({
    metadata: { labels: { app } },
    spec: pod({}).spec,
  });

  async function create(
    apiVersion: string,
    kind: string,
    name: string,
    fields: object = {},
    where = id,
  ): Promise<KubeObject> {
    const resource = discovery.find(apiVersion, kind)!;
    const { metadata = {}, ...rest } = fields as { metadata?: { labels?: object } };
    const namespace = resource.scope === 'Cluster' ? undefined : where;
    const labels = { ...metadata.labels, [runLabel]: id };
    const made = await cluster.create(resource, namespace, {
      apiVersion,
      kind,
      ...rest,
      metadata: { ...metadata, name, labels } as KubeObject['metadata'],
    });
    if (namespace !== id) outside.push(() => cluster.delete({ resource, namespace, name }));
    return made;
  }

  function subjectOf({ apiVersion, kind, metadata }: KubeObject): Subject {
    const { name = '', uid = '', namespace } = metadata;
    return { resource: discovery.find(apiVersion, kind)!, uid, name, namespace, metadata };
  }

  /** The names of what stands under it, source by source, once these are as expected. */
  async function expectUnder(object: KubeObject, expected: readonly (readonly string[])[]): Promise<void> {
    const related = watchRelated(subjectOf(object), cluster, silentLog);
    try {
      await vi.waitFor(
        () => {
          expect(related.isComing).toBe(false);
          expect(related.groups.map(({ objects }) => objects?.freshness.state ?? 'live')).toEqual(
            related.groups.map(() => 'live'),
          );
          const names = related.groups.map(({ objects }) => objects?.rows().map(({ name }) => name) ?? []);
          expect(names).toEqual(expected);
        },
        { timeout: 15_000, interval: 50 },
      );
    } finally {
      related.dispose();
    }
  }

  test('a Deployment its own ReplicaSets, and these their own Pods', async () => {
    const selector = { matchLabels: { app: 'web' } };
    // It waits, so that nobody makes others.
    const deployment = await create('apps/v1', 'Deployment', 'web', {
      spec: { replicas: 0, paused: true, selector, template: template('web') },
    });
    const spec = { replicas: 0, selector, template: template('web') };
    const labels = { app: 'web' };
    const owned = await create('apps/v1', 'ReplicaSet', 'web-1', {
      metadata: { labels, ...ownedBy(deployment) },
      spec,
    });
    await create('apps/v1', 'ReplicaSet', 'others', {
      metadata: { labels: { app: 'next' } },
      spec: { replicas: 0, selector: { matchLabels: { app: 'next' } }, template: template('next') },
    });
    await expectUnder(deployment, [['web-1']]);
    const set = await create('apps/v1', 'StatefulSet', 'set', {
      spec: {
        replicas: 0,
        serviceName: 'set',
        selector: { matchLabels: { app: 'set' } },
        template: template('set'),
      },
    });
    await expectUnder(set, [[]]);
    await expectUnder(owned, [[]]);
    const alone = await create('apps/v1', 'ReplicaSet', 'alone', {
      spec: { replicas: 1, selector: { matchLabels: { app: 'alone' } }, template: template('alone') },
    });
    await expectUnder(alone, [[expect.stringMatching(/^alone-\w+$/)]]);
  });

  test('a CronJob its own Jobs, and a Job its own Pods', async () => {
    const jobSpec = {
      suspend: true,
      template: { spec: { ...pod({}).spec, restartPolicy: 'Never' } },
    };
    const cron = await create('batch/v1', 'CronJob', 'nightly', {
      spec: { schedule: '0 0 1 1 *', suspend: true, jobTemplate: { spec: jobSpec } },
    });
    const job = await create('batch/v1', 'Job', 'nightly-1', { metadata: ownedBy(cron), spec: jobSpec });
    await create('batch/v1', 'Job', 'alone', { spec: jobSpec });
    await expectUnder(cron, [['nightly-1']]);
    await expectUnder(job, [[]]);
  });

  test('a Service the Pods that it selects', async () => {
    await create('v1', 'Pod', 'front-a', pod({ tier: 'front', zone: 'a' }));
    await create('v1', 'Pod', 'front-b', pod({ tier: 'front', zone: 'b' }));
    const service = (selector: object | undefined) => ({
      spec: { ports: [{ port: 80 }], ...(selector && { selector }) },
    });
    await expectUnder(await create('v1', 'Service', 'front', service({ tier: 'front' })), [
      ['front-a', 'front-b'],
    ]);
    await expectUnder(await create('v1', 'Service', 'one', service({ tier: 'front', zone: 'b' })), [
      ['front-b'],
    ]);
    await expectUnder(await create('v1', 'Service', 'nobody', service({ tier: 'none' })), [[]]);
    await expectUnder(await create('v1', 'Service', 'by-hand', service(undefined)), [[]]);
  });

  test('a Node the Pods that are bound to it', async () => {
    await create('v1', 'Pod', 'bound', pod({}, { nodeName: `${id}-node` }));
    const node = await cluster.get({
      resource: discovery.find('v1', 'Node')!,
      namespace: undefined,
      name: `${id}-node`,
    });
    await expectUnder(node, [['bound']]);
  });

  test('a claim its volume and the Pods that use it, and the volume its claim', async () => {
    const storage = {
      accessModes: ['ReadWriteOnce'],
      storageClassName: '',
    };
    const volume = await create('v1', 'PersistentVolume', `${id}-volume`, {
      spec: {
        ...storage,
        capacity: { storage: '1Gi' },
        hostPath: { path: '/tmp' },
        claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: id, name: 'data' },
      },
    });
    const claim = await create('v1', 'PersistentVolumeClaim', 'data', {
      spec: {
        ...storage,
        volumeName: `${id}-volume`,
        resources: { requests: { storage: '1Gi' } },
      },
    });
    await create(
      'v1',
      'Pod',
      'user',
      pod({}, { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }] }),
    );
    await expectUnder(claim, [[`${id}-volume`], ['user']]);
    await expectUnder(volume, [['data']]);
  });

  test('an Ingress the Services that it names', async () => {
    const backend = (name: string) => ({ service: { name, port: { number: 80 } } });
    await create('v1', 'Service', 'shop', { spec: { ports: [{ port: 80 }] } });
    const rules = [{ http: { paths: [{ path: '/', pathType: 'Prefix', backend: backend('missing') }] } }];
    const spec = { defaultBackend: backend('shop') };
    const one = await create('networking.k8s.io/v1', 'Ingress', 'one', { spec });
    const two = await create('networking.k8s.io/v1', 'Ingress', 'two', { spec: { ...spec, rules } });
    await expectUnder(one, [['shop']]);
    await expectUnder(two, [['shop']]);
  });

  test.each([
    ['a Pod', 'v1', 'Pod', 'other', id, (uid: string) => ({ uid })],
    ['a Node, told of by its controller', 'v1', 'Node', `${id}-node`, 'default', (uid: string) => ({ uid })],
    ['a Node, told of by its kubelet', 'v1', 'Node', `${id}-node`, 'default', () => ({ uid: `${id}-node` })],
  ])('%s its events, and those of no other', async (title, apiVersion, kind, name, where, about) => {
    const resource = discovery.find(apiVersion, kind)!;
    const namespace = resource.scope === 'Cluster' ? undefined : id;
    const object = await cluster.get({ resource, namespace, name });
    const told = `${id}-${title.replace(/\W+/g, '-').toLowerCase()}`;
    for (const [event, involved] of [
      [told, about(object.metadata.uid!)],
      [`${told}-other`, { uid: 'another', name: 'another' }],
    ] as const) {
      const involvedObject = { apiVersion, kind, name, ...(namespace && { namespace }), ...involved };
      await create('v1', 'Event', event, { involvedObject, reason: 'Told', type: 'Normal' }, where);
    }
    const { fieldSelector, resource: events, namespace: place } = eventsOf(subjectOf(object), discovery)!;
    expect(place).toBe(where);
    const found = await cluster.list(events, place, { fieldSelector });
    const names = found.map(({ metadata }) => metadata.name!);
    expect(names).toContain(told);
    expect(names).not.toContain(`${told}-other`);
  });
});
