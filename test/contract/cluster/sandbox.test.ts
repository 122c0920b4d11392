import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Cluster, Discovery } from '../../../client/src/cluster/cluster.ts';
import type { KubeObject, ObjectReference } from '../../../client/src/cluster/kube-object.ts';
import { loadKubeContexts } from '../../../client/src/cluster/kubeconfig/load.ts';
import { silentLog } from '../../../client/src/cluster/log.ts';
import { podSelectorOf } from '../../../client/src/cluster/objects/pod-selector.ts';
import { openCluster } from '../../../client/src/cluster/open.ts';
import { followLog } from '../../../client/src/cluster/streams/logs/follow-log.ts';
import { watchOne } from '../../../client/src/cluster/watch/watch-one.ts';
import { customDefinition } from '../../support/custom-definition.ts';
import { until } from '../../support/processes.ts';
import { type Sandbox, startSandbox } from '../../support/sandbox.ts';
import { failureOf } from './mock-server.ts';

let sandbox: Sandbox;
let cluster: Cluster;
let discovery: Discovery;

beforeAll(async () => {
  sandbox = await startSandbox();
  const files = { merged: [], extra: [sandbox.kubeconfig] };
  const { contexts, problems } = await loadKubeContexts(files);
  expect(problems).toEqual([]);
  expect(contexts.map(({ name }) => name).sort()).toEqual(['admin', 'cert-admin', 'sandbox', 'viewer']);
  cluster = openCluster(contexts[0]!, { files, allowExec: () => false });
  discovery = await cluster.discover();
});

afterAll(async () => {
  await cluster?.dispose();
  await sandbox?.stop();
});

const kubewright = { fieldManager: 'kubewright' };

function configMap(name: string, data: Record<string, string>): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' }, data };
}

function reference(kind: string, name: string, apiVersion = 'v1'): ObjectReference {
  const resource = discovery.find(apiVersion, kind);
  if (!resource) throw new Error(`no ${kind}`);
  return { resource, namespace: 'default', name };
}

describe('discovery', () => {
  test('kinds with their verbs and subresources, and the version', () => {
    expect(discovery.serverVersion).toMatch(/^v1\.\d+\.\d+/);
    expect(discovery.find('v1', 'Pod')).toMatchObject({
      plural: 'pods',
      scope: 'Namespaced',
      shortNames: ['po'],
      subresources: expect.arrayContaining([
        expect.objectContaining({ name: 'log' }),
        expect.objectContaining({ name: 'portforward' }),
      ]),
    });
    expect(discovery.find('v1', 'Node')?.scope).toBe('Cluster');
    expect(discovery.find('apps/v1', 'Deployment')?.group).toBe('apps');
    expect(discovery.find('apps/v1', 'Nothing')).toBeUndefined();
  });
});

describe('OpenAPI', () => {
  const definition = (rule: string) =>
    customDefinition({
      group: 'harbour.example.com',
      kind: 'Sail',
      plural: 'sails',
      schema: { type: 'object', properties: { spec: specWith(rule) } },
    });
  const specWith = (rule: string) => ({
    type: 'object',
    'x-kubernetes-validations': [{ rule, message: 'too large' }],
    properties: {
      size: { type: 'integer' },
      port: { 'x-kubernetes-int-or-string': true },
      ropes: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name'],
        items: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      },
      template: {
        type: 'object',
        'x-kubernetes-embedded-resource': true,
        'x-kubernetes-preserve-unknown-fields': true,
      },
    },
  });

  test("a definition's whole schema, by a hash that changes with it", async () => {
    const reference = {
      resource: discovery.find('apiextensions.k8s.io/v1', 'CustomResourceDefinition')!,
      namespace: undefined,
      name: 'sails.harbour.example.com',
    };
    const published = async () => await cluster.openApi('harbour.example.com/v1');
    expect(await published()).toBeUndefined();
    await cluster.apply(reference, definition('self.size < 10'), kubewright);
    await until('a document', async () => (await published()) !== undefined);
    const first = (await published())!;
    const raw = first.schemas['com.example.harbour.v1.Sail']!;
    expect(raw['x-kubernetes-group-version-kind']).toEqual([
      { group: 'harbour.example.com', version: 'v1', kind: 'Sail' },
    ]);
    expect(raw.properties?.spec).toMatchObject({ ...specWith('self.size < 10'), properties: {} });
    expect(raw.properties?.spec?.properties).toMatchObject({
      port: { 'x-kubernetes-int-or-string': true },
      ropes: { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] },
      template: { 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
    });
    expect(await published()).toBe(first);
    await cluster.apply(reference, definition('self.size < 20'), kubewright);
    await until('a new hash', async () => (await published())?.hash !== first.hash);
    await cluster.delete(reference);
  });

  test('a cluster that is not there is told by name', async () => {
    const [context] = (await loadKubeContexts({ merged: [], extra: [sandbox.kubeconfig] })).contexts;
    const gone = openCluster(context!, { files: { merged: [], extra: [] }, allowExec: () => false });
    expect((await failureOf(gone.openApi('v1'))).message).toContain('get /openapi/v3 (context `sandbox`)');
    await gone.dispose();
  });
});

describe('objects', () => {
  test('dry run, apply, conflict, taking over, patch, get, delete', async () => {
    const settings = reference('ConfigMap', 'settings');
    const dry = await cluster.apply(settings, configMap('settings', { a: '1' }), {
      ...kubewright,
      dryRun: true,
    });
    expect(dry.data).toEqual({ a: '1' });
    expect(await failureOf(cluster.get(settings))).toEqual({
      failure: 'status',
      message:
        'get configmaps `settings` in `default` (context `sandbox`): not found: configmaps "settings" not found. It may have been deleted',
    });

    await cluster.create(settings.resource, 'default', configMap('settings', { a: '1' }));
    await cluster.apply(settings, configMap('settings', { b: '1' }), kubewright);
    const other = { fieldManager: 'other' };
    const conflict = cluster.apply(settings, configMap('settings', { b: '2' }), other);
    await expect(conflict).rejects.toMatchObject({
      failure: 'status',
      reason: 'Conflict',
      status: { details: { causes: [{ reason: 'FieldManagerConflict', field: '.data.b' }] } },
    });
    await cluster.apply(settings, configMap('settings', { b: '2' }), { ...other, force: true });
    await cluster.patch(settings, 'merge', { data: { c: '3' } });
    const live = await cluster.get(settings);
    expect([live.apiVersion, live.kind, live.data]).toEqual(['v1', 'ConfigMap', { a: '1', b: '2', c: '3' }]);

    expect(await failureOf(cluster.delete(settings, { uid: 'another' }))).toMatchObject({
      failure: 'status',
    });
    await cluster.delete(settings, { uid: live.metadata.uid!, dryRun: true });
    await cluster.delete(settings, { uid: live.metadata.uid! });
    expect((await failureOf(cluster.get(settings))).failure).toBe('status');
  });

  test('an unknown field is refused by its path', async () => {
    const settings = reference('ConfigMap', 'strict');
    const { message } = await failureOf(
      cluster.apply(settings, { ...configMap('strict', {}), dato: {} }, kubewright),
    );
    expect(message).toContain('.dato');
  });

  test('more than a page: lists and rows are whole', async () => {
    const { resource } = reference('ConfigMap', '');
    const names = Array.from({ length: 1_203 }, (_, index) => `page-${String(index).padStart(4, '0')}`);
    for (let start = 0; start < names.length; start += 100) {
      await Promise.all(
        names.slice(start, start + 100).map((name) => {
          const object = configMap(name, {});
          return cluster.create(resource, 'default', {
            ...object,
            metadata: { ...object.metadata, labels: { paged: 'yes' } },
          });
        }),
      );
    }
    const objects = await cluster.list(resource, 'default', { labelSelector: 'paged=yes' });
    expect(objects.map(({ metadata }) => metadata.name)).toEqual(names);
    expect(objects[0]).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap' });
    const listed = await cluster.listRows(resource, 'default', { labelSelector: 'paged=yes' });
    expect(listed.map(({ name }) => name)).toEqual(names);
    const { uid, cells, metadata } = listed[0]!;
    expect({ uid, name: cells[0], labels: metadata.labels }).toEqual({
      uid: objects[0]!.metadata.uid,
      name: names[0],
      labels: { paged: 'yes' },
    });
    const store = cluster.watch(resource, undefined);
    await until('live rows', () => store.freshness.state === 'live');
    const rows = [...store.rows.values()].filter(({ name }) => name.startsWith('page-'));
    expect(rows.map(({ name }) => name).sort()).toEqual(names);
    expect(rows[0]?.metadata).not.toHaveProperty('managedFields');
    store.dispose();
  });
});

describe('a watch', () => {
  test('shows what is made, changed and deleted, with the columns of the server', async () => {
    const { resource } = reference('ConfigMap', '');
    const store = cluster.watch(resource, 'default');
    let changes = 0;
    store.onDidChange(() => changes++);
    await until('live rows', () => store.freshness.state === 'live');
    expect(store.columns.map(({ name }) => name)).toEqual(['Name', 'Data', 'Age']);
    const row = () => [...store.rows.values()].find(({ name }) => name === 'watched');

    const watched = reference('ConfigMap', 'watched');
    await cluster.apply(watched, configMap('watched', { a: '1' }), kubewright);
    await until('a row', () => row() !== undefined);
    expect(row()?.cells.slice(0, 2)).toEqual(['watched', 1]);
    await cluster.apply(watched, configMap('watched', { a: '1', b: '2' }), kubewright);
    await until('a changed row', () => row()?.cells[1] === 2);
    await cluster.delete(watched);
    await until('no row', () => row() === undefined);
    expect([changes > 0, store.freshness]).toEqual([true, { state: 'live' }]);
    store.dispose();
  });

  test('of a selection has what the labels select, and loses what they select no more', async () => {
    const { resource } = reference('ConfigMap', '');
    const labelled = (name: string, colour: string) => ({
      ...configMap(name, {}),
      metadata: { name, namespace: 'default', labels: { colour } },
    });
    await cluster.create(resource, 'default', labelled('red-one', 'red'));
    await cluster.create(resource, 'default', labelled('blue-one', 'blue'));
    const store = cluster.watch(resource, 'default', { labelSelector: 'colour=red' });
    const names = () => store.sorted.map(({ name }) => name).join();
    await until('the red one', () => store.freshness.state === 'live' && names() === 'red-one');
    await cluster.apply(reference('ConfigMap', 'blue-one'), labelled('blue-one', 'red'), {
      ...kubewright,
      force: true,
    });
    await until('both', () => names() === 'blue-one,red-one');
    await cluster.patch(reference('ConfigMap', 'red-one'), 'merge', {
      metadata: { labels: { colour: 'blue' } },
    });
    await until('the other one', () => names() === 'blue-one');
    store.dispose();
  });

  test('of one object by its name brings it whole', async () => {
    const { resource } = reference('ConfigMap', '');
    const one = reference('ConfigMap', 'whole');
    const store = watchOne(cluster, one);
    await until('no object', () => store.freshness.state === 'live' && store.rows.size === 0);
    await cluster.create(resource, 'default', configMap('whole', { a: '1' }));
    await until('the object', () => store.sorted[0]?.object.data !== undefined);
    expect(store.sorted[0]?.object).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap', data: { a: '1' } });
    await cluster.patch(one, 'merge', { data: { b: '2' } });
    await until('the change', () => Object.keys(store.sorted[0]?.object.data ?? {}).length === 2);
    expect(await cluster.list(resource, 'default', { fieldSelector: 'metadata.name=whole' })).toEqual([
      store.sorted[0]?.object,
    ]);
    await cluster.delete(one);
    await until('no object', () => store.rows.size === 0);
    store.dispose();
  });

  test('of the Pods of a workload asks for the labels that its scale tells', async () => {
    const web = reference('Deployment', 'scaled', 'apps/v1');
    const labels = { app: 'scaled', tier: 'front' };
    const container = { name: 'main', image: 'example/web' };
    await cluster.create(web.resource, 'default', {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'scaled' },
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [container] } },
      },
    });
    expect((await cluster.get({ ...web, subresource: 'scale' })).kind).toBe('Scale');
    expect((await podSelectorOf(cluster, web, silentLog))?.split(',').sort()).toEqual([
      'app=scaled',
      'tier=front',
    ]);
    await cluster.delete(web);
  });

  test('of the Pods of a workload without a scale asks for the labels of its own selector', async () => {
    const owner = reference('DaemonSet', 'own', 'apps/v1');
    const labels = { app: 'own' };
    const container = { name: 'main', image: 'example/web' };
    await cluster.create(owner.resource, 'default', {
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      metadata: { name: 'own' },
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [container] } },
      },
    });
    const labelSelector = await podSelectorOf(cluster, owner, silentLog);
    expect(labelSelector).toBe('app=own');
    const pods = cluster.watch(reference('Pod', '').resource, 'default', { labelSelector: 'app=own' });
    await until('its Pods', () => pods.rows.size > 0);
    await cluster.delete(owner);
    await until('no Pods', () => pods.rows.size === 0);
    pods.dispose();
  });

  test('a kind that the server does not have is gone', async () => {
    const nothing = { ...reference('ConfigMap', '').resource, plural: 'nothings' };
    const store = cluster.watch(nothing, 'default');
    await until('a store that is gone', () => store.freshness.state === 'gone');
    store.dispose();
  });
});

describe('a pod', () => {
  const web = () => reference('Pod', 'web');

  beforeAll(async () => {
    await cluster.create(web().resource, 'default', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web' },
      spec: { containers: [{ name: 'main', image: 'example/web', ports: [{ containerPort: 80 }] }] },
    });
    const store = cluster.watch(web().resource, 'default');
    await until('a running pod', () => [...store.rows.values()].some(({ cells }) => cells[2] === 'Running'));
    store.dispose();
  });

  test('its log: some lines, and followed', async () => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of cluster.logs(web(), { tailLines: 1 })) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toMatch(/^[^\n]+\n$/);

    const stop = new AbortController();
    const lines: string[] = [];
    const following = (async () => {
      for await (const batch of followLog(cluster, web(), { container: 'main', signal: stop.signal })) {
        lines.push(...batch.map(({ timestamp, text }) => `${timestamp} ${text}`));
        if (lines.length >= 3) stop.abort(new Error('enough'));
      }
    })();
    await expect(following).rejects.toThrow('enough');
    expect(new Set(lines).size).toBe(lines.length);
  });

  test('its port, forwarded', async () => {
    const forward = await cluster.portForward(web(), 80);
    const told: string[] = [];
    forward.onDidFail(({ message }) => told.push(message));
    const answers = await Promise.all(
      ['a', 'b', 'c'].map(
        async (path) => (await fetch(`http://127.0.0.1:${forward.localPort}/${path}`)).status,
      ),
    );
    expect([answers, told]).toEqual([[200, 200, 200], []]);
    await forward.close();
  });

  test('a pod that is not there: told in words, and the listener goes on', async () => {
    const forward = await cluster.portForward(reference('Pod', 'nothing'), 80);
    const told: string[] = [];
    forward.onDidFail(({ message }) => told.push(message));
    await fetch(`http://127.0.0.1:${forward.localPort}/`).catch(() => {});
    await until('a failure', () => told.length > 0);
    expect(told).toEqual([
      'port-forward to pods `nothing` in `default` (context `sandbox`): not found: pods "nothing" not found. It may have been deleted',
    ]);
    await forward.close();
  });
});

test('a closed cluster says so', async () => {
  const files = { merged: [], extra: [sandbox.kubeconfig] };
  const { contexts } = await loadKubeContexts(files);
  const other = openCluster(contexts[0]!, { files, allowExec: () => false });
  const store = other.watch(reference('ConfigMap', '').resource, 'default');
  await until('live rows', () => store.freshness.state === 'live');
  await other.dispose();
  await other.dispose();
  await expect(other.get(reference('ConfigMap', 'a'))).rejects.toThrow('the cluster is closed');
});
