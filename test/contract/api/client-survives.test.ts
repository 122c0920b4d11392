import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import type { Cluster, ResourceStore } from '../../../client/src/cluster/cluster.ts';
import type { Resource } from '../../../client/src/cluster/kube-object.ts';
import { loadKubeContexts } from '../../../client/src/cluster/kubeconfig/load.ts';
import { openCluster } from '../../../client/src/cluster/open.ts';
import { type Clock, systemClock } from '../../../client/src/cluster/watch/clock.ts';
import { type FaultyLine, openFaultyLine, strike } from '../../support/faulty-line.ts';
import { hastyClock } from '../../support/hasty-clock.ts';
import { seededRandom } from '../../support/random.ts';
import { chosenServer, type StartedChosen } from './chosen-server.ts';
import { runLabel } from './run-case.ts';

// The client on a server that is killed, forgets, is reached by a bad line, and gives rights and takes them. Only a real control
// plane of its own is treated so, but for the rights. KUBEWRIGHT_SOAK_SECONDS makes the bad line go on for longer.

const chosen = await chosenServer(process.env);
const id = `run${randomBytes(3).toString('hex')}`;
const seconds = Number(process.env.KUBEWRIGHT_SOAK_SECONDS ?? 20);

interface Kubeconfig {
  'current-context': string;
  contexts: { name: string; context: { cluster: string; user: string } }[];
  users: { name: string; user: { token?: string } }[];
  clusters: { name: string; cluster: { server: string } }[];
}

/** What is done to a server of the test's own. */
const onReal: (name: string, run: () => Promise<void>, timeout: number) => void =
  chosen.kind === 'real control plane' ? test : () => {};

describe.skipIf(chosen.kind === 'any cluster')(`the client, on ${chosen.name} that is treated badly`, () => {
  let started: StartedChosen;
  let folder = '';
  let kubeconfig: Kubeconfig;
  let admin: Cluster;
  let line: FaultyLine;
  const opened: Cluster[] = [];

  beforeAll(async () => {
    started = await chosen.start();
    folder = await mkdtemp(join(tmpdir(), 'kubewright-survives-'));
    kubeconfig = parse(await readFile(started.kubeconfig, 'utf8')) as Kubeconfig;
    line = await openFaultyLine({ port: Number(new URL(kubeconfig.clusters[0]!.cluster.server).port) });
    admin = await open('admin');
    await create('v1', 'Namespace', { name: id });
  }, 120_000);
  afterEach(() => {
    line.state = 'there';
  });
  afterAll(async () => {
    await Promise.all(opened.map((cluster) => cluster.dispose()));
    await line?.close();
    await started?.stop();
    await rm(folder, { recursive: true, force: true });
  }, 120_000);

  /** A cluster by a context of the kubeconfig, whose user may be another one and whose server may be reached by the line. */
  const open = async (
    context: string,
    options: { user?: object; by?: 'line'; clock?: Clock } = {},
  ): Promise<Cluster> => {
    const changed = structuredClone(kubeconfig);
    changed.contexts = changed.contexts.filter(({ name }) => name === context);
    changed['current-context'] = context;
    const named = changed.contexts[0]!.context;
    if (options.user) changed.users = [{ name: named.user, user: options.user }];
    if (options.by) {
      for (const { cluster } of changed.clusters) cluster.server = `https://127.0.0.1:${line.port}`;
    }
    const file = join(folder, `kubeconfig-${opened.length}`);
    await writeFile(file, JSON.stringify(changed));
    const files = { merged: [file], extra: [] };
    const { contexts } = await loadKubeContexts(files);
    const cluster = openCluster(contexts[0]!, {
      files,
      allowExec: () => true,
      clock: options.clock ?? systemClock,
    });
    opened.push(cluster);
    return cluster;
  };

  const find = async (apiVersion: string, kind: string): Promise<Resource> =>
    (await admin.discover()).find(apiVersion, kind)!;
  const create = async (
    apiVersion: string,
    kind: string,
    object: { name: string } & Record<string, unknown>,
  ) => {
    const { name, ...rest } = object;
    const resource = await find(apiVersion, kind);
    const namespace = resource.scope === 'Namespaced' ? id : undefined;
    const metadata = { name, labels: { [runLabel]: id } };
    await admin.create(resource, namespace, { apiVersion, kind, metadata, ...rest });
  };
  const configMap = (name: string) => create('v1', 'ConfigMap', { name });
  const is = (store: ResourceStore, state: string, timeout = 30_000) =>
    vi.waitFor(() => expect(store.freshness.state, JSON.stringify(store.freshness)).toBe(state), {
      timeout,
      interval: 20,
    });
  const has = (store: ResourceStore, name: string, timeout = 30_000) =>
    vi.waitFor(() => expect([...store.rows.values()].map((row) => row.name)).toContain(name), {
      timeout,
      interval: 20,
    });
  const token = () => kubeconfig.users.find(({ name }) => name === 'admin')!.user.token!;

  test.each(['a token', 'a client certificate', 'an exec plugin', 'impersonation'])(
    'logs in by %s',
    async (how) => {
      const plugin = join(folder, 'plugin.mjs');
      const credential = {
        apiVersion: 'client.authentication.k8s.io/v1',
        kind: 'ExecCredential',
        status: { token: token() },
      };
      await writeFile(plugin, `console.log(${JSON.stringify(JSON.stringify(credential))})`);
      const users: Readonly<Record<string, object>> = {
        'an exec plugin': {
          exec: {
            apiVersion: credential.apiVersion,
            command: process.execPath,
            args: [plugin],
            interactiveMode: 'Never',
          },
        },
        impersonation: { token: token(), as: 'ada', 'as-groups': ['system:masters'] },
      };
      const user = users[how];
      const cluster = await open(how === 'a client certificate' ? 'cert-admin' : 'admin', user && { user });
      const store = cluster.watch(await find('v1', 'ConfigMap'), id);
      await is(store, 'live');
      const name = `by-${how.replaceAll(' ', '-')}`;
      await configMap(name);
      await has(store, name);
    },
    60_000,
  );

  test('shows what its user may see, while rights come and go', async () => {
    const viewer = await open('viewer', { by: 'line', clock: hastyClock(5) });
    const [configMaps, secrets] = await Promise.all([find('v1', 'ConfigMap'), find('v1', 'Secret')]);
    const stores = [viewer.watch(configMaps, id), viewer.watch(secrets, id)];
    for (const store of stores) await is(store, 'forbidden');
    await configMap('seen');
    const grant = async (plural: string) => {
      await create('rbac.authorization.k8s.io/v1', 'Role', {
        name: plural,
        rules: [{ apiGroups: [''], resources: [plural], verbs: ['list', 'watch'] }],
      });
      await create('rbac.authorization.k8s.io/v1', 'RoleBinding', {
        name: plural,
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: plural },
        subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'viewer' }],
      });
    };
    await grant('configmaps');
    await is(stores[0]!, 'live');
    await has(stores[0]!, 'seen');
    expect(stores[1]!.freshness.state).toBe('forbidden');
    await grant('secrets');
    await is(stores[1]!, 'live');

    const bindings = await find('rbac.authorization.k8s.io/v1', 'RoleBinding');
    await admin.delete({ resource: bindings, namespace: id, name: 'configmaps' });
    // A watch is judged at its start alone.
    await configMap('still-seen');
    await has(stores[0]!, 'still-seen');
    line.reset();
    await is(stores[0]!, 'forbidden');
    expect(stores[0]!.rows.size).toBe(0);
    await is(stores[1]!, 'live');
  }, 120_000);

  onReal(
    'is live again within five seconds of a server that was killed',
    async () => {
      const { resources } = await admin.discover();
      const kinds = resources.filter(
        ({ verbs, scope }) => verbs.includes('watch') && verbs.includes('list') && scope === 'Namespaced',
      );
      const cluster = await open('admin');
      const stores = kinds.slice(0, 40).map((resource) => cluster.watch(resource, undefined));
      for (const store of stores) await is(store, 'live');
      let ready = 0;
      const restarting = started.faults!.restartServer(8_000).then(() => {
        ready = Date.now();
      });
      for (const store of stores) await is(store, 'stale');
      await restarting;
      for (const store of stores) await is(store, 'live');
      const after = Date.now() - ready;
      console.log(`${stores.length} stores were live again ${after} ms after the server was ready`);
      // Five seconds, and what a machine that does much else adds.
      expect(after).toBeLessThan(10_000);
      await configMap('after-the-restart');
      const configMaps = stores[kinds.findIndex(({ kind }) => kind === 'ConfigMap')]!;
      await has(configMaps, 'after-the-restart');
    },
    180_000,
  );

  onReal(
    'goes on when etcd has forgotten what it was reading',
    async () => {
      const configMaps = await find('v1', 'ConfigMap');
      for (let number = 0; number < 6; number++) await configMap(`page-${number}`);
      const names = async () => {
        const operation = {
          verb: 'list',
          of: { resource: configMaps, namespace: id },
          as: 'metadata',
          limit: 2,
        } as const;
        const read: string[] = [];
        for await (const page of admin.pages(operation, 'continue')) {
          if (read.length === 0) {
            await configMap('newer');
            await started.faults!.compact();
          }
          read.push(...page.items.map(({ metadata }) => metadata?.name ?? ''));
        }
        return read;
      };
      const all = await admin.listRows(configMaps, id);
      const read = await names();
      expect(all.map(({ name }) => name).filter((name) => !read.includes(name))).toEqual([]);

      const cluster = await open('admin', { by: 'line', clock: hastyClock(10) });
      const store = cluster.watch(configMaps, id);
      await is(store, 'live');
      line.state = 'gone';
      await is(store, 'stale');
      await admin.delete({ resource: configMaps, namespace: id, name: 'page-0' });
      await configMap('meanwhile');
      await started.faults!.compact();
      line.state = 'there';
      await is(store, 'live');
      await has(store, 'meanwhile');
      expect([...store.rows.values()].map(({ name }) => name)).not.toContain('page-0');
    },
    120_000,
  );

  test(
    `equals the server after ${seconds} s of a line that is cut, stalls and falls silent`,
    async () => {
      const cluster = await open('admin', { by: 'line', clock: hastyClock(5) });
      const kinds = await Promise.all(
        ['ConfigMap', 'Secret', 'Service', 'ServiceAccount', 'Event'].map((kind) => find('v1', kind)),
      );
      const stores = kinds.map((resource) => cluster.watch(resource, id));
      for (const store of stores) await is(store, 'live');
      const random = seededRandom(11);
      const end = Date.now() + seconds * 1_000;
      const churn = (async () => {
        for (let number = 0; Date.now() < end; number++) {
          await configMap(`churn-${number}`);
          if (number % 3 === 0) {
            await admin.delete({ resource: kinds[0]!, namespace: id, name: `churn-${number}` });
          }
          await new Promise((done) => setTimeout(done, 20));
        }
      })();
      while (Date.now() < end) {
        strike(line, random);
        await new Promise((done) => setTimeout(done, 200 + random(600)));
      }
      await churn;
      line.state = 'there';
      for (const store of stores) await is(store, 'live', 60_000);
      for (const [place, store] of stores.entries()) {
        await vi.waitFor(
          async () => {
            const rows = await admin.listRows(kinds[place]!, id);
            const versions = (of: Iterable<(typeof rows)[number]>) =>
              [...of].map(({ uid, metadata }) => `${uid}@${metadata.resourceVersion}`).sort();
            expect(versions(store.rows.values())).toEqual(versions(rows));
          },
          // A watch that fell silent before its first bookmark is opened anew after 30 s of this hasty clock.
          { timeout: 60_000, interval: 500 },
        );
      }
    },
    (seconds + 180) * 1_000,
  );
});
