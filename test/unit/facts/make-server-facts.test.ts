import { expect, test } from 'vitest';
import type { BareServerAnswers } from '../../../scripts/facts/bare-server.ts';
import { makeServerFacts } from '../../../scripts/facts/make-server-facts.ts';

const time = '2026-01-02T03:04:05Z';
const owned = {
  manager: 'kube-apiserver',
  operation: 'Update',
  apiVersion: 'v1',
  time,
  fieldsType: 'FieldsV1',
  fieldsV1: { 'f:data': {} },
} as const;
const certificate = '-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----\n';

const answers: BareServerAnswers = {
  version: { major: '1', gitVersion: 'v1.36.3', platform: 'linux/amd64' },
  root: { paths: ['/api', '/apis/apps', '/healthz', '/livez/ping', '/metrics', '/version'] },
  checks: {
    healthz: '[+]ping ok\nhealthz check passed\n',
    livez: '[+]log ok\n[+]ping ok\nlivez check passed\n',
    readyz: '[+]ping ok\n[+]shutdown ok\nreadyz check passed\n',
  },
  lists: [
    {
      groupVersion: 'autoscaling/v1',
      resources: [
        {
          name: 'horizontalpodautoscalers',
          kind: 'HorizontalPodAutoscaler',
          storageVersionHash: 'qwQve8ut294=',
        },
        { name: 'horizontalpodautoscalers/status', kind: 'HorizontalPodAutoscaler' },
      ],
    },
    {
      groupVersion: 'events.k8s.io/v1',
      resources: [{ name: 'events', kind: 'Event', storageVersionHash: 'r2yiGXH7wu8=' }],
    },
  ],
  objects: [
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: 'b',
        resourceVersion: '9',
        uid: 'u',
        creationTimestamp: time,
        managedFields: [owned],
      },
      data: { ca: certificate, port: '6444', since: '2026-01-02' },
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'kubernetes', resourceVersion: '3', managedFields: [owned] },
      spec: { ports: [{ port: 443, targetPort: 6444 }] },
    },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kube-root-ca.crt' } },
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default' } },
    { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node' } },
    {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: {
        name: 'apiserver-abc',
        resourceVersion: '1',
        labels: { 'kubernetes.io/hostname': 'machine' },
      },
      spec: { holderIdentity: 'apiserver-abc_6ba7b810-9dad-11d1-80b4-00c04fd430c8', renewTime: time },
    },
  ],
  warnings: { 'v1 Endpoints': '299 - "v1 Endpoints is \\"old\\""' },
};

test('what only this one server has is left out or has a placeholder', () => {
  const owners = [{ manager: 'kube-apiserver', operation: 'Update', apiVersion: 'v1', fields: 0 }];
  expect(makeServerFacts(answers)).toEqual({
    version: { major: '1', gitVersion: 'v1.36.3' },
    paths: ['/metrics', '/version'],
    checks: { healthz: ['ping'], livez: ['log', 'ping'], readyz: ['ping', 'shutdown'] },
    storageVersions: {
      'autoscaling/horizontalpodautoscalers': 'autoscaling/v2',
      'events.k8s.io/events': 'v1',
    },
    warnings: { 'v1 Endpoints': 'v1 Endpoints is "old"' },
    objects: [
      {
        object: {
          apiVersion: 'coordination.k8s.io/v1',
          kind: 'Lease',
          metadata: { name: 'apiserver-{identity}', labels: { 'kubernetes.io/hostname': '{hostname}' } },
          spec: { holderIdentity: 'apiserver-{identity}_{uid}', renewTime: '{time}' },
        },
        owners: [],
      },
      {
        object: {
          apiVersion: 'v1',
          kind: 'Service',
          metadata: { name: 'kubernetes' },
          spec: { ports: [{ port: 443, targetPort: 6443 }] },
        },
        owners,
      },
      {
        object: {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: 'b' },
          data: { ca: '{authority}', port: '6444', since: '{date}' },
        },
        owners,
      },
    ],
    ownedFields: [{ 'f:data': {} }],
  });
});

test('a hash that is of no version of its group is told', () => {
  const resources = [{ name: 'things', kind: 'Thing', storageVersionHash: 'AAAAAAAAAAA=' }];
  const lists = [{ groupVersion: 'example.com/v1', resources }];
  expect(() => makeServerFacts({ ...answers, lists })).toThrow(
    'no version of example.com has the storage hash of things',
  );
});
