import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../support/processes.ts';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { ask } from '../support/sandbox-client.ts';

// The sandbox opens no outward connection: it stores webhooks and APIServices as kube-apiserver does, and says whom it does not ask.

let sandbox: Sandbox;
const configurations = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';
const configMaps = '/api/v1/namespaces/default/configmaps';

beforeAll(async () => {
  sandbox = await startSandbox({ kubernetesVersion: '1.35' });
});
afterAll(() => sandbox?.stop());

describe('a webhook that would have been asked is named', () => {
  const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['configmaps'] };
  const unasked =
    'the sandbox calls no webhooks: "w.example.com" of ValidatingWebhookConfiguration "w" would have judged this';
  const labelled = { matchLabels: { a: '1' } };

  test.each<[what: string, webhook: object, operations: Record<'create' | 'update' | 'delete', boolean>]>([
    ['for every operation', {}, { create: true, update: true, delete: true }],
    [
      'for one operation',
      { rules: [{ ...rule, operations: ['UPDATE'] }] },
      { create: false, update: true, delete: false },
    ],
    [
      'not for another resource',
      { rules: [{ ...rule, resources: ['secrets'] }] },
      { create: false, update: false, delete: false },
    ],
    [
      'not for a part',
      { rules: [{ ...rule, resources: ['configmaps/status'] }] },
      { create: false, update: false, delete: false },
    ],
    [
      'for all resources',
      { rules: [{ ...rule, resources: ['*'] }] },
      { create: true, update: true, delete: true },
    ],
    [
      'not for another scope',
      { rules: [{ ...rule, scope: 'Cluster' }] },
      { create: false, update: false, delete: false },
    ],
    [
      'for labels that come or go',
      { objectSelector: labelled },
      { create: false, update: true, delete: true },
    ],
    [
      'not for other namespaces',
      { namespaceSelector: labelled },
      { create: false, update: false, delete: false },
    ],
    [
      'for its namespace',
      { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'default' } } },
      { create: true, update: true, delete: true },
    ],
  ])('%s', async (_what, webhook, operations) => {
    const complete = {
      name: 'w.example.com',
      clientConfig: { url: 'https://127.0.0.1:1/' },
      rules: [rule],
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      ...webhook,
    };
    const stored = await ask(sandbox, 'POST', configurations, {
      metadata: { name: 'w' },
      webhooks: [complete],
    });
    expect(stored.code).toBe(201);
    const created = await ask(sandbox, 'POST', configMaps, { metadata: { name: 'judged' } });
    const merge = { 'content-type': 'application/merge-patch+json' };
    const labels = { metadata: { labels: { a: '1' } } };
    const updated = await ask(sandbox, 'PATCH', `${configMaps}/judged`, labels, merge);
    const deleted = await ask(sandbox, 'DELETE', `${configMaps}/judged`);
    const told = [created, updated, deleted].map(({ headers }) => headers.warning);
    const wanted = [operations.create, operations.update, operations.delete];
    const header = `299 - "${unasked.replace(/"/g, '\\"')}"`;
    expect(told).toEqual(wanted.map((isTold) => (isTold ? header : undefined)));
    expect([created.code, updated.code, deleted.code]).toEqual([201, 200, 200]);
    await ask(sandbox, 'DELETE', `${configurations}/w`);
  });
});

test('a group of another server is stale, and does not answer', async () => {
  const path = '/apis/apiregistration.k8s.io/v1/apiservices';
  const service = { name: 'none', namespace: 'default' };
  const version = {
    group: 'other.example.com',
    version: 'v1',
    groupPriorityMinimum: 1000,
    versionPriority: 10,
  };
  const name = 'v1.other.example.com';
  await ask(sandbox, 'POST', path, {
    metadata: { name },
    spec: { ...version, service, insecureSkipTLSVerify: true },
  });
  const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
  const { body } = await ask(sandbox, 'GET', '/apis', undefined, { accept });
  expect(body.items.at(-1)).toEqual({
    metadata: { name: 'other.example.com' },
    versions: [{ version: 'v1', freshness: 'Stale' }],
  });
  for (const below of ['', '/things', '/namespaces/default/things/one']) {
    const answer = await ask(sandbox, 'GET', `/apis/other.example.com/v1${below}`);
    expect([answer.code, answer.text]).toEqual([503, 'service unavailable\n']);
  }
  const condition = async () => (await ask(sandbox, 'GET', `${path}/${name}`)).body.status?.conditions?.[0];
  await until('its condition is told', async () => (await condition()) !== undefined);
  expect(await condition()).toMatchObject({
    type: 'Available',
    status: 'False',
    reason: 'ServiceNotFound',
    message: 'service/none in "default" is not present',
  });
  await ask(sandbox, 'DELETE', `${path}/${name}`);
  expect((await ask(sandbox, 'GET', '/apis/other.example.com')).code).toBe(404);
});
