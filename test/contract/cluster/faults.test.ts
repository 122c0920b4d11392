import { chmod, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Cluster, Freshness, ResourceStore } from '../../../client/src/cluster/cluster.ts';
import { type Explanation, sentenceOf } from '../../../client/src/cluster/explanation.ts';
import { makeCertificates } from '../../../sandbox/src/certificates/make-certificates.ts';
import { until } from '../../support/processes.ts';
import { pods } from '../../unit/cluster/resources.ts';
import {
  cleanup,
  failureOf,
  json,
  listen,
  mockKubeconfig,
  mockServer,
  openMock,
  secureMockServer,
  status,
  temporaryFolder,
} from './mock-server.ts';

const after = cleanup();
afterEach(() => after.run());

const asked = 'list pods in `shop` (context `mock`): ';
const podList = { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '1' }, items: [] };
const table = (names: string[], resourceVersion = '7') => ({
  kind: 'Table',
  metadata: { resourceVersion },
  columnDefinitions: [{ name: 'Name', type: 'string', format: 'name', priority: 0 }],
  rows: names.map((name) => ({ cells: [name], object: { metadata: { name, uid: name, resourceVersion } } })),
});
const line = (type: string, object: object) => `${JSON.stringify({ type, object })}\n`;
const initialEventsEnd = line('BOOKMARK', {
  kind: 'Table',
  rows: [
    {
      cells: [''],
      object: { metadata: { resourceVersion: '7', annotations: { 'k8s.io/initial-events-end': 'true' } } },
    },
  ],
});

describe('a server that cannot be reached', () => {
  test('nothing listens', async () => {
    const server = createServer();
    const port = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    const cluster = await openMock(after, { server: `http://127.0.0.1:${port}` });
    expect(await failureOf(cluster.list(pods, 'shop'))).toEqual({
      failure: 'unreachable',
      message: `${asked}nothing listens at http://127.0.0.1:${port}. Start the cluster, or correct its server in the kubeconfig`,
    });
  });

  test('the name is unknown', async () => {
    const cluster = await openMock(after, { server: 'https://no-such-host.invalid' });
    expect(await failureOf(cluster.list(pods, 'shop'))).toEqual({
      failure: 'unreachable',
      message: `${asked}the name no-such-host.invalid is unknown. Check the network, the VPN and the server in the kubeconfig`,
    });
  });

  test('another CA, none, an expired certificate, another name', async () => {
    const own = await makeCertificates(new Date());
    const other = await makeCertificates(new Date());
    const old = await makeCertificates(new Date('2001-01-01'));
    const data = (pem: string) => ({ 'certificate-authority-data': Buffer.from(pem).toString('base64') });
    const answer = mockServer.bind(undefined, after, (_request, response) => json(response, 200, podList));
    const { url } = await answer(own);
    const expired = await answer(old);
    const list = async (cluster: object) => (await openMock(after, cluster)).list(pods, 'shop');

    expect(await list({ server: url, ...data(own.authority) })).toEqual([]);
    expect(await list({ server: url, ...data(own.authority), 'tls-server-name': 'localhost' })).toEqual([]);
    expect(await list({ server: url, 'insecure-skip-tls-verify': true })).toEqual([]);
    const untrusted = {
      failure: 'certificate',
      message: expect.stringMatching(
        /: the certificate of https:\S+ is not signed by a trusted authority \(\w+\)\. Set certificate-authority/,
      ),
    };
    expect(await failureOf(list({ server: url, ...data(other.authority) }))).toEqual(untrusted);
    expect(await failureOf(list({ server: url }))).toEqual(untrusted);
    expect(await failureOf(list({ server: expired.url, ...data(old.authority) }))).toEqual({
      failure: 'certificate',
      message: `${asked}the certificate of ${expired.url} has expired. Have the cluster's certificates renewed`,
    });
    expect(
      await failureOf(list({ server: url, ...data(own.authority), 'tls-server-name': 'api.example' })),
    ).toEqual({
      failure: 'certificate',
      message: `${asked}the certificate of ${url} is for other names. Use one of them in the kubeconfig, or set tls-server-name`,
    });
  });

  test('TLS where there is none', async () => {
    const { port } = await mockServer(after, (_request, response) => json(response, 200, podList));
    const cluster = await openMock(after, { server: `https://127.0.0.1:${port}` });
    expect(await failureOf(cluster.list(pods, 'shop'))).toEqual({
      failure: 'certificate',
      message: `${asked}https://127.0.0.1:${port} does not speak TLS. Use http:// in the kubeconfig, or another port`,
    });
  });

  test('an abort is no failure of the cluster', async () => {
    const { url } = await mockServer(after, () => {});
    const cluster = await openMock(after, { server: url });
    const stop = new AbortController();
    const listing = cluster.list(pods, 'shop', { signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 50);
    await expect(listing).rejects.toThrow('enough');
  });
});

describe('a server that refuses', () => {
  test('401 with a token: said at once, and asked only once', async () => {
    const { url, requests } = await mockServer(after, (_request, response) =>
      status(response, 401, 'Unauthorized', 'Unauthorized'),
    );
    const cluster = await openMock(after, { server: url }, { token: 'old' });
    expect(await failureOf(cluster.list(pods, 'shop'))).toEqual({
      failure: 'status',
      message: `${asked}the server does not accept these credentials. Log in again, or correct the user of this context`,
    });
    expect(requests.length).toBe(1);
  });

  test('403 with the right to ask for', async () => {
    const { url } = await mockServer(after, (_request, response) =>
      status(response, 403, 'Forbidden', 'pods is forbidden: User "ada" cannot list it'),
    );
    const cluster = await openMock(after, { server: url });
    expect(await failureOf(cluster.list(pods, 'shop'))).toEqual({
      failure: 'status',
      message: `${asked}forbidden: User "ada" cannot list it. Ask for \`list\` on \`pods\` in \`shop\`, or select another namespace`,
    });
    const store = cluster.watch(pods, 'shop');
    await fresh(store, 'forbidden');
  });

  test('the web page of a proxy is not shown', async () => {
    const { url } = await mockServer(after, (_request, response) => {
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
    });
    const cluster = await openMock(after, { server: url });
    expect(await failureOf(cluster.list(pods, 'shop'))).toEqual({
      failure: 'protocol',
      message: `${asked}something between here and ${url} answered 502 with a web page. Check the proxy, the VPN and the server's URL`,
    });
  });

  test('a login page with 200 is no answer', async () => {
    const { url } = await mockServer(after, (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<form>');
    });
    const cluster = await openMock(after, { server: url });
    expect(await failureOf(cluster.discover())).toEqual({
      failure: 'protocol',
      message: expect.stringMatching(
        /answered 200 with a web page\. Check the proxy, the VPN and the server's URL/,
      ),
    });
  });

  test('a list begins again when its continue token has expired', async () => {
    const pages = ['a', 'gone', 'b', 'c'];
    const { url, requests } = await mockServer(after, (_request, response) => {
      const page = pages.shift();
      if (page === 'gone')
        return status(response, 410, 'Expired', 'The provided continue parameter is too old');
      const more = page === 'c' ? {} : { continue: 'more' };
      json(response, 200, { ...podList, metadata: more, items: [{ metadata: { name: page } }] });
    });
    const cluster = await openMock(after, { server: url });
    expect(await cluster.list(pods, 'shop')).toEqual([
      { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'b' } },
      { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'c' } },
    ]);
    expect(requests).toEqual([
      'GET /api/v1/namespaces/shop/pods?limit=500',
      'GET /api/v1/namespaces/shop/pods?limit=500&continue=more',
      'GET /api/v1/namespaces/shop/pods?limit=500',
      'GET /api/v1/namespaces/shop/pods?limit=500&continue=more',
    ]);
  });

  test('a kept connection that the server has closed is opened anew', async () => {
    const { url, sockets } = await mockServer(after, (_request, response) => json(response, 200, podList));
    const cluster = await openMock(after, { server: url });
    await cluster.list(pods, 'shop');
    for (const socket of sockets) socket.destroy();
    expect(await cluster.list(pods, 'shop')).toEqual([]);
  });

  test('a connection that breaks each time', async () => {
    const { url, requests } = await mockServer(after, (request) => request.socket.destroy());
    const cluster = await openMock(after, { server: url });
    expect(await failureOf(cluster.list(pods, 'shop'))).toEqual({
      failure: 'unreachable',
      message: `${asked}${url} broke the connection. Try again`,
    });
    expect(requests.length).toBe(2);
  });
});

describe('discovery of servers that are old or partly down', () => {
  const resource = (name: string, kind: string) => ({
    name,
    singularName: '',
    namespaced: true,
    kind,
    verbs: ['list'],
  });
  const answers: Record<string, unknown> = {
    '/version': { gitVersion: 'v1.25.0' },
    '/api': { kind: 'APIVersions', versions: ['v1'] },
    '/apis': {
      kind: 'APIGroupList',
      groups: [
        { name: 'metrics.k8s.io', versions: [{ version: 'v1' }] },
        { name: 'apps', versions: [{ version: 'v1' }] },
      ],
    },
    '/api/v1': { resources: [resource('pods', 'Pod')] },
    '/apis/apps/v1': { resources: [resource('deployments', 'Deployment')] },
  };

  test.each<[string, (response: ServerResponse) => void]>([
    [
      'is not there',
      (response) => status(response, 503, 'ServiceUnavailable', 'unable to handle the request'),
    ],
    ['breaks its connection', (response) => response.destroy()],
    [
      'breaks off in its answer',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
        response.write('{"resources":[');
        setTimeout(() => response.destroy(), 20);
      },
    ],
    ['knows nobody', (response) => status(response, 401, 'Unauthorized', 'Unauthorized')],
    [
      'answers with a page',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    ],
    ['does not speak HTTP', (response) => response.socket?.end('hello\r\n\r\n')],
  ])('group by group, without the one whose server %s', async (_name, broken) => {
    const { url } = await mockServer(after, (request, response) => {
      const answer = answers[request.url ?? ''];
      if (answer) json(response, 200, answer);
      else broken(response);
    });
    const discovery = await (await openMock(after, { server: url })).discover();
    expect([discovery.serverVersion, discovery.resources.map(({ kind }) => kind)]).toEqual([
      'v1.25.0',
      ['Pod', 'Deployment'],
    ]);
  });

  test('no part is taken for the whole where the server itself goes', async () => {
    let gone = false;
    const { url } = await mockServer(after, (request, response) => {
      if (request.url === '/apis/metrics.k8s.io/v1') gone = true;
      const answer = answers[request.url ?? ''];
      if (answer && !gone) json(response, 200, answer);
      else response.destroy();
    });
    const failure = await failureOf((await openMock(after, { server: url })).discover());
    expect(failure.failure).toBe('unreachable');
  });

  test('concurrent callers share one answer; a failure is asked again', async () => {
    let down = true;
    const { url, requests } = await mockServer(after, (request, response) => {
      if (down) return status(response, 401, 'Unauthorized', 'no');
      json(response, 200, request.url === '/version' ? {} : { kind: 'APIGroupDiscoveryList', items: [] });
    });
    const cluster = await openMock(after, { server: url });
    await Promise.all([failureOf(cluster.discover()), failureOf(cluster.discover())]);
    expect([...requests].sort()).toEqual(['GET /api', 'GET /apis', 'GET /version']);
    down = false;
    await Promise.all([cluster.discover(), cluster.discover()]);
    await cluster.discover();
    expect(requests.length).toBe(6);
    await cluster.discover({ refresh: true });
    expect(requests.length).toBe(9);
  });
});

describe('a watch of a server with faults', () => {
  test('410 in the stream: everything is read again, and the rows stay until then', async () => {
    let round = 0;
    const { url } = await mockServer(after, (request, response) => {
      if (!request.url?.includes('watch=true')) return status(response, 404, 'NotFound', 'no');
      round++;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(line('ADDED', table([`a${round}`])) + initialEventsEnd);
      if (round > 1) return;
      response.write(line('ERROR', { kind: 'Status', code: 410, reason: 'Expired', message: 'too old' }));
    });
    const store = (await openStreaming(url)).watch(pods, 'shop');
    await until('the second set', () => store.rows.has('a2') && store.freshness.state === 'live');
    expect([...store.rows.keys()]).toEqual(['a2']);
  });

  test.each([
    ['by parameter', 422, 'Invalid'],
    ['in the stream', 200, ''],
  ])(
    'streaming lists refused %s: list and watch, remembered for the cluster',
    async (_name, code, reason) => {
      const { url, requests } = await mockServer(after, (request, response) => {
        if (!request.url?.includes('watch=true')) return json(response, 200, table(['a']));
        if (!request.url.includes('sendInitialEvents')) {
          response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
          return;
        }
        if (code !== 200) return status(response, code, reason, 'sendInitialEvents: Forbidden');
        const message = 'the required storage feature RequestWatchProgress is disabled';
        response.writeHead(200).write(line('ERROR', { kind: 'Status', code: 500, message }));
      });
      const cluster = await openStreaming(url);
      requests.length = 0;
      const store = cluster.watch(pods, 'shop');
      await fresh(store, 'live');
      expect([...store.rows.keys()]).toEqual(['a']);
      await fresh(cluster.watch(pods, 'other'), 'live');
      expect(
        requests.map((request) => /(watch=true|sendInitialEvents|limit)/g.exec(request)?.[0]),
      ).toHaveLength(5);
      expect(requests.filter((request) => request.includes('sendInitialEvents'))).toHaveLength(1);
    },
  );

  test('a server that goes away and comes back: stale since then, then live again without a relist', async () => {
    let down = false;
    const { url, sockets, requests } = await mockServer(after, (request, response) => {
      if (down) return request.socket.destroy();
      if (!request.url?.includes('watch=true')) return status(response, 404, 'NotFound', 'no');
      response.writeHead(200, { 'content-type': 'application/json' });
      if (request.url.includes('sendInitialEvents'))
        response.write(line('ADDED', table(['a'])) + initialEventsEnd);
      else response.flushHeaders();
    });
    const store = (await openStreaming(url)).watch(pods, 'shop');
    await fresh(store, 'live');
    down = true;
    for (const socket of sockets) socket.destroy();
    await fresh(store, 'stale');
    expect([...store.rows.keys()]).toEqual(['a']);
    down = false;
    await fresh(store, 'live');
    expect(requests.at(-1)).toContain('resourceVersion=7');
  });

  test('disposing the last reader frees its socket', async () => {
    const { url, sockets } = await mockServer(after, (request, response) => {
      if (!request.url?.includes('watch=true')) return status(response, 404, 'NotFound', 'no');
      response.writeHead(200, { 'content-type': 'application/json' }).write(initialEventsEnd);
    });
    const store = (await openStreaming(url)).watch(pods, 'shop');
    await fresh(store, 'live');
    const before = sockets.size;
    store.dispose();
    await until('a socket less', () => sockets.size === before - 1);
  });
});

describe('credentials', () => {
  const plugin = async (script: string) => {
    const folder = await temporaryFolder(after);
    const command = join(folder, 'login');
    await writeFile(command, `#!${process.execPath}\n${script}`);
    await chmod(command, 0o755);
    return { exec: { apiVersion: 'client.authentication.k8s.io/v1', command, interactiveMode: 'Never' } };
  };
  const printing = `const { writeFileSync, existsSync } = require('node:fs');
const count = existsSync(__dirname + '/count') ? Number(require('node:fs').readFileSync(__dirname + '/count')) + 1 : 1;
writeFileSync(__dirname + '/count', String(count));
const info = JSON.parse(process.env.KUBERNETES_EXEC_INFO);
console.log(JSON.stringify({ apiVersion: info.apiVersion, kind: 'ExecCredential', status: { token: 't' + count } }));`;

  test('a 401 runs the plugin again; requests together run it once', async () => {
    const tokens: string[] = [];
    const { cluster: fields } = await secureMockServer(after, (request, response) => {
      tokens.push(request.headers.authorization ?? '');
      if (request.headers.authorization === 'Bearer t1') status(response, 401, 'Unauthorized', 'expired');
      else json(response, 200, podList);
    });
    const cluster = await openMock(after, fields, await plugin(printing));
    await Promise.all([cluster.list(pods, 'a'), cluster.list(pods, 'b')]);
    expect(tokens.sort()).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t2', 'Bearer t2']);
  });

  test('a plugin that fails is told with what it said, and its watch asks no more', async () => {
    const user = await plugin("console.error('session expired'); process.exit(4);");
    const { cluster: fields, requests } = await secureMockServer(after, () => {});
    const cluster = await openMock(after, fields, user);
    const message = `the credential plugin ${user.exec.command} ended with code 4: session expired`;
    expect(await failureOf(cluster.list(pods, 'shop'))).toEqual({
      failure: 'credentials',
      message: asked + message,
    });
    const store = cluster.watch(pods, 'shop');
    await fresh(store, 'stale');
    expect([sentenceOf((store.freshness as { why: Explanation }).why), requests]).toEqual([
      `list pods in \`shop\` (context \`mock\`): ${message}`,
      [],
    ]);
  });

  test('no plugin runs, and nothing is sent, while the workspace is not trusted', async () => {
    const { cluster: fields, requests } = await secureMockServer(after, () => {});
    const cluster = await openMock(after, fields, await plugin(printing), () => false);
    expect((await failureOf(cluster.list(pods, 'shop'))).message).toMatch(
      /does not run while this workspace is not trusted: trust the workspace$/,
    );
    expect(requests).toEqual([]);
  });

  test('a login since then is found in the kubeconfig after a 401', async () => {
    const { cluster: fields } = await secureMockServer(after, (request, response) => {
      if (request.headers.authorization === 'Bearer new') json(response, 200, podList);
      else status(response, 401, 'Unauthorized', 'old');
    });
    const cluster = await openMock(after, fields, { token: 'old' });
    await failureOf(cluster.list(pods, 'shop'));
    await writeFile(cluster.context.file, mockKubeconfig(fields, { token: 'new' }));
    expect(await cluster.list(pods, 'shop')).toEqual([]);
  });
});

/** A cluster whose lists are streamed: nothing is compressed there, which is known once it was asked something. */
async function openStreaming(server: string): Promise<Cluster> {
  const cluster = await openMock(after, { server, 'disable-compression': true });
  await failureOf(cluster.get({ resource: pods, namespace: 'shop', name: 'web' }));
  return cluster;
}

async function fresh(store: ResourceStore, state: Freshness['state']): Promise<void> {
  await until(`a store that is ${state}`, () => store.freshness.state === state, 15_000);
}
