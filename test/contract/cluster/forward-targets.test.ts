import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Cluster, Discovery, PortForward } from '../../../client/src/cluster/cluster.ts';
import { loadKubeContexts } from '../../../client/src/cluster/kubeconfig/load.ts';
import { openCluster } from '../../../client/src/cluster/open.ts';
import { type FaultyLine, openFaultyLine } from '../../support/faulty-line.ts';
import { hastyClock } from '../../support/hasty-clock.ts';
import { until } from '../../support/processes.ts';
import { type Sandbox, startSandbox } from '../../support/sandbox.ts';
import { askText } from '../../support/sandbox-client.ts';
import { type Cleanup, cleanup, temporaryFolder } from './mock-server.ts';

let sandbox: Sandbox;
let discovery: Discovery;
const all: Cleanup = cleanup();
const after: Cleanup = cleanup();

beforeAll(async () => {
  sandbox = await startSandbox({});
  discovery = await (await opened()).discover();
}, 30_000);
afterEach(() => after.run());
afterAll(async () => {
  await all.run();
  await sandbox.stop();
});

/** A cluster of the sandbox, over a line of its own where one is given. */
async function opened(haste = 1, line?: FaultyLine): Promise<Cluster> {
  const config = parse(await readFile(sandbox.kubeconfig, 'utf8'));
  if (line) config.clusters[0].cluster.server = `https://127.0.0.1:${line.port}`;
  const file = join(await temporaryFolder(all), 'kubeconfig');
  await writeFile(file, JSON.stringify(config));
  const files = { merged: [file], extra: [] };
  const { contexts } = await loadKubeContexts(files);
  const cluster = openCluster(contexts[0]!, { files, allowExec: () => false, clock: hastyClock(haste) });
  after.add(() => cluster.dispose());
  return cluster;
}

let spaces = 0;
/** A namespace of the test's own, with these objects. */
async function withObjects(...objects: object[]): Promise<string> {
  const namespace = `forward-${++spaces}`;
  await create('/api/v1/namespaces', { metadata: { name: namespace } });
  for (const object of objects) await createIn(namespace, object);
  return namespace;
}

async function create(path: string, object: object): Promise<void> {
  expect(await askText(sandbox, path, 'POST', object)).toMatchObject({ status: 201 });
}

async function createIn(namespace: string, object: object): Promise<void> {
  const { apiVersion, kind } = object as { apiVersion: string; kind: string };
  await create(path(namespace, apiVersion, kind), object);
}

function path(namespace: string, apiVersion: string, kind: string): string {
  const { plural } = discovery.find(apiVersion, kind)!;
  return `/${apiVersion.includes('/') ? 'apis' : 'api'}/${apiVersion}/namespaces/${namespace}/${plural}`;
}

const labels = { app: 'web' };
const template = {
  metadata: { labels },
  spec: {
    containers: [{ name: 'main', image: 'shop/web:1', ports: [{ name: 'http', containerPort: 8080 }] }],
  },
};
const pod = (name: string) => ({ apiVersion: 'v1', kind: 'Pod', ...template, metadata: { name, labels } });
const workload = (apiVersion: string, kind: string, spec: object = {}) => ({
  apiVersion,
  kind,
  metadata: { name: 'web' },
  spec: { selector: { matchLabels: labels }, template, ...spec },
});
const service = (spec: object) => ({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'web' }, spec });

async function forwarded(
  namespace: string,
  [apiVersion, kind, name = 'web']: readonly [string, string, string?],
  port: number | string,
  cluster?: Cluster,
): Promise<{ forward: PortForward; told: string[]; pods: string[] }> {
  const reference = { resource: discovery.find(apiVersion, kind)!, namespace, name };
  const forward = await (cluster ?? (await opened())).portForward(reference, port);
  const told: string[] = [];
  const pods: string[] = [];
  forward.onDidFail(({ explanation: { fault, wayOut } }) => told.push(`${fault}. ${wayOut}`));
  forward.onDidChangePod((moved) => pods.push(`${moved.name}:${moved.port}`));
  return { forward, told, pods };
}

/** Who answers: `web-abc:8080`; nothing where the connection is closed instead. It is left at once. */
function answerer(port: number, host = '127.0.0.1'): Promise<string> {
  return new Promise((done) => {
    const asked = get({ host, port, path: '/', agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk;
      });
      response.on('error', () => done('nothing'));
      response.on('end', () => {
        const [, name, own] = /^GET \/ answered by pod (\S+) on port (\d+)/.exec(text) ?? [];
        done(`${name}:${own}`);
      });
    });
    asked.on('error', () => done('nothing'));
  });
}

function dial(port: number): Socket {
  return connect({ port, host: '127.0.0.1', allowHalfOpen: true });
}

describe('a port is forwarded to', () => {
  test.each<[string, number | string, object[], readonly [string, string, string?]]>([
    ['a Pod, by number', 8080, [pod('web')], ['v1', 'Pod']],
    ['a Pod, by the name of a port', 'http', [pod('web')], ['v1', 'Pod']],
    ['a number that was typed', '8080', [pod('web')], ['v1', 'Pod']],
    ['a Deployment', 8080, [workload('apps/v1', 'Deployment')], ['apps/v1', 'Deployment']],
    ['a Deployment, by name', 'http', [workload('apps/v1', 'Deployment')], ['apps/v1', 'Deployment']],
    ['a ReplicaSet', 'http', [workload('apps/v1', 'ReplicaSet')], ['apps/v1', 'ReplicaSet']],
    ['a StatefulSet', 'http', [workload('apps/v1', 'StatefulSet')], ['apps/v1', 'StatefulSet']],
    ['a DaemonSet', 'http', [workload('apps/v1', 'DaemonSet')], ['apps/v1', 'DaemonSet']],
    [
      'a ReplicationController, whose selector is labels alone',
      8080,
      [
        {
          apiVersion: 'v1',
          kind: 'ReplicationController',
          metadata: { name: 'web' },
          spec: { selector: labels, template },
        },
      ],
      ['v1', 'ReplicationController'],
    ],
    [
      'a Service, by number',
      80,
      [pod('web'), service({ selector: labels, ports: [{ port: 80, targetPort: 8080 }] })],
      ['v1', 'Service'],
    ],
    [
      'a Service, by the name of one of its ports',
      'front',
      [
        pod('web'),
        service({
          selector: labels,
          ports: [
            { name: 'other', port: 81 },
            { name: 'front', port: 80, targetPort: 'http' },
          ],
        }),
      ],
      ['v1', 'Service'],
    ],
    [
      'a port of a Service that is there by TCP and UDP',
      53,
      [
        pod('web'),
        service({
          selector: labels,
          ports: [
            { name: 'udp', port: 53, protocol: 'UDP', targetPort: 53 },
            { name: 'tcp', port: 53, targetPort: 'http' },
          ],
        }),
      ],
      ['v1', 'Service'],
    ],
    [
      'a headless Service',
      'http',
      [
        pod('web'),
        service({
          clusterIP: 'None',
          selector: labels,
          ports: [{ name: 'http', port: 80, targetPort: 'http' }],
        }),
      ],
      ['v1', 'Service'],
    ],
    [
      "a headless Service, by its Pods' own port",
      8080,
      [
        pod('web'),
        service({
          clusterIP: 'None',
          selector: labels,
          ports: [{ name: 'http', port: 80, targetPort: 'http' }],
        }),
      ],
      ['v1', 'Service'],
    ],
    [
      'a Service without a selector, by its EndpointSlice',
      80,
      [
        pod('web'),
        service({ ports: [{ port: 80 }] }),
        {
          apiVersion: 'discovery.k8s.io/v1',
          kind: 'EndpointSlice',
          metadata: { name: 'web-1', labels: { 'kubernetes.io/service-name': 'web' } },
          addressType: 'IPv4',
          endpoints: [{ addresses: ['10.0.0.9'], targetRef: { kind: 'Pod', name: 'web' } }],
          ports: [{ name: '', port: 8080 }],
        },
      ],
      ['v1', 'Service'],
    ],
  ])('%s', async (_name, port, objects, of) => {
    const namespace = await withObjects(...objects);
    const { forward, told, pods } = await forwarded(namespace, of, port);
    expect(forward.pod).toBe(undefined);
    const answer = await answerer(forward.localPort);
    expect([answer, told]).toEqual([expect.stringMatching(/^web(-\S+)?:8080$/), []]);
    expect([pods, forward.pod]).toEqual([[answer], { name: answer.split(':')[0], port: 8080 }]);
  });

  test('a Job', async () => {
    const job = {
      ...workload('batch/v1', 'Job'),
      spec: { template: { spec: { ...template.spec, restartPolicy: 'Never' } } },
    };
    const { forward, told } = await forwarded(await withObjects(job), ['batch/v1', 'Job'], 'http');
    const answer = await answerer(forward.localPort);
    expect([answer, told]).toEqual([expect.stringMatching(/^web-\S+:8080$/), []]);
  });

  test('what leads to no Pod is told at once, with the way out', async () => {
    const ports = [{ port: 80 }, { name: 'dns', port: 53, protocol: 'UDP' }];
    for (const [object, port, fault] of [
      [service({ selector: labels, ports }), 8080, 'it has no port 8080. It has 80, 53 (dns)'],
      [service({ selector: labels, ports }), 'dns', 'its port dns is UDP. Only TCP can be forwarded'],
      [
        service({ ports: [{ port: 80 }] }),
        80,
        'it has no selector, and no EndpointSlice names a Pod for it. Forward to a Pod',
      ],
      [
        service({ type: 'ExternalName', externalName: 'db.example.org' }),
        80,
        'it stands for db.example.org, outside of the cluster. Connect to that',
      ],
    ] as const) {
      const named =
        ports === (object.spec as { ports?: unknown }).ports
          ? [{ name: 'web', port: 80 }, ports[1]]
          : undefined;
      const valid = named ? service({ selector: labels, ports: named }) : object;
      const { forward, told } = await forwarded(await withObjects(valid), ['v1', 'Service'], port);
      expect(await answerer(forward.localPort)).toBe('nothing');
      expect(told).toEqual([fault.replace('80, 53', '80 (web), 53')]);
    }
  });
});

describe('a forward survives', () => {
  test('that its Pod is replaced: what is in flight ends, the next one goes to the next Pod', async () => {
    const namespace = await withObjects(workload('apps/v1', 'Deployment'));
    const { forward, told, pods } = await forwarded(namespace, ['apps/v1', 'Deployment'], 8080);
    const first = await answerer(forward.localPort);
    const flying = dial(forward.localPort);
    flying.write('POST / HTTP/1.1\r\nhost: web\r\ntransfer-encoding: chunked\r\n\r\n');
    expect(String((await once(flying, 'data'))[0])).toContain('200 OK');
    const ended = Promise.race([
      once(flying.resume(), 'end').then(() => 'end'),
      once(flying, 'error').then(() => 'error'),
    ]);
    await askText(sandbox, `${path(namespace, 'v1', 'Pod')}/${first.split(':')[0]}`, 'DELETE', {
      gracePeriodSeconds: 0,
    });
    const second = await answerer(forward.localPort);
    expect(await ended).toBe('end');
    flying.destroy();
    expect([told, second]).toEqual([[], expect.stringMatching(/^web-\S+:8080$/)]);
    expect(pods).toEqual([first, second]);
    expect(second).not.toBe(first);
    await until('no connection', () => forward.connections === 0);
  });

  test('that a Pod of the same name takes its place while nobody is connected', async () => {
    const namespace = await withObjects(pod('web'));
    const { forward, told } = await forwarded(namespace, ['v1', 'Pod'], 8080, await opened(5));
    expect(await answerer(forward.localPort)).toBe('web:8080');
    const pods = path(namespace, 'v1', 'Pod');
    await askText(sandbox, `${pods}/web`, 'DELETE', { gracePeriodSeconds: 0 });
    await createIn(namespace, pod('web'));
    await new Promise((done) => setTimeout(done, 500));
    expect([await answerer(forward.localPort), told]).toEqual(['web:8080', []]);
  });

  test('that there is no Pod for a while: a connection waits for one', async () => {
    const namespace = await withObjects(workload('apps/v1', 'Deployment', { replicas: 0 }));
    const { forward, told } = await forwarded(namespace, ['apps/v1', 'Deployment'], 8080);
    const answer = answerer(forward.localPort);
    await new Promise((done) => setTimeout(done, 500));
    const scale = { spec: { replicas: 1 } };
    const merge = { 'content-type': 'application/merge-patch+json' };
    await askText(sandbox, `${path(namespace, 'apps/v1', 'Deployment')}/web`, 'PATCH', scale, merge);
    expect([await answer, told]).toEqual([expect.stringMatching(/^web-\S+:8080$/), []]);
  });

  test('that there is none for longer: they are closed, and why is told once', async () => {
    const namespace = await withObjects(workload('apps/v1', 'Deployment', { replicas: 0 }));
    const { forward, told } = await forwarded(namespace, ['apps/v1', 'Deployment'], 8080, await opened(10));
    const begun = Date.now();
    const answers = await Promise.all([1, 2, 3].map(() => answerer(forward.localPort)));
    expect([answers, told]).toEqual([
      ['nothing', 'nothing', 'nothing'],
      ['it has no Pods. Look at its events'],
    ]);
    // Ten seconds of this clock.
    expect(Date.now() - begun).toBeGreaterThan(800);
    expect(Date.now() - begun).toBeLessThan(5_000);
  });

  test('that the Pod is not ready: which one, and how it is, is told', async () => {
    const unready = {
      ...pod('web'),
      metadata: { name: 'web', labels, annotations: {} },
      spec: { ...template.spec, nodeName: 'there-is-none' },
    };
    const namespace = await withObjects(
      unready,
      service({ selector: labels, ports: [{ port: 80, targetPort: 8080 }] }),
    );
    const { forward, told } = await forwarded(namespace, ['v1', 'Service'], 80, await opened(10));
    expect(await answerer(forward.localPort)).toBe('nothing');
    expect(told).toEqual([
      expect.stringMatching(/^none of its Pods is ready: web is \w+\. Look at its events and its logs$/),
    ]);
  });

  test('a restart of the API server: the next connection waits for it', async () => {
    const line = await openFaultyLine({ port: Number(new URL(sandbox.url).port) });
    after.add(() => line.close());
    const namespace = await withObjects(workload('apps/v1', 'Deployment'));
    const { forward, told } = await forwarded(
      namespace,
      ['apps/v1', 'Deployment'],
      8080,
      await opened(1, line),
    );
    const first = await answerer(forward.localPort);
    line.state = 'gone';
    const second = answerer(forward.localPort);
    await new Promise((done) => setTimeout(done, 1_500));
    line.state = 'there';
    expect([await second, told]).toEqual([first, []]);
  });

  test('a machine that has slept: the connection that comes first is not lost', async () => {
    const line = await openFaultyLine({ port: Number(new URL(sandbox.url).port) });
    after.add(() => line.close());
    const namespace = await withObjects(pod('web'));
    const { forward, told } = await forwarded(namespace, ['v1', 'Pod'], 8080, await opened(1, line));
    expect(await answerer(forward.localPort)).toBe('web:8080');
    // What was open leads nowhere any more, and nobody has said so.
    line.state = 'silent';
    line.state = 'there';
    expect([await answerer(forward.localPort), told]).toEqual(['web:8080', []]);
  });
});

test('nothing is asked before somebody connects, nor once all have left', async () => {
  const line = await openFaultyLine({ port: Number(new URL(sandbox.url).port) });
  after.add(() => line.close());
  const namespace = await withObjects(workload('apps/v1', 'Deployment'));
  const cluster = await opened(50, line);
  const { forward } = await forwarded(namespace, ['apps/v1', 'Deployment'], 8080, cluster);
  expect(line.mostConnections).toBe(0);
  await answerer(forward.localPort);
  // What is kept for the next client is so for a minute: of this clock, somewhat more than a second.
  await new Promise((done) => setTimeout(done, 2_000));
  const { carried } = line;
  await new Promise((done) => setTimeout(done, 1_000));
  expect(line.carried).toBe(carried);
});

describe('a forward listens', () => {
  test('on both addresses of the loopback interface, with one number', async () => {
    const { forward } = await forwarded(await withObjects(pod('web')), ['v1', 'Pod'], 8080);
    expect([forward.addresses, forward.missingAddresses]).toEqual([['127.0.0.1', '::1'], []]);
    expect(await answerer(forward.localPort)).toBe('web:8080');
    expect(await answerer(forward.localPort, '::1')).toBe('web:8080');
  });

  test.each([
    ['127.0.0.1', '::1'],
    ['::1', '127.0.0.1'],
  ])('on the other one where the port is taken on %s, and says so', async (taken, free) => {
    const other = createServer().listen({ host: taken, port: 0 });
    after.add(() => other.close());
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const cluster = await opened();
    const reference = { resource: discovery.find('v1', 'Pod')!, namespace: 'default', name: 'web' };
    const forward = await cluster.portForward(reference, 8080, { localPort: port });
    expect([forward.localPort, forward.addresses, forward.missingAddresses]).toEqual([
      port,
      [free],
      [{ address: taken, why: `the local port ${port} is taken` }],
    ]);
    await expect(
      cluster.portForward(reference, 8080, { localPort: port, addresses: [taken] }),
    ).rejects.toThrow(`the local port ${port} is taken`);
  });

  test('elsewhere only when that is asked for', async () => {
    const cluster = await opened();
    const reference = { resource: discovery.find('v1', 'Pod')!, namespace: 'default', name: 'web' };
    const forward = await cluster.portForward(reference, 8080, { addresses: ['127.0.0.2'] });
    expect(forward.addresses).toEqual(['127.0.0.2']);
    await expect(once(connect(forward.localPort, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED');
    await expect(cluster.portForward(reference, 8080, { addresses: ['192.0.2.1'] })).rejects.toThrow(
      /the local port 0 cannot be opened .*EADDRNOTAVAIL/,
    );
  });
});
