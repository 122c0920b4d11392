import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Cluster, Discovery } from '../../../client/src/cluster/cluster.ts';
import type { KubeObject } from '../../../client/src/cluster/kube-object.ts';
import { loadKubeContexts } from '../../../client/src/cluster/kubeconfig/load.ts';
import { openCluster } from '../../../client/src/cluster/open.ts';
import type { ServerEvent } from '../../../client/src/cluster/operation.ts';
import { type Sandbox, startSandbox } from '../../support/sandbox.ts';
import { pods } from '../../unit/cluster/resources.ts';
import { cleanup, failureOf, json, mockServer, openMock } from './mock-server.ts';

describe('operations on the sandbox', () => {
  let sandbox: Sandbox;
  let cluster: Cluster;
  let discovery: Discovery;
  let writes = 0;

  beforeAll(async () => {
    sandbox = await startSandbox();
    const files = { merged: [], extra: [sandbox.kubeconfig] };
    const { contexts } = await loadKubeContexts(files);
    cluster = openCluster(contexts[0]!, { files, allowExec: () => false, onDidWrite: () => writes++ });
    discovery = await cluster.discover();
  });

  afterAll(async () => {
    await cluster?.dispose();
    await sandbox?.stop();
  });

  const find = (apiVersion: string, kind: string) => {
    const resource = discovery.find(apiVersion, kind);
    if (!resource) throw new Error(`no ${kind}`);
    return resource;
  };
  const configMaps = () => ({ resource: find('v1', 'ConfigMap'), namespace: 'default' });
  const configMap = (name: string, run: string, data = {}): KubeObject => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, labels: { run } },
    data,
  });

  test('an object from its creation to its end', async () => {
    const of = { ...configMaps(), name: 'life' };
    const before = writes;
    const object = configMap('life', 'life', { a: '1' });
    const created = await cluster.ask({ verb: 'create', of: configMaps(), object });
    expect(created).toMatchObject({ kind: 'ConfigMap', data: { a: '1' } });
    const read = await cluster.ask({ verb: 'get', of });
    expect(read).toEqual(created);
    const updated = await cluster.ask({ verb: 'update', of, object: { ...read, data: { a: '2' } } });
    expect(updated).toMatchObject({ data: { a: '2' } });
    expect(await failureOf(cluster.ask({ verb: 'update', of, object: read }))).toMatchObject({
      failure: 'status',
      message: expect.stringContaining('update configmaps `life` in `default`'),
    });
    const patches = [
      { type: 'json', patch: [{ op: 'add', path: '/data/b', value: '3' }] },
      { type: 'merge', patch: { data: { c: '4' } } },
      { type: 'strategic-merge', patch: { data: { d: '5' } } },
      { type: 'apply', patch: { ...configMap('life', 'life', { e: '6' }) }, force: true },
    ] as const;
    for (const patch of patches) await cluster.ask({ verb: 'patch', of, ...patch });
    expect(await cluster.ask({ verb: 'get', of })).toMatchObject({
      data: { a: '2', b: '3', c: '4', d: '5', e: '6' },
    });
    await cluster.ask({ verb: 'delete', of, dryRun: true });
    expect(await failureOf(cluster.ask({ verb: 'delete', of, resourceVersion: '1' }))).toMatchObject({
      failure: 'status',
      message: expect.stringContaining('ResourceVersion'),
    });
    expect(await cluster.ask({ verb: 'delete', of })).toBeUndefined();
    expect(await failureOf(cluster.ask({ verb: 'get', of }))).toMatchObject({ failure: 'status' });
    // Whoever shows what there is looks again after each that may have changed something.
    expect(writes - before).toBe(1 + 2 + 4 + 2);
  });

  test('an object that something holds is answered by its deletion', async () => {
    const of = { ...configMaps(), name: 'held' };
    const object = configMap('held', 'held');
    object.metadata.finalizers = ['example.com/hold'];
    await cluster.ask({ verb: 'create', of: configMaps(), object });
    const held = await cluster.ask({ verb: 'delete', of });
    expect(held?.metadata.deletionTimestamp).toBeDefined();
    await cluster.ask({ verb: 'patch', of, type: 'merge', patch: { metadata: { finalizers: null } } });
    expect(await failureOf(cluster.ask({ verb: 'get', of }))).toMatchObject({ failure: 'status' });
  });

  test('a collection whole, as metadata and as a table, in pages; deleted by its label', async () => {
    for (const name of ['one', 'three', 'two']) {
      await cluster.ask({ verb: 'create', of: configMaps(), object: configMap(name, 'pages', { name }) });
    }
    const list = { verb: 'list', of: configMaps(), labelSelector: 'run=pages' } as const;
    const pages: string[][] = [];
    for await (const page of cluster.pages({ ...list, limit: 2 }, 'fail')) {
      pages.push(page.items.map(({ kind, metadata }) => `${kind} ${metadata.name}`));
    }
    expect(pages).toEqual([['ConfigMap one', 'ConfigMap three'], ['ConfigMap two']]);

    const first = await cluster.ask({ ...list, limit: 2 });
    expect(first.continueToken).toBeDefined();
    expect(first.resourceVersion).toMatch(/^\d+$/);

    const metadata = await cluster.ask({ ...list, as: 'metadata' });
    expect(metadata.items.map((item) => Object.keys(item).toSorted())).toEqual(
      Array(3).fill(['apiVersion', 'kind', 'metadata']),
    );
    const table = await cluster.ask({ ...list, as: 'table' });
    expect(table.columns?.map(({ name }) => name)).toEqual(['Name', 'Data', 'Age']);
    expect(table.rows.map(({ name }) => name)).toEqual(['one', 'three', 'two']);
    const row = await cluster.ask({ verb: 'get', of: { ...configMaps(), name: 'one' }, as: 'table' });
    expect(row.rows.map(({ name }) => name)).toEqual(['one']);

    const everywhere = { ...list, of: { ...configMaps(), namespace: undefined } };
    expect((await cluster.ask(everywhere)).items).toHaveLength(3);

    await cluster.ask({ verb: 'deletecollection', of: configMaps(), labelSelector: 'run=pages' });
    expect((await cluster.ask(list)).items).toEqual([]);
  });

  test('the events of a watch, until its time is over', async () => {
    const of = { ...configMaps(), name: 'seen' };
    const { resourceVersion } = await cluster.ask({ verb: 'list', of: configMaps(), limit: 1 });
    await cluster.ask({ verb: 'create', of: configMaps(), object: configMap('seen', 'seen') });
    const watch = { verb: 'watch', of: configMaps(), labelSelector: 'run=seen', timeoutSeconds: 1 } as const;
    const events: ServerEvent[] = [];
    let changed: Promise<unknown> | undefined;
    for await (const event of cluster.events({
      ...watch,
      sendInitialEvents: true,
      resourceVersionMatch: 'NotOlderThan',
      allowWatchBookmarks: true,
    })) {
      events.push(event);
      if (event.type === 'BOOKMARK') changed ??= cluster.ask({ verb: 'delete', of });
    }
    await changed;
    const seen = events.map(({ type, object }) => `${type} ${object.metadata.name ?? ''}`.trim());
    expect(seen.slice(0, 3)).toEqual(['ADDED seen', 'BOOKMARK', 'DELETED seen']);
    // kube-apiserver 1.35 sends another one before the time is over.
    expect(seen.slice(3).filter((one) => one !== 'BOOKMARK')).toEqual([]);
    const old = cluster.events({ ...watch, resourceVersion })[Symbol.asyncIterator]();
    const first = await old.next().catch((error: unknown) => error);
    expect(first).toMatchObject({ value: { type: 'ADDED' } });
    await old.return?.();
  });

  test.each([
    [
      'a verb of the kind',
      () =>
        cluster.ask({
          verb: 'deletecollection',
          of: { resource: find('v1', 'Namespace'), namespace: undefined },
        }),
      /namespaces cannot be asked to deletecollection: they take create, delete, get, list, patch, update, watch/,
    ],
    [
      'a verb of a subresource',
      () =>
        cluster.ask({
          verb: 'delete',
          of: {
            resource: find('apps/v1', 'Deployment'),
            namespace: 'default',
            name: 'x',
            subresource: 'scale',
          },
        }),
      /deployments\.apps\/scale cannot be asked to delete: they take get, patch, update/,
    ],
    [
      'a subresource',
      () => cluster.ask({ verb: 'get', of: { ...configMaps(), name: 'x', subresource: 'scale' } }),
      /the server has no configmaps\/scale/,
    ],
    [
      'a watch',
      () =>
        cluster
          .events({
            verb: 'watch',
            of: {
              resource: find('authorization.k8s.io/v1', 'SelfSubjectAccessReview'),
              namespace: undefined,
            },
          })
          [Symbol.asyncIterator]()
          .next(),
      /they take create/,
    ],
    [
      'a proxy',
      () => cluster.proxy({ verb: 'proxy', of: { ...configMaps(), name: 'x' }, method: 'GET' }),
      /the server has no configmaps\/proxy/,
    ],
  ])('%s that there is not is not asked for', async (_name, ask, message) => {
    expect(await failureOf(ask())).toMatchObject({
      failure: 'unserved',
      message: expect.stringMatching(message),
    });
  });

  test('what the user may do', async () => {
    const questions = [
      { verb: 'delete', resource: find('v1', 'Pod') },
      { verb: 'create', resource: find('v1', 'Pod'), subresource: 'exec' },
    ];
    expect(await cluster.mayI('default', questions)).toEqual([true, true]);
    expect(await cluster.mayI(undefined, questions)).toEqual([true, true]);
  });
});

describe('operations on servers that go wrong', () => {
  const after = cleanup();
  afterEach(() => after.run());

  const page = (names: string[], next?: string) => ({
    kind: 'PodList',
    apiVersion: 'v1',
    metadata: { resourceVersion: '7', ...(next === undefined ? {} : { continue: next }) },
    items: names.map((name) => ({ metadata: { name } })),
  });
  const expired = {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    code: 410,
    reason: 'Expired',
    message: 'too old',
    metadata: { continue: 'fresh' },
  };
  const listShop = { verb: 'list', of: { resource: pods, namespace: 'shop' }, limit: 1 } as const;

  async function expiring() {
    const { url, requests } = await mockServer(after, (request, response) => {
      const token = new URL(request.url!, 'http://x').searchParams.get('continue');
      if (token === 'second') json(response, 410, expired);
      else json(response, 200, token === 'fresh' ? page(['c']) : page(['a'], 'second'));
    });
    return { cluster: await openMock(after, { server: url }), requests };
  }

  test('pages go on with the fresh token where that is chosen', async () => {
    const { cluster } = await expiring();
    const names: (string | undefined)[] = [];
    for await (const { items } of cluster.pages(listShop, 'continue')) {
      names.push(...items.map(({ metadata }) => metadata.name));
    }
    expect(names).toEqual(['a', 'c']);
  });

  test('or end with the error, and the fresh token in it', async () => {
    const { cluster } = await expiring();
    const names: (string | undefined)[] = [];
    const read = async () => {
      for await (const { items } of cluster.pages(listShop, 'fail')) {
        names.push(...items.map(({ metadata }) => metadata.name));
      }
    };
    await expect(read()).rejects.toMatchObject({ status: { code: 410, continueToken: 'fresh' } });
    expect(names).toEqual(['a']);
  });

  test('a list that expires under way begins again three times, and then ends with what the server said', async () => {
    const { cluster, requests } = await expiring();
    expect(await failureOf(cluster.list(pods, 'shop'))).toEqual({
      failure: 'status',
      message: expect.stringContaining('too old'),
    });
    expect(requests.filter((request) => !request.includes('continue='))).toHaveLength(1 + 3);
  });

  test('a server whose every page expires is not asked for ever', async () => {
    const { url } = await mockServer(after, (_request, response) => json(response, 410, expired));
    const cluster = await openMock(after, { server: url });
    const read = async () => {
      for await (const _ of cluster.pages(listShop, 'continue'));
    };
    expect(await failureOf(read())).toMatchObject({
      failure: 'protocol',
      message: expect.stringContaining('leads back'),
    });
  });

  test('a watch ends with the error that the server sends as an event, or with what is none', async () => {
    const lines = [
      { type: 'ADDED', object: { kind: 'Pod', metadata: { name: 'a' } } },
      { type: 'ERROR', object: { ...expired, metadata: {} } },
    ];
    const { url } = await mockServer(after, (request, response) => {
      const isOdd = request.url!.includes('resourceVersion=9');
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(isOdd ? '{"type":"ODD"}\n' : lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    });
    const cluster = await openMock(after, { server: url });
    const read = async (resourceVersion: string) => {
      const of = { resource: pods, namespace: 'shop' };
      for await (const _ of cluster.events({ verb: 'watch', of, resourceVersion }));
    };
    await expect(read('1')).rejects.toMatchObject({ failure: 'status', status: { code: 410 } });
    expect(await failureOf(read('9'))).toMatchObject({
      failure: 'protocol',
      message: expect.stringContaining('not an event of a watch'),
    });
  });

  test('the proxy passes on each method, its path and body, and gives what is answered', async () => {
    const { url } = await mockServer(after, (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        response.writeHead(201, { 'content-type': 'text/html', 'x-from': 'the Pod' });
        response.end(
          request.method === 'HEAD' ? undefined : `${request.method} ${request.url} ${Buffer.concat(chunks)}`,
        );
      });
    });
    const cluster = await openMock(after, { server: url });
    const verbs = ['create', 'delete', 'get', 'patch', 'update'];
    const resource = { ...pods, subresources: [{ name: 'proxy', kind: 'PodProxyOptions', verbs }] };
    const of = { resource, namespace: 'shop', name: 'web:80' };
    const at = '/api/v1/namespaces/shop/pods/web%3A80/proxy';
    for (const method of ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'] as const) {
      const body = method === 'POST' ? { body: 'b', headers: { 'content-type': 'text/plain' } } : {};
      for (const path of ['', '/x/y?z=1']) {
        const {
          code,
          headers,
          body: answer,
        } = await cluster.proxy({ verb: 'proxy', of, method, path, ...body });
        expect([code, headers['x-from']]).toEqual([201, 'the Pod']);
        const text = (await answer.toArray()).map(String).join('');
        expect(text).toBe(method === 'HEAD' ? '' : `${method} ${at}${path} ${method === 'POST' ? 'b' : ''}`);
      }
    }
  });

  test('a 403 drops what was believed of the rights', async () => {
    let reviews = 0;
    const { url } = await mockServer(after, (request, response) => {
      if (!request.url!.includes('/selfsubjectrulesreviews')) {
        return json(response, 403, { ...expired, code: 403, reason: 'Forbidden', message: 'no' });
      }
      reviews++;
      json(response, 201, {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SelfSubjectRulesReview',
        metadata: {},
        status: { resourceRules: [], nonResourceRules: [], incomplete: false },
      });
    });
    const cluster = await openMock(after, { server: url });
    const questions = [{ verb: 'get', resource: pods }];
    await cluster.mayI('shop', questions);
    await cluster.mayI('shop', questions);
    expect(reviews).toBe(1);
    expect(await failureOf(cluster.ask(listShop))).toMatchObject({ failure: 'status' });
    await cluster.mayI('shop', questions);
    expect(reviews).toBe(2);
    const subresources = [{ name: 'exec', kind: 'PodExecOptions', verbs: ['create', 'get'] }];
    const exec = { resource: { ...pods, subresources }, namespace: 'shop', name: 'web' };
    const command = await cluster.connect({ verb: 'exec', of: exec, command: ['ls'] });
    expect(await command.ended).toMatchObject({ kind: 'refused', refusal: 'forbidden' });
    await cluster.mayI('shop', questions);
    expect(reviews).toBe(3);
  });
});
