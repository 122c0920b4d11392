import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Cluster, Discovery } from '../../../client/src/cluster/cluster.ts';
import { concurrently } from '../../../client/src/cluster/concurrently.ts';
import type { KubeObject } from '../../../client/src/cluster/kube-object.ts';
import { whatGoesWith } from '../../../client/src/cluster/objects/what-goes.ts';
import { readBefore } from '../../../client/src/journal/read-before.ts';
import { runDeletion } from '../../../client/src/journal/run-deletion.ts';
import type { DeletionOperation, Step, StepResult } from '../../../client/src/journal/step.ts';
import { chosenServer } from './chosen-server.ts';
import { openClient } from './open-client.ts';
import { runLabel } from './run-case.ts';

// Deletions as the extension runs them: of what was read, in the state in which it was, until it is gone; on the same servers as
// the suite.

const chosen = await chosenServer(process.env);
const id = `run${randomBytes(3).toString('hex')}`;

describe(`a deletion, on ${chosen.name}`, () => {
  let cluster: Cluster;
  /** The same, whose answers to deletions are kept. */
  let listening: Cluster;
  let discovery: Discovery;
  let stop = async () => {};

  beforeAll(async () => {
    const started = await chosen.start();
    stop = started.stop;
    cluster = await openClient(started.kubeconfig);
    listening = Object.assign(Object.create(cluster) as Cluster, {
      delete: async (...asked: Parameters<Cluster['delete']>) => {
        const answer = await cluster.delete(...asked);
        answers.push(answer);
        return answer;
      },
    });
    discovery = await cluster.discover();
    await create('Namespace', id);
    // Pods need the account that a controller makes in every namespace, where there is one.
    await vi.waitFor(() => create('Pod', 'first', pod()), { timeout: 20_000, interval: 200 });
  }, 60_000);
  afterAll(async () => {
    await cluster?.delete(one('Namespace', id));
    await cluster?.dispose();
    await stop();
  }, 60_000);

  type Kind = 'ConfigMap' | 'Namespace' | 'Pod';
  const find = (kind: Kind) => discovery.find('v1', kind)!;
  const namespaceOf = (kind: Kind, namespace: string) => (kind === 'Namespace' ? undefined : namespace);
  const one = (kind: Kind, name: string, namespace = id) => ({
    resource: find(kind),
    namespace: namespaceOf(kind, namespace),
    name,
  });
  const create = async (kind: Kind, name: string, fields: object = {}, namespace = id) => {
    const { metadata = {}, ...rest } = fields as { metadata?: object };
    return await cluster.create(find(kind), namespaceOf(kind, namespace), {
      apiVersion: 'v1',
      kind,
      ...rest,
      metadata: { ...metadata, name, labels: { [runLabel]: id } },
    });
  };
  const pod = (spec: object = { schedulerName: `${id}-nobody` }) => ({
    spec: { containers: [{ name: 'main', image: 'registry.k8s.io/pause:3.10' }], ...spec },
  });
  const patch = async (kind: Kind, name: string, change: object, subresource?: string) =>
    await cluster.patch({ ...one(kind, name), ...(subresource ? { subresource } : {}) }, 'merge', change);
  const there = async (kind: Kind, name: string) => await readBefore(cluster, one(kind, name));

  /** What the server has answered to the deletions of the test. */
  const answers: (KubeObject | undefined)[] = [];
  beforeEach(() => void answers.splice(0));

  /** Deletes an object as it was when it was read, and waits until it is gone, or the signal ends that. */
  const deletion = async (
    kind: Kind,
    { metadata, ...before }: KubeObject,
    operation: Omit<DeletionOperation, 'type'> = {},
    signal?: AbortSignal,
  ): Promise<StepResult> => {
    const { resource, namespace } = one(kind, metadata.name!, metadata.namespace);
    const object = { ...before, metadata };
    const step: Step = {
      origin: undefined,
      object,
      resource,
      namespace,
      operation: { type: 'delete', ...operation },
      before: object,
      outcome: { action: 'delete' },
    };
    const journal = { target: { cluster: listening, namespace: id }, steps: [step] };
    const entries = await runDeletion(journal, signal ? { signal } : {});
    return entries[0]!.result;
  };

  test('of an object whose status has changed since is of the one that there is', async () => {
    const before = await create('Pod', 'busy', pod());
    for (const message of ['a', 'b']) await patch('Pod', 'busy', { status: { message } }, 'status');
    await patch('Pod', 'busy', { metadata: { annotations: { 'example.com/leader': 'b' } } });
    expect(await deletion('Pod', before)).toEqual({ result: 'deleted' });
    expect(await there('Pod', 'busy')).toBeUndefined();
  });

  test('of an object that has changed since is none, until the person knows what has', async () => {
    const before = await create('ConfigMap', 'changing', { data: { key: 'a', other: 'a' } });
    await patch('ConfigMap', 'changing', {
      data: { key: 'b' },
      metadata: { labels: { 'example.com/tier': 'front' }, finalizers: ['example.com/hold'] },
    });
    const fields = ['metadata.labels', 'metadata.finalizers', 'data.key'];
    expect(await deletion('ConfigMap', before)).toMatchObject({ result: 'changed-since', fields });
    expect((await there('ConfigMap', 'changing'))?.metadata.deletionTimestamp).toBeUndefined();
    await patch('ConfigMap', 'changing', { data: { key: 'c' }, metadata: { finalizers: null } });
    expect(await deletion('ConfigMap', before, { told: fields })).toEqual({ result: 'deleted' });
  });

  test('of an object that another one follows leaves that', async () => {
    const before = await create('ConfigMap', 'replaced');
    await cluster.delete(one('ConfigMap', 'replaced'));
    expect(await deletion('ConfigMap', before)).toEqual({ result: 'missing' });
    const after = await create('ConfigMap', 'replaced');
    expect(await deletion('ConfigMap', before)).toEqual({ result: 'replaced' });
    expect((await there('ConfigMap', 'replaced'))?.metadata.uid).toBe(after.metadata.uid);
  });

  test.each([
    { way: 'Background', owned: 'goes' },
    { way: 'Foreground', owned: 'goes' },
    { way: 'Orphan', owned: 'stays' },
  ] as const)(
    'in the $way: what it owns $owned',
    async ({ way, owned }) => {
      const name = way.toLowerCase();
      const owner = await create('ConfigMap', `owner-${name}`);
      const { apiVersion, kind, metadata } = owner;
      const reference = {
        apiVersion,
        kind,
        name: metadata.name,
        uid: metadata.uid,
        blockOwnerDeletion: true,
      };
      await create('ConfigMap', `owned-${name}`, { metadata: { ownerReferences: [reference] } });
      const { going } = await whatGoesWith(
        cluster,
        [{ reference: one('ConfigMap', `owner-${name}`), uid: metadata.uid }],
        new AbortController().signal,
      );
      expect(going.map(({ resource, by, count }) => [resource.plural, by, count])).toEqual([
        ['configmaps', 'ownership', 1],
      ]);
      expect(await deletion('ConfigMap', owner, { way: { propagationPolicy: way } })).toEqual({
        result: 'deleted',
      });
      if (owned === 'stays') {
        const left = await there('ConfigMap', `owned-${name}`);
        expect(left?.metadata.ownerReferences).toBeUndefined();
      } else {
        const gone = async () => expect(await there('ConfigMap', `owned-${name}`)).toBeUndefined();
        await vi.waitFor(gone, { timeout: 20_000, interval: 200 });
      }
    },
    60_000,
  );

  test('of a Pod takes its time, and none by force', async () => {
    const spec = { nodeName: `${id}-nowhere`, terminationGracePeriodSeconds: 600 };
    const held = { metadata: { finalizers: ['example.com/hold'] } };
    const before = await create('Pod', 'slow', { ...pod(spec), ...held });
    const begun = new AbortController();
    const first = deletion('Pod', before, { way: { gracePeriodSeconds: 300 } }, begun.signal);
    await vi.waitFor(() => expect(answers).toHaveLength(1), { timeout: 10_000, interval: 50 });
    expect(answers[0]).toMatchObject({ metadata: { name: 'slow', deletionGracePeriodSeconds: 300 } });
    begun.abort();
    expect(await first).toMatchObject({ result: 'deleting', heldBy: ['example.com/hold'] });
    await patch('Pod', 'slow', { metadata: { finalizers: null } });
    const going = await there('Pod', 'slow');
    if (going)
      expect(await deletion('Pod', going, { way: { gracePeriodSeconds: 0 } })).toEqual({ result: 'deleted' });
    expect(await there('Pod', 'slow')).toBeUndefined();
  }, 30_000);

  test('of an object that a finalizer holds is over when that is taken away', async () => {
    const before = await create('ConfigMap', 'held', { metadata: { finalizers: ['example.com/hold'] } });
    const end = deletion('ConfigMap', before);
    const isGoing = async () =>
      expect((await there('ConfigMap', 'held'))?.metadata.deletionTimestamp).toBeDefined();
    await vi.waitFor(isGoing, { timeout: 10_000, interval: 100 });
    await patch('ConfigMap', 'held', { metadata: { finalizers: null } });
    expect(await end).toEqual({ result: 'deleted' });
  }, 30_000);

  test('of a namespace with 500 objects counts them, and is over when it is gone', async () => {
    const crowd = `${id}-crowd`;
    const before = await create('Namespace', crowd);
    const names = Array.from({ length: 500 }, (_, at) => `one-${at}`);
    await concurrently(16, names, (name) => create('ConfigMap', name, {}, crowd));
    const { going } = await whatGoesWith(
      cluster,
      [{ reference: one('Namespace', crowd), uid: before.metadata.uid }],
      new AbortController().signal,
    );
    const counted = going.find(({ resource }) => resource.plural === 'configmaps');
    // Beside them the certificates of the cluster, where a controller puts them into every namespace.
    expect(counted?.count).toBeGreaterThanOrEqual(500);
    expect(counted?.count).toBeLessThanOrEqual(501);
    expect(counted?.is).toBe('all');
    const held = await create('ConfigMap', 'held', { metadata: { finalizers: ['example.com/hold'] } }, crowd);
    const end = deletion('Namespace', (await there('Namespace', crowd))!);
    const isGoing = async () => {
      const left = await cluster.list(find('ConfigMap'), crowd);
      expect(left.map(({ metadata }) => metadata.name)).toEqual([held.metadata.name]);
    };
    await vi.waitFor(isGoing, { timeout: 60_000, interval: 500 });
    const again = new AbortController();
    const going2 = deletion('Namespace', (await there('Namespace', crowd))!, {}, again.signal);
    await vi.waitFor(async () => {
      const { metadata } = (await there('Namespace', crowd))!;
      expect(metadata.deletionTimestamp).toBeDefined();
    });
    again.abort();
    expect((await going2).result).toMatch(/^(?:deleting|left-out)$/);
    await cluster.patch(one('ConfigMap', 'held', crowd), 'merge', { metadata: { finalizers: null } });
    expect(await end).toEqual({ result: 'deleted' });
    expect(await there('Namespace', crowd)).toBeUndefined();
  }, 120_000);
});
