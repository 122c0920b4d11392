import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Cluster } from '../../../client/src/cluster/cluster.ts';
import type { ClusterRequest } from '../../../client/src/cluster/http/request.ts';
import { openTransport } from '../../../client/src/cluster/http/transport.ts';
import type { Resource } from '../../../client/src/cluster/kube-object.ts';
import { loadConnection, loadKubeContexts } from '../../../client/src/cluster/kubeconfig/load.ts';
import { silentLog } from '../../../client/src/cluster/log.ts';
import { openCluster } from '../../../client/src/cluster/open.ts';
import type { Protection } from '../../../client/src/cluster/protection/protection.ts';
import { systemClock } from '../../../client/src/cluster/watch/clock.ts';
import { pods } from '../../unit/cluster/resources.ts';
import { cleanup, failureOf, json, mockServer, temporaryFolder } from './mock-server.ts';

const after = cleanup();
afterEach(() => after.run());

/** Group and version, identifier, method and path of each operation of the specification. */
type OperationRow = readonly [prefix: string, identifier: string, method: string, path: string];
const operations = JSON.parse(
  await readFile(join(import.meta.dirname, '../api/operations.json'), 'utf8'),
) as readonly OperationRow[];

/** What a read-only cluster may be asked, by what the specification calls it. */
const allowed = /^(get|list|read|watch)|^create\w*(AccessReview|RulesReview)$/;

/** A server that writes down what it is asked, and a kubeconfig of it. */
async function recording() {
  const mock = await mockServer(after, (_, response) => json(response, 200, {}));
  const upgrades: string[] = [];
  mock.server.on('upgrade', (request, socket) => {
    upgrades.push(`${request.method} ${request.url}`);
    socket.destroy();
  });
  const file = join(await temporaryFolder(after), 'kubeconfig');
  await writeFile(
    file,
    JSON.stringify({
      clusters: [{ name: 'mock', cluster: mock.cluster }],
      users: [{ name: 'mock', user: {} }],
      contexts: [{ name: 'mock', context: { cluster: 'mock', user: 'mock' } }],
    }),
  );
  const files = { merged: [file], extra: [] };
  return { mock, upgrades, files, context: (await loadKubeContexts(files)).contexts[0]! };
}

async function protectedCluster() {
  const { mock, upgrades, files, context } = await recording();
  let level: Protection = 'read-only';
  const protectionOf = (server: string) => (server === mock.url ? level : 'none');
  const cluster = openCluster(context, { files, allowExec: () => false, protectionOf });
  after.add(() => cluster.dispose());
  const protect = (as: Protection) => {
    level = as;
  };
  return { mock, upgrades, cluster, protect };
}

describe('of a read-only cluster', () => {
  test('no operation of the specification arrives but those that read', async () => {
    const { mock, files, context } = await recording();
    const transport = openTransport({
      context,
      loadConnection: () => loadConnection(context.id, files),
      allowExec: () => false,
      protectionOf: () => 'read-only',
      userAgent: 'test',
      environment: {},
      log: silentLog,
      clock: systemClock,
    });
    after.add(() => transport.dispose());
    const arrived: string[] = [];
    for (const [prefix, identifier, method, path] of operations) {
      const before = mock.requests.length;
      const request: ClusterRequest = {
        method: method as ClusterRequest['method'],
        path: path.replace(/\{path\}/, 'a/b').replace(/\{\w+\}/g, 'x'),
        headers: {},
        ...(method === 'GET' ? {} : { body: '{}' }),
        duration: 'short',
        longestAnswer: 1_000,
        intent: { verb: 'get', resource: 'x', namespace: undefined, name: undefined, scope: 'None' },
      };
      const answer = transport.send(request).then(
        async ({ body }) => {
          for await (const _ of body);
          return 'sent';
        },
        (error) => (error as { failure: string }).failure,
      );
      const name = `${prefix} ${identifier}`;
      expect([name, await answer]).toEqual([name, allowed.test(identifier) ? 'sent' : 'protected']);
      if (mock.requests.length > before) arrived.push(name);
    }
    const expected = operations.filter(([, identifier]) => allowed.test(identifier));
    expect(arrived).toEqual(expected.map(([prefix, identifier]) => `${prefix} ${identifier}`));
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
