import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Cluster } from '../../../client/src/cluster/cluster.ts';
import type { KubeObject, Resource } from '../../../client/src/cluster/kube-object.ts';
import { silentLog } from '../../../client/src/cluster/log.ts';
import { Rights, wordsOfRight } from '../../../client/src/connections/rights.ts';
import { until } from '../../support/processes.ts';
import { chosenServer, type StartedChosen } from './chosen-server.ts';
import { openClient } from './open-client.ts';
import { runLabel } from './run-case.ts';

// What a user may not do, while roles come and go; on the same servers as the suite.

const chosen = await chosenServer(process.env);
const id = `run${randomBytes(3).toString('hex')}`;
const group = 'rbac.authorization.k8s.io';
const patience = 20_000;
/** Instead of half a minute. */
const pollInterval = 500;

describe(`rights, on ${chosen.name}`, () => {
  let started: StartedChosen;
  let folder = '';
  let admin: Cluster;
  let user: Cluster;
  let resources: Record<'pods' | 'deployments' | 'nodes' | 'namespaces', Resource>;

  beforeAll(async () => {
    started = await chosen.start();
    folder = await mkdtemp(join(tmpdir(), 'kubewright-rights-'));
    admin = await openClient(started.kubeconfig);
    const config = parse(await readFile(started.kubeconfig, 'utf8'));
    for (const each of config.users) each.user.as = id;
    const file = join(folder, 'kubeconfig');
    await writeFile(file, JSON.stringify(config));
    user = await openClient(file, { pollInterval });
    const discovery = await admin.discover();
    resources = {
      pods: discovery.find('v1', 'Pod')!,
      deployments: discovery.find('apps/v1', 'Deployment')!,
      nodes: discovery.find('v1', 'Node')!,
      namespaces: discovery.find('v1', 'Namespace')!,
    };
    for (const name of [id, `${id}-other`]) {
      await create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: { [runLabel]: id } } });
    }
  }, 120_000);

  afterAll(async () => {
    for (const name of [id, `${id}-other`]) {
      await admin?.delete({ resource: resources.namespaces, namespace: undefined, name });
    }
    await user?.dispose();
    await admin?.dispose();
    await started?.stop();
    await rm(folder, { recursive: true, force: true });
  }, 120_000);

  test('are told per namespace, as roles are bound and taken', async () => {
    const { pods, deployments, nodes } = resources;
    const everything = ['get pods', 'delete pods', 'get pods/log', 'create pods/portforward'];
    await missingBecomes(pods, [id], [everything]);
    const view = { apiGroups: ['', 'apps'], resources: ['pods', 'pods/log', 'deployments'], verbs: ['get'] };
    const role = await bind('Role', id, 'views', [view]);
    await missingBecomes(pods, [id, `${id}-other`], [['delete pods', 'create pods/portforward'], everything]);
    await missingBecomes(deployments, [id], [['delete deployments.apps', 'create pods/portforward']]);
    // One way to a port is enough.
    const proxy = { apiGroups: [''], resources: ['pods/proxy'], verbs: ['get'] };
    const further = await bind('Role', id, 'passes', [proxy]);
    await missingBecomes(pods, [id], [['delete pods']]);
    for (const object of [...role, ...further]) await remove(object);
    await missingBecomes(pods, [id], [everything]);
    await missingBecomes(nodes, [undefined], [['get nodes', 'delete nodes']]);
  });

  test('of some objects are not taken for missing, and those of all hold everywhere', async () => {
    const { pods, namespaces } = resources;
    const some = {
      apiGroups: [''],
      resources: ['namespaces'],
      verbs: ['get', 'delete'],
      resourceNames: [id],
    };
    const named = await bind('ClusterRole', undefined, `${id}-some`, [some]);
    await missingBecomes(namespaces, [undefined], [[]]);
    const all = { apiGroups: ['*'], resources: ['*'], verbs: ['*'] };
    const owner = await bind('ClusterRole', undefined, `${id}-all`, [all]);
    await missingBecomes(pods, [id, `${id}-other`], [[], []]);
    for (const object of [...named, ...owner]) await remove(object);
    await missingBecomes(namespaces, [undefined], [['get namespaces', 'delete namespaces']]);
  });

  test('to list, and not to watch, are enough for rows that are read again and again', async () => {
    const configMaps = (await admin.discover()).find('v1', 'ConfigMap')!;
    const list = { apiGroups: [''], resources: ['configmaps'], verbs: ['list'] };
    const [role, binding] = await bind('Role', id, 'lists', [list]);
    const store = user.watch(configMaps, id);
    const isThere = (name: string) => [...store.rows.values()].some((row) => row.name === name);
    const becomes = async (what: string, look: () => boolean) => await until(what, look, patience);
    const isPolled = () => store.freshness.state === 'polled';
    await becomes('it is polled', isPolled);
    expect(store.freshness).toMatchObject({
      every: pollInterval,
      why: { fault: expect.stringContaining('cannot watch') },
    });
    await create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'new', namespace: id } });
    await becomes('the next list has it', () => isThere('new') && isPolled());
    const reference = { resource: configMaps, namespace: id, name: 'new' };
    await admin.delete(reference);
    await becomes('the next list has it no more', () => !isThere('new') && isPolled());
    const watch = { apiGroups: [''], resources: ['configmaps'], verbs: ['watch'] };
    const further = await bind('Role', id, 'watches', [watch]);
    await becomes('it is watched once that is a right', () => store.freshness.state === 'live');
    for (const object of [role!, binding!, ...further]) await remove(object);
    await becomes('nothing of it may be read', () => {
      // A watch that is open stays so.
      if (store.freshness.state === 'live') store.refresh();
      return store.freshness.state === 'forbidden' && store.rows.size === 0;
    });
    store.dispose();
  });

  /** An authorizer may see a role a moment later. */
  async function missingBecomes(
    resource: Resource,
    namespaces: readonly (string | undefined)[],
    expected: readonly (readonly string[])[],
  ): Promise<void> {
    let found: readonly (readonly string[])[] = [];
    const look = async () => {
      await user.discover({ refresh: true });
      const rights = new Rights({ now: Date.now }, silentLog);
      await rights.ask(user, resource, new Set(namespaces));
      found = namespaces.map((namespace) =>
        rights.missing(user, resource, namespace).map((ability) => wordsOfRight(resource, ability)),
      );
      return JSON.stringify(found) === JSON.stringify(expected);
    };
    await until('the roles count', look, patience).catch(() => expect(found).toEqual(expected));
  }

  async function bind(
    kind: 'Role' | 'ClusterRole',
    namespace: string | undefined,
    name: string,
    rules: readonly object[],
  ): Promise<KubeObject[]> {
    const metadata = namespace === undefined ? { name } : { name, namespace };
    return [
      await create({ apiVersion: `${group}/v1`, kind, metadata, rules }),
      await create({
        apiVersion: `${group}/v1`,
        kind: `${kind}Binding`,
        metadata,
        roleRef: { apiGroup: group, kind, name },
        subjects: [{ apiGroup: group, kind: 'User', name: id }],
      }),
    ];
  }

  async function create(object: KubeObject): Promise<KubeObject> {
    const resource = (await admin.discover()).find(object.apiVersion, object.kind)!;
    return await admin.create(resource, object.metadata.namespace, object);
  }

  async function remove({ apiVersion, kind, metadata }: KubeObject): Promise<void> {
    const resource = (await admin.discover()).find(apiVersion, kind)!;
    await admin.delete({ resource, namespace: metadata.namespace, name: metadata.name! });
  }
});
