import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Cluster, Discovery } from '../../../client/src/cluster/cluster.ts';
import type { KubeObject } from '../../../client/src/cluster/kube-object.ts';
import { failureOf } from '../cluster/mock-server.ts';
import { certificateRequests } from './certificate-requests.ts';
import { chosenServer } from './chosen-server.ts';
import { openClient } from './open-client.ts';
import { runLabel } from './run-case.ts';

// What is written through subresources, by the extension's own client; on the same servers as the suite.

const chosen = await chosenServer(process.env);
const id = `run${randomBytes(3).toString('hex')}`;

describe(`the client, on ${chosen.name}`, () => {
  let cluster: Cluster;
  let discovery: Discovery;
  let stop = async () => {};

  beforeAll(async () => {
    const started = await chosen.start();
    stop = started.stop;
    cluster = await openClient(started.kubeconfig);
    discovery = await cluster.discover();
    await cluster.ask({
      verb: 'create',
      of: collection('v1', 'Namespace'),
      object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: id, labels: { [runLabel]: id } } },
    });
    // Pods need the account that a controller makes in every namespace, where there is one.
    const makesPods = () => cluster.ask({ verb: 'create', of: pods(), object: pod('first') });
    await vi.waitFor(makesPods, { timeout: 20_000, interval: 200 });
  }, 60_000);
  afterAll(async () => {
    await cluster?.ask({ verb: 'delete', of: one('v1', 'Namespace', id) });
    await cluster?.dispose();
    await stop();
  }, 60_000);

  const find = (apiVersion: string, kind: string) => {
    const resource = discovery.find(apiVersion, kind);
    if (!resource) throw new Error(`no ${kind}`);
    return resource;
  };
  const collection = (apiVersion: string, kind: string) => {
    const resource = find(apiVersion, kind);
    return { resource, namespace: resource.scope === 'Namespaced' ? id : undefined };
  };
  /** Nothing is touched that has not the run's id in its name. */
  const named = (name: string) => (name === id ? id : `${id}-${name}`);
  const one = (apiVersion: string, kind: string, name: string, subresource?: string) => ({
    ...collection(apiVersion, kind),
    name: named(name),
    ...(subresource !== undefined && { subresource }),
  });
  const pods = () => collection('v1', 'Pod');
  const pod = (name: string): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: named(name), labels: { [runLabel]: id } },
    spec: {
      schedulerName: `${id}-nobody`,
      terminationGracePeriodSeconds: 0,
      containers: [
        { name: 'main', image: 'registry.k8s.io/pause:3.10', resources: { limits: { cpu: '10m' } } },
      ],
    },
  });
  const made = (name: string) => cluster.ask({ verb: 'create', of: pods(), object: pod(name) });

  test('binds a Pod', async () => {
    await made('bound');
    await cluster.ask({
      verb: 'create',
      of: one('v1', 'Pod', 'bound', 'binding'),
      object: {
        apiVersion: 'v1',
        kind: 'Binding',
        metadata: { name: named('bound') },
        target: { kind: 'Node', name: `${id}-none` },
      },
    });
    const bound = await cluster.ask({ verb: 'get', of: one('v1', 'Pod', 'bound') });
    expect(bound).toMatchObject({ spec: { nodeName: `${id}-none` } });
    await cluster.ask({ verb: 'delete', of: one('v1', 'Pod', 'bound'), gracePeriodSeconds: 0 });
  });

  test('evicts a Pod, and is told what its budget says', async () => {
    await made('guarded');
    const of = one('v1', 'Pod', 'guarded', 'eviction');
    const object = {
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: { name: named('guarded'), namespace: id },
    };
    await cluster.ask({ verb: 'create', of, object, dryRun: true });
    const other = { ...object, metadata: { ...object.metadata, name: 'other' } };
    expect(await failureOf(cluster.ask({ verb: 'create', of, object: other }))).toMatchObject({
      failure: 'status',
      message: expect.stringContaining('name in URL does not match name in Eviction object'),
    });
    await cluster.ask({ verb: 'create', of, object });
    expect(await failureOf(cluster.ask({ verb: 'get', of: one('v1', 'Pod', 'guarded') }))).toMatchObject({
      failure: 'status',
    });
  });

  test('asks for a token', async () => {
    const account = {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: named('bot'), labels: { [runLabel]: id } },
    };
    await cluster.ask({ verb: 'create', of: collection('v1', 'ServiceAccount'), object: account });
    const answer = await cluster.ask({
      verb: 'create',
      of: one('v1', 'ServiceAccount', 'bot', 'token'),
      object: {
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'TokenRequest',
        metadata: {},
        spec: { audiences: ['a'], expirationSeconds: 600 },
      },
    });
    expect(answer).toMatchObject({
      kind: 'TokenRequest',
      status: { token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) },
    });
  });

  test('resizes a Pod, and adds a container to debug it', async () => {
    await made('running');
    const resize = one('v1', 'Pod', 'running', 'resize');
    const limits = { cpu: '20m' };
    await cluster.ask({
      verb: 'patch',
      of: resize,
      type: 'strategic-merge',
      patch: { spec: { containers: [{ name: 'main', resources: { limits } }] } },
    });
    const debug = { name: 'debug', image: 'registry.k8s.io/pause:3.10' };
    await cluster.ask({
      verb: 'patch',
      of: one('v1', 'Pod', 'running', 'ephemeralcontainers'),
      type: 'strategic-merge',
      patch: { spec: { ephemeralContainers: [debug] } },
    });
    const now = await cluster.ask({ verb: 'get', of: resize });
    expect(now).toMatchObject({
      metadata: { generation: 3 },
      spec: { containers: [{ resources: { limits } }], ephemeralContainers: [debug] },
    });
    const again = { ...now, spec: { ...(now?.spec as object), ephemeralContainers: [] } } as KubeObject;
    const update = cluster.ask({
      verb: 'update',
      of: one('v1', 'Pod', 'running', 'ephemeralcontainers'),
      object: again,
    });
    expect(await failureOf(update)).toMatchObject({
      failure: 'status',
      message: expect.stringContaining('existing ephemeral containers "debug" may not be removed'),
    });
  });

  test('approves a certificate request', async () => {
    const kind = ['certificates.k8s.io/v1', 'CertificateSigningRequest'] as const;
    await cluster.ask({
      verb: 'create',
      of: collection(...kind),
      object: {
        apiVersion: kind[0],
        kind: kind[1],
        metadata: { name: named('request'), labels: { [runLabel]: id } },
        spec: { request: certificateRequests.user, signerName: `example.com/${id}`, usages: ['client auth'] },
      },
    });
    const of = one(...kind, 'request', 'approval');
    const conditions = [{ type: 'Approved', status: 'True', reason: 'Tried', message: 'by the suite' }];
    const before = await cluster.ask({ verb: 'get', of });
    const object = { ...before, status: { conditions } } as KubeObject;
    expect(await cluster.ask({ verb: 'update', of, object })).toMatchObject({ status: { conditions } });
    const denied = { status: { conditions: [{ type: 'Denied', status: 'True' }] } };
    expect(await failureOf(cluster.ask({ verb: 'patch', of, type: 'merge', patch: denied }))).toMatchObject({
      failure: 'status',
      message: expect.stringContaining('updates may not remove a condition of type "Approved"'),
    });
    await cluster.ask({ verb: 'delete', of: one(...kind, 'request') });
  });
});
