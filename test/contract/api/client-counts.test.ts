import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Cluster } from '../../../client/src/cluster/cluster.ts';
import type { Resource } from '../../../client/src/cluster/kube-object.ts';
import type { NamespaceScope } from '../../../client/src/cluster/namespace-scope.ts';
import { type CountedKind, countObjects } from '../../../client/src/cluster/objects/count-objects.ts';
import { chosenServer, type StartedChosen } from './chosen-server.ts';
import { openClient } from './open-client.ts';
import { runLabel } from './run-case.ts';

// How many objects there are, by lists of one; on the same servers as the suite.

const chosen = await chosenServer(process.env);
const id = `run${randomBytes(3).toString('hex')}`;

describe(`counts, on ${chosen.name}`, () => {
  let started: StartedChosen;
  let folder = '';
  let admin: Cluster;
  let nobody: Cluster;
  let resources: Record<'secrets' | 'roles' | 'namespaces', Resource>;

  beforeAll(async () => {
    started = await chosen.start();
    folder = await mkdtemp(join(tmpdir(), 'kubewright-counts-'));
    admin = await openClient(started.kubeconfig);
    const config = parse(await readFile(started.kubeconfig, 'utf8'));
    for (const each of config.users) each.user.as = id;
    const file = join(folder, 'kubeconfig');
    await writeFile(file, JSON.stringify(config));
    nobody = await openClient(file);
    const discovery = await admin.discover();
    resources = {
      secrets: discovery.find('v1', 'Secret')!,
      roles: discovery.find('rbac.authorization.k8s.io/v1', 'Role')!,
      namespaces: discovery.find('v1', 'Namespace')!,
    };
    for (const name of [id, `${id}-other`]) {
      const metadata = { name, labels: { [runLabel]: id } };
      await admin.create(resources.namespaces, undefined, { apiVersion: 'v1', kind: 'Namespace', metadata });
    }
    for (const name of ['a', 'b', 'c']) {
      await admin.create(resources.secrets, id, { apiVersion: 'v1', kind: 'Secret', metadata: { name } });
    }
  }, 120_000);

  afterAll(async () => {
    for (const name of [id, `${id}-other`]) {
      await admin?.delete({ resource: resources.namespaces, namespace: undefined, name });
    }
    await nobody?.dispose();
    await admin?.dispose();
    await started?.stop();
    await rm(folder, { recursive: true, force: true });
  }, 120_000);

  const count = async (cluster: Cluster, kinds: readonly Resource[], namespaces: NamespaceScope) => {
    const counted: CountedKind[] = [];
    const places = { namespaces, fallback: id };
    await countObjects(cluster, kinds, places, (one) => counted.push(one), AbortSignal.timeout(30_000));
    return counted.map(({ count: one }) => one);
  };

  test('are those of a namespace, or of several together', async () => {
    expect(await count(admin, [resources.secrets], [id])).toEqual([
      { state: 'counted', count: 3, is: 'about' },
    ]);
    expect(await count(admin, [resources.secrets], [id, `${id}-other`])).toEqual([
      { state: 'counted', count: 3, is: 'about' },
    ]);
    expect(await count(admin, [resources.roles], [`${id}-other`])).toEqual([
      { state: 'counted', count: 0, is: 'exact' },
    ]);
  });

  test('are as many as a list has', async () => {
    const all = await admin.listRows(resources.namespaces, undefined);
    expect(await count(admin, [resources.namespaces], [id])).toEqual([
      { state: 'counted', count: all.length, is: 'about' },
    ]);
  });

  test('are forbidden to who may not list', async () => {
    const [secrets] = await count(nobody, [resources.secrets], 'all');
    expect(secrets).toMatchObject({ state: 'forbidden' });
  });
});
