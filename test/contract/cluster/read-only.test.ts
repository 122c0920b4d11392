import { afterEach, describe, expect, test } from 'vitest';
import type { Cluster } from '../../../client/src/cluster/cluster.ts';
import type { Resource } from '../../../client/src/cluster/kube-object.ts';
import { openCluster } from '../../../client/src/cluster/open.ts';
import type { Protection } from '../../../client/src/cluster/protection/protection.ts';
import { pods } from '../../unit/cluster/resources.ts';
import { cleanup, failureOf, json, mockContext, mockServer, transportOf } from './mock-server.ts';
import { specifiedOperations } from './specified-operations.ts';

const after = cleanup();
afterEach(() => after.run());

/** A server that writes down what it is asked, and a kubeconfig of it. */
async function recording() {
  const mock = await mockServer(after, (_, response) => json(response, 200, {}));
  const upgrades: string[] = [];
  mock.server.on('upgrade', (request, socket) => {
    upgrades.push(`${request.method} ${request.url}`);
    socket.destroy();
  });
  return { mock, upgrades, only: await mockContext(after, mock.cluster) };
}

async function protectedCluster() {
  const { mock, upgrades, only } = await recording();
  let level: Protection = 'read-only';
  const protectionOf = (server: string) => (server === mock.url ? level : 'none');
  const cluster = openCluster(only.context, { files: only.files, allowExec: () => false, protectionOf });
  after.add(() => cluster.dispose());
  const protect = (as: Protection) => {
    level = as;
  };
  return { mock, upgrades, cluster, protect };
}

describe('of a read-only cluster', () => {
  test('no operation of the specification arrives but those that read', async () => {
    const { mock, only } = await recording();
    const transport = transportOf(after, only, { protectionOf: () => 'read-only' });
    const arrived: string[] = [];
    for (const { name, request, reads } of specifiedOperations) {
      const before = mock.requests.length;
      const answer = transport.send(request).then(
        async ({ body }) => {
          for await (const _ of body);
          return 'sent';
        },
        (error) => (error as { failure: string }).failure,
      );
      expect([name, await answer]).toEqual([name, reads ? 'sent' : 'protected']);
      if (mock.requests.length > before) arrived.push(name);
    }
    expect(arrived).toEqual(specifiedOperations.flatMap(({ name, reads }) => (reads ? [name] : [])));
  });

  const secrets: Resource = { ...pods, plural: 'secrets', kind: 'Secret' };
  const of = { resource: pods, namespace: 'shop', name: 'web' };
  const object = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'web' } };

  test.each<[string, (cluster: Cluster) => Promise<unknown>]>([
    ['create', (cluster) => cluster.create(secrets, 'shop', object)],
    ['apply', (cluster) => cluster.apply(of, object, { fieldManager: 'test' })],
    ['patch', (cluster) => cluster.patch(of, 'merge', {})],
    ['delete', (cluster) => cluster.delete(of)],
    ['exec', (cluster) => cluster.connect({ verb: 'exec', of: canExec, command: ['ls'] })],
    ['attach', (cluster) => cluster.connect({ verb: 'attach', of: canExec })],
    ['port-forward', (cluster) => cluster.portForward(of, 80)],
    ['proxy', (cluster) => cluster.proxy({ verb: 'proxy', of: canExec, method: 'GET' })],
  ])('%s is refused with the way out, and nothing is sent', async (_, ask) => {
    const { cluster, mock, upgrades } = await protectedCluster();
    expect(await failureOf(ask(cluster))).toEqual({
      failure: 'protected',
      message: expect.stringContaining('the cluster is read-only here, and nothing was sent. Change'),
    });
    expect([...mock.requests, ...upgrades, mock.sockets.size]).toEqual([0]);
  });

  test('what would come of a change is asked, and the change itself is once the setting allows it', async () => {
    const { cluster, mock, protect } = await protectedCluster();
    const apply = (dryRun: boolean) => failureOf(cluster.apply(of, object, { fieldManager: 'test', dryRun }));
    await apply(true);
    expect(mock.requests).toEqual([expect.stringMatching(/^PATCH .*dryRun=All/)]);
    expect(await apply(false)).toMatchObject({ failure: 'protected' });
    protect('confirm');
    await apply(false);
    expect(mock.requests.length).toBe(2);
  });
});

/** Kinds whose server tells that it serves everything of them. */
const canExec = {
  resource: {
    ...pods,
    subresources: ['exec', 'attach', 'proxy'].map((name) => ({ name, kind: '', verbs: ['get', 'create'] })),
  },
  namespace: 'shop',
  name: 'web',
};
