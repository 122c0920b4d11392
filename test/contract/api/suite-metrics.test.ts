import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Cluster } from '../../../client/src/cluster/cluster.ts';
import type { Resource } from '../../../client/src/cluster/kube-object.ts';
import { loadKubeContexts } from '../../../client/src/cluster/kubeconfig/load.ts';
import { openCluster } from '../../../client/src/cluster/open.ts';
import { makeCertificates } from '../../../sandbox/src/certificates/make-certificates.ts';
import { cleanup, failureOf, json, mockServer, openMock, status } from '../cluster/mock-server.ts';
import { chosenServer } from './chosen-server.ts';
import { metricsAnswer, wholeServerAnswer } from './metrics-answers.ts';

// What a cluster's metrics server serves, by the client's interface: through a real kube-apiserver that has it registered, or
// from that server at once, for the sandbox asks no other server.

const chosen = await chosenServer(process.env);
const after = cleanup();

describe.skipIf(chosen.kind === 'any cluster')(`metrics.k8s.io, on ${chosen.name}`, () => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = chosen.kind === 'sandbox' ? await openMetricsServer() : await openBehindRealServer();
  }, 120_000);
  afterAll(() => after.run(), 60_000);

  const find = async (kind: string): Promise<Resource> => {
    const resource = (await cluster.discover({ refresh: true })).find('metrics.k8s.io/v1beta1', kind);
    if (!resource) throw new Error(`no ${kind}`);
    return resource;
  };

  test('its kinds are found, with their verbs', async () => {
    expect(await find('NodeMetrics')).toMatchObject({ plural: 'nodes', scope: 'Cluster', verbs });
    expect(await find('PodMetrics')).toMatchObject({ plural: 'pods', scope: 'Namespaced', verbs });
  });

  test('lists give what is used', async () => {
    const of = { resource: await find('NodeMetrics'), namespace: undefined };
    expect(await cluster.ask({ verb: 'list', of })).toMatchObject({
      items: [
        {
          apiVersion: 'metrics.k8s.io/v1beta1',
          kind: 'NodeMetrics',
          metadata: { name: 'node-1' },
          window: '20.051s',
          usage: { cpu: '122537201n', memory: '1331944Ki' },
        },
      ],
    });
    const pods = { resource: await find('PodMetrics'), namespace: 'shop' };
    expect(await cluster.ask({ verb: 'list', of: pods, labelSelector: 'app=web' })).toMatchObject({
      items: [{ kind: 'PodMetrics', containers: [{ name: 'main', usage: { cpu: '1204n' } }] }],
    });
  });

  test('one is read by its name', async () => {
    const of = { resource: await find('PodMetrics'), namespace: 'shop', name: 'web' };
    expect(await cluster.ask({ verb: 'get', of })).toMatchObject({
      metadata: { name: 'web', namespace: 'shop' },
      containers: [{ name: 'main', usage: { cpu: '1204n', memory: '9012Ki' } }],
    });
    const missing = cluster.ask({ verb: 'get', of: { ...of, name: 'api' } });
    expect(await failureOf(missing)).toMatchObject({
      failure: 'status',
      message: expect.stringContaining('podmetrics.metrics.k8s.io "shop/api" not found'),
    });
  });

  test('rows are printed as the server prints them', async () => {
    const of = { resource: await find('NodeMetrics'), namespace: undefined };
    const page = await cluster.ask({ verb: 'list', of, as: 'table' });
    expect(page.columns?.map(({ name }) => name)).toEqual(['Name', 'cpu', 'memory', 'Window']);
    expect(page.rows).toMatchObject([{ cells: ['node-1', '122537201n', '1331944Ki', '20.051s'] }]);
  });

  test('what they cannot be asked for is refused without a request, with the verbs that they have', async () => {
    const resource = await find('PodMetrics');
    const object = { apiVersion: 'metrics.k8s.io/v1beta1', kind: 'PodMetrics', metadata: { name: 'x' } };
    const created = cluster.ask({ verb: 'create', of: { resource, namespace: 'shop' }, object });
    expect(await failureOf(created)).toMatchObject({
      failure: 'unserved',
      message: expect.stringMatching(/get.*list/),
    });
  });
});

const verbs = ['get', 'list'];

/** The metrics server by itself, as a cluster that has nothing else. */
async function openMetricsServer(): Promise<Cluster> {
  const certificates = await makeCertificates(new Date());
  const server = await mockServer(after, answerWith(wholeServerAnswer), certificates);
  const authority = Buffer.from(certificates.authority).toString('base64');
  return await openMock(after, { server: server.url, 'certificate-authority-data': authority });
}

/** A real kube-apiserver that has it registered: it asks the server of a Service of another name on this machine. */
async function openBehindRealServer(): Promise<Cluster> {
  const metrics = await mockServer(after, answerWith(metricsAnswer), await makeCertificates(new Date()));
  const { kubeconfig, stop } = await chosen.start();
  after.add(stop);
  const files = { merged: [], extra: [kubeconfig] };
  const { contexts } = await loadKubeContexts(files);
  const cluster = openCluster(contexts[0]!, { files, allowExec: () => false });
  after.add(() => cluster.dispose());
  const { find } = await cluster.discover();
  const make = async (apiVersion: string, kind: string, object: { metadata: object; spec: object }) => {
    const resource = find(apiVersion, kind);
    if (!resource) throw new Error(`no ${kind}`);
    const namespace = resource.scope === 'Namespaced' ? 'kube-system' : undefined;
    await cluster.ask({
      verb: 'create',
      of: { resource, namespace },
      object: { apiVersion, kind, ...object },
    });
  };
  const port = metrics.port;
  await make('v1', 'Service', {
    metadata: { name: 'metrics-server' },
    spec: { type: 'ExternalName', externalName: 'localhost', ports: [{ port }] },
  });
  await make('apiregistration.k8s.io/v1', 'APIService', {
    metadata: { name: 'v1beta1.metrics.k8s.io' },
    spec: {
      service: { namespace: 'kube-system', name: 'metrics-server', port },
      group: 'metrics.k8s.io',
      version: 'v1beta1',
      insecureSkipTLSVerify: true,
      groupPriorityMinimum: 100,
      versionPriority: 100,
    },
  });
  const isFound = async () =>
    (await cluster.discover({ refresh: true })).find('metrics.k8s.io/v1beta1', 'NodeMetrics');
  await vi.waitUntil(isFound, { timeout: 60_000, interval: 500 });
  return cluster;
}

function answerWith(answers: (path: string, accept: string) => unknown) {
  return ({ url = '', headers }: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(url, 'http://localhost');
    const answer = answers(pathname, headers.accept ?? '');
    const name = pathname.split('/').at(-1);
    if (answer !== undefined) json(response, 200, answer);
    else status(response, 404, 'NotFound', `podmetrics.metrics.k8s.io "shop/${name}" not found`);
  };
}
