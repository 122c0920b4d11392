import { describe, expect, test } from 'vitest';
import type { Kind } from '../../../server/src/catalog/catalog.ts';
import { makeSchema } from '../../../server/src/catalog/make-schema.ts';
import type { OpenApiSchema } from '../../../server/src/catalog/openapi.ts';
import { applyDefaults } from '../../../server/src/defaults/apply-defaults.ts';
import type { JsonObject } from '../../../server/src/defaults/draft.ts';

function kindOf(apiVersion: string, kind: string, from: 'bundled' | 'cluster' = 'bundled') {
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  const origin: Kind['origin'] = from === 'bundled' ? { from } : { from, id: 'test', name: 'test' };
  return { group, version, kind, origin };
}

function defaulted(apiVersion: string, kind: string, object: JsonObject, version = '1.35') {
  return applyDefaults(object, kindOf(apiVersion, kind), undefined, { version }).object;
}

const podSpec = {
  restartPolicy: 'Always',
  dnsPolicy: 'ClusterFirst',
  schedulerName: 'default-scheduler',
  terminationGracePeriodSeconds: 30,
  securityContext: {},
};
const container = {
  terminationMessagePath: '/dev/termination-log',
  terminationMessagePolicy: 'File',
  resources: {},
};

/** What kube-apiserver 1.35.4 answered to the same objects, without what admission and controllers add. */
const cases: [string, string, JsonObject, JsonObject][] = [
  [
    'v1',
    'Pod',
    {
      spec: {
        containers: [
          {
            name: 'a',
            image: 'nginx',
            ports: [{ containerPort: 80 }],
            livenessProbe: { httpGet: { port: 80 } },
          },
          {
            name: 'b',
            image: 'r.example:5000/x/y:1',
            resources: { limits: { cpu: '2', memory: '1Gi' }, requests: { cpu: '1' } },
          },
          {
            name: 'c',
            image: 'x@sha256:12',
            env: [{ name: 'N', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
          },
        ],
        volumes: [{ name: 's', secret: { secretName: 's' } }, { name: 'e' }],
      },
    },
    {
      spec: {
        ...podSpec,
        enableServiceLinks: true,
        containers: [
          {
            ...container,
            name: 'a',
            image: 'nginx',
            imagePullPolicy: 'Always',
            ports: [{ containerPort: 80, protocol: 'TCP' }],
            livenessProbe: {
              httpGet: { port: 80, path: '/', scheme: 'HTTP' },
              timeoutSeconds: 1,
              periodSeconds: 10,
              successThreshold: 1,
              failureThreshold: 3,
            },
          },
          {
            ...container,
            name: 'b',
            image: 'r.example:5000/x/y:1',
            imagePullPolicy: 'IfNotPresent',
            resources: { limits: { cpu: '2', memory: '1Gi' }, requests: { cpu: '1', memory: '1Gi' } },
          },
          {
            ...container,
            name: 'c',
            image: 'x@sha256:12',
            imagePullPolicy: 'IfNotPresent',
            env: [{ name: 'N', valueFrom: { fieldRef: { fieldPath: 'metadata.name', apiVersion: 'v1' } } }],
          },
        ],
        volumes: [
          { name: 's', secret: { secretName: 's', defaultMode: 420 } },
          { name: 'e', emptyDir: {} },
        ],
      },
    },
  ],
  [
    'apps/v1',
    'Deployment',
    { spec: { template: { spec: { containers: [{ name: 'a', image: 'a:latest' }] } } } },
    {
      spec: {
        replicas: 1,
        revisionHistoryLimit: 10,
        progressDeadlineSeconds: 600,
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
        template: {
          spec: {
            ...podSpec,
            containers: [{ ...container, name: 'a', image: 'a:latest', imagePullPolicy: 'Always' }],
          },
        },
      },
    },
  ],
  [
    'apps/v1',
    'Deployment',
    { spec: { strategy: { type: 'Recreate' } } },
    {
      spec: {
        replicas: 1,
        revisionHistoryLimit: 10,
        progressDeadlineSeconds: 600,
        strategy: { type: 'Recreate' },
      },
    },
  ],
  [
    'batch/v1',
    'Job',
    { metadata: { name: 'j' }, spec: { parallelism: 2, template: { metadata: { labels: { a: 'b' } } } } },
    {
      metadata: { name: 'j', labels: { a: 'b' } },
      spec: {
        parallelism: 2,
        backoffLimit: 6,
        completionMode: 'NonIndexed',
        suspend: false,
        manualSelector: false,
        podReplacementPolicy: 'TerminatingOrFailed',
        template: { metadata: { labels: { a: 'b' } } },
      },
    },
  ],
  [
    'v1',
    'Service',
    { spec: { ports: [{ port: 80 }], type: 'LoadBalancer', sessionAffinity: 'ClientIP' } },
    {
      spec: {
        type: 'LoadBalancer',
        sessionAffinity: 'ClientIP',
        sessionAffinityConfig: { clientIP: { timeoutSeconds: 10800 } },
        ports: [{ port: 80, protocol: 'TCP', targetPort: 80 }],
        externalTrafficPolicy: 'Cluster',
        internalTrafficPolicy: 'Cluster',
        allocateLoadBalancerNodePorts: true,
      },
    },
  ],
  [
    'autoscaling/v2',
    'HorizontalPodAutoscaler',
    { spec: { maxReplicas: 3, behavior: { scaleUp: { stabilizationWindowSeconds: 5 } } } },
    {
      spec: {
        maxReplicas: 3,
        minReplicas: 1,
        metrics: [
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
          },
        ],
        behavior: {
          scaleUp: {
            stabilizationWindowSeconds: 5,
            selectPolicy: 'Max',
            policies: [
              { type: 'Pods', value: 4, periodSeconds: 15 },
              { type: 'Percent', value: 100, periodSeconds: 15 },
            ],
          },
          scaleDown: { selectPolicy: 'Max', policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }] },
        },
      },
    },
  ],
  [
    'rbac.authorization.k8s.io/v1',
    'RoleBinding',
    {
      roleRef: { kind: 'Role', name: 'r' },
      subjects: [
        { kind: 'User', name: 'u' },
        { kind: 'ServiceAccount', name: 's' },
      ],
    },
    {
      roleRef: { kind: 'Role', name: 'r', apiGroup: 'rbac.authorization.k8s.io' },
      subjects: [
        { kind: 'User', name: 'u', apiGroup: 'rbac.authorization.k8s.io' },
        { kind: 'ServiceAccount', name: 's' },
      ],
    },
  ],
  [
    'networking.k8s.io/v1',
    'NetworkPolicy',
    { spec: { egress: [{ ports: [{ port: 80 }] }] } },
    { spec: { egress: [{ ports: [{ port: 80, protocol: 'TCP' }] }], policyTypes: ['Ingress', 'Egress'] } },
  ],
  ['v1', 'Secret', {}, { type: 'Opaque' }],
  [
    'v1',
    'Namespace',
    { metadata: { name: 'shop' } },
    {
      metadata: { name: 'shop', labels: { 'kubernetes.io/metadata.name': 'shop' } },
      status: { phase: 'Active' },
    },
  ],
  ['networking.k8s.io/v1', 'Ingress', { spec: { rules: [] } }, { spec: { rules: [] } }],
];

test.each(cases)('%s %s is completed as the API server does it', (apiVersion, kind, object, expected) => {
  expect(defaulted(apiVersion, kind, object)).toEqual(expected);
});

test('a StatefulSet’s partition is filled in, but not under a strategy that was given alone', () => {
  const strategyOf = (spec: JsonObject) =>
    (defaulted('apps/v1', 'StatefulSet', { spec }).spec as JsonObject).updateStrategy;
  expect(strategyOf({})).toEqual({ type: 'RollingUpdate', rollingUpdate: { partition: 0 } });
  const alone = { updateStrategy: { type: 'RollingUpdate' } };
  expect(strategyOf(alone)).toEqual(alone.updateStrategy);
});

test('the old name of the service account is answered beside the new one', () => {
  const specOf = (spec: JsonObject) => defaulted('v1', 'Pod', { spec }).spec;
  const both = { ...podSpec, enableServiceLinks: true, serviceAccount: 'a', serviceAccountName: 'a' };
  expect(specOf({ serviceAccount: 'a' })).toEqual(both);
  expect(specOf({ serviceAccountName: 'a' })).toEqual(both);
});

test('the input stays as it is, and each added place is named once, from the outside', () => {
  const service = Object.freeze({
    spec: Object.freeze({ ports: Object.freeze([Object.freeze({ port: 80 })]) }),
  });
  const { from } = applyDefaults(service, kindOf('v1', 'Service'), undefined, { version: '1.36' });
  expect(from).toEqual([
    ['spec', 'sessionAffinity'],
    ['spec', 'type'],
    ['spec', 'ports', 0, 'protocol'],
    ['spec', 'ports', 0, 'targetPort'],
    ['spec', 'internalTrafficPolicy'],
  ]);
});

test('a very deep object is no trouble', () => {
  let deep: JsonObject = {};
  for (let depth = 0; depth < 50_000; depth++) deep = { a: [deep] };
  expect(defaulted('v1', 'Secret', { data: deep }).type).toBe('Opaque');
});

test('half-typed and opaque values stay as they are', () => {
  class Opaque {}
  const unknown = new Opaque();
  const spec = { containers: 'soon', volumes: [null, 7], restartPolicy: unknown, securityContext: unknown };
  expect(defaulted('v1', 'Pod', { spec })).toEqual({
    spec: { ...podSpec, ...spec, enableServiceLinks: true },
  });
  for (const kind of ['Pod', 'Service', 'Namespace', 'LimitRange']) {
    for (const broken of [null, 'x', 3, [], [[]]]) {
      expect(() => defaulted('v1', kind, { spec: broken, metadata: broken, status: broken })).not.toThrow();
    }
  }
});

describe('custom resources', () => {
  const raw: OpenApiSchema = {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        default: {},
        properties: {
          size: { type: 'integer', default: 0 },
          mode: { type: 'string', default: 'auto', nullable: true },
          tier: { type: 'string', default: 'low' },
          parts: {
            type: 'array',
            items: { type: 'object', properties: { weight: { type: 'integer', default: 1 } } },
          },
          zones: {
            type: 'object',
            additionalProperties: { type: 'object', properties: { on: { type: 'boolean', default: true } } },
          },
        },
      },
    },
  };
  const complete = (object: JsonObject) => {
    const schema = makeSchema(raw, () => undefined);
    return applyDefaults(object, kindOf('example.com/v1', 'Widget', 'cluster'), schema, { version: '1.36' });
  };

  test('defaults are filled in, also inside a filled-in object', () => {
    expect(complete({})).toEqual({
      object: { spec: { size: 0, mode: 'auto', tier: 'low' } },
      from: [['spec']],
    });
  });

  test('a null that is not allowed and has no default is dropped', () => {
    expect(complete({ spec: { parts: null, zones: { a: null } } }).object).toEqual({
      spec: { size: 0, mode: 'auto', tier: 'low', zones: {} },
    });
  });

  test('in lists and maps too; a null stays where it is allowed', () => {
    expect(
      complete({ spec: { mode: null, tier: null, parts: [{}, { weight: 2 }], zones: { a: {} } } }).object,
    ).toEqual({
      spec: {
        size: 0,
        mode: null,
        tier: 'low',
        parts: [{ weight: 1 }, { weight: 2 }],
        zones: { a: { on: true } },
      },
    });
  });
});
