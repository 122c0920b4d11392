import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { ask } from '../support/sandbox-client.ts';

// The answers are those of kube-apiserver 1.35.4 to the same requests.

const json = 'application/json';
const merge = 'application/merge-patch+json';
const strategic = 'application/strategic-merge-patch+json';
const jsonPatch = 'application/json-patch+json';
const apply = 'application/apply-patch+yaml';

/** What is there before. */
const stored: [path: string, object: object][] = [
  [
    '/apis/apps/v1/namespaces/default/deployments',
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web' },
      spec: {
        selector: { matchLabels: { app: 'a' } },
        template: {
          metadata: { labels: { app: 'a', tier: 'x' } },
          spec: { containers: [{ name: 'c', image: 'i' }] },
        },
      },
    },
  ],
  [
    '/apis/apps/v1/namespaces/default/statefulsets',
    {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'db' },
      spec: {
        serviceName: 'x',
        selector: { matchLabels: { app: 'a' } },
        template: { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      },
    },
  ],
];

type Cause = [reason: string, field: string, message: string];

const refused: [
  what: string,
  type: string,
  method: string,
  path: string,
  body: unknown,
  message: string,
  causes: Cause[],
][] = [
  [
    'a selector that its template does not meet',
    json,
    'POST',
    '/apis/apps/v1/namespaces/default/deployments',
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'other' },
      spec: {
        selector: { matchLabels: { app: 'a' } },
        template: { metadata: { labels: { app: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      },
    },
    'Deployment.apps "other" is invalid: spec.template.metadata.labels: Invalid value: {"app":"b"}: `selector` does not match template `labels`',
    [
      [
        'FieldValueInvalid',
        'spec.template.metadata.labels',
        'Invalid value: {"app":"b"}: `selector` does not match template `labels`',
      ],
    ],
  ],
  [
    '... in a dry run',
    json,
    'POST',
    '/apis/apps/v1/namespaces/default/deployments?dryRun=All',
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'other' },
      spec: {
        selector: { matchLabels: { app: 'a' } },
        template: { metadata: { labels: { app: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      },
    },
    'Deployment.apps "other" is invalid: spec.template.metadata.labels: Invalid value: {"app":"b"}: `selector` does not match template `labels`',
    [
      [
        'FieldValueInvalid',
        'spec.template.metadata.labels',
        'Invalid value: {"app":"b"}: `selector` does not match template `labels`',
      ],
    ],
  ],
  [
    '... applied',
    apply,
    'PATCH',
    '/apis/apps/v1/namespaces/default/deployments/other?fieldManager=me',
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'other' },
      spec: {
        selector: { matchLabels: { app: 'a' } },
        template: { metadata: { labels: { app: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      },
    },
    'Deployment.apps "other" is invalid: spec.template.metadata.labels: Invalid value: {"app":"b"}: `selector` does not match template `labels`',
    [
      [
        'FieldValueInvalid',
        'spec.template.metadata.labels',
        'Invalid value: {"app":"b"}: `selector` does not match template `labels`',
      ],
    ],
  ],
  [
    'another selector',
    json,
    'PUT',
    '/apis/apps/v1/namespaces/default/deployments/web',
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web' },
      spec: {
        selector: { matchLabels: { tier: 'x' } },
        template: {
          metadata: { labels: { app: 'a', tier: 'x' } },
          spec: { containers: [{ name: 'c', image: 'i' }] },
        },
      },
    },
    'Deployment.apps "web" is invalid: spec.selector: Invalid value: {"matchLabels":{"tier":"x"}}: field is immutable',
    [
      [
        'FieldValueInvalid',
        'spec.selector',
        'Invalid value: {"matchLabels":{"tier":"x"}}: field is immutable',
      ],
    ],
  ],
  [
    '... merged, in a dry run',
    merge,
    'PATCH',
    '/apis/apps/v1/namespaces/default/deployments/web?dryRun=All',
    { spec: { selector: { matchLabels: { app: null, tier: 'x' } } } },
    'Deployment.apps "web" is invalid: spec.selector: Invalid value: {"matchLabels":{"tier":"x"}}: field is immutable',
    [
      [
        'FieldValueInvalid',
        'spec.selector',
        'Invalid value: {"matchLabels":{"tier":"x"}}: field is immutable',
      ],
    ],
  ],
  [
    '... applied by force',
    apply,
    'PATCH',
    '/apis/apps/v1/namespaces/default/deployments/web?fieldManager=me&force=true',
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web' },
      spec: {
        selector: { matchLabels: { tier: 'x' } },
        template: {
          metadata: { labels: { app: 'a', tier: 'x' } },
          spec: { containers: [{ name: 'c', image: 'i' }] },
        },
      },
    },
    'Deployment.apps "web" is invalid: spec.selector: Invalid value: {"matchLabels":{"tier":"x"}}: field is immutable',
    [
      [
        'FieldValueInvalid',
        'spec.selector',
        'Invalid value: {"matchLabels":{"tier":"x"}}: field is immutable',
      ],
    ],
  ],
  [
    'a port out of range, merged by name',
    strategic,
    'PATCH',
    '/apis/apps/v1/namespaces/default/deployments/web',
    { spec: { template: { spec: { containers: [{ name: 'c', ports: [{ containerPort: 70000 }] }] } } } },
    'Deployment.apps "web" is invalid: spec.template.spec.containers[0].ports[0].containerPort: Invalid value: 70000: must be between 1 and 65535, inclusive',
    [
      [
        'FieldValueInvalid',
        'spec.template.spec.containers[0].ports[0].containerPort',
        'Invalid value: 70000: must be between 1 and 65535, inclusive',
      ],
    ],
  ],
  [
    'a negative number of replicas',
    jsonPatch,
    'PATCH',
    '/apis/apps/v1/namespaces/default/deployments/web',
    [{ op: 'replace', path: '/spec/replicas', value: -1 }],
    'Deployment.apps "web" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
    [['FieldValueInvalid', 'spec.replicas', 'Invalid value: -1: must be greater than or equal to 0']],
  ],
  [
    '... of a scale',
    json,
    'PUT',
    '/apis/apps/v1/namespaces/default/deployments/web/scale',
    { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'web' }, spec: { replicas: -1 } },
    'Scale.autoscaling "web" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
    [['FieldValueInvalid', 'spec.replicas', 'Invalid value: -1: must be greater than or equal to 0']],
  ],
  [
    'two ports of one name',
    json,
    'POST',
    '/api/v1/namespaces/default/pods',
    {
      metadata: { name: 'p' },
      spec: {
        containers: [
          {
            name: 'c',
            image: 'i',
            ports: [
              { name: 'http', containerPort: 80 },
              { name: 'http', containerPort: 81 },
            ],
          },
        ],
      },
    },
    'Pod "p" is invalid: spec.containers[0].ports[1].name: Duplicate value: "http"',
    [['FieldValueDuplicate', 'spec.containers[0].ports[1].name', 'Duplicate value: "http"']],
  ],
  [
    'two containers of one name, one without an image',
    json,
    'POST',
    '/api/v1/namespaces/default/pods',
    { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }, { name: 'c' }] } },
    'Pod "p" is invalid: [spec.containers[1].image: Required value, spec.containers[1].name: Duplicate value: "c"]',
    [
      ['FieldValueRequired', 'spec.containers[1].image', 'Required value'],
      ['FieldValueDuplicate', 'spec.containers[1].name', 'Duplicate value: "c"'],
    ],
  ],
  [
    'a Job whose Pods never end',
    json,
    'POST',
    '/apis/batch/v1/namespaces/default/jobs',
    { metadata: { name: 'j' }, spec: { template: { spec: { containers: [{ name: 'c', image: 'i' }] } } } },
    'Job.batch "j" is invalid: spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"',
    [
      [
        'FieldValueRequired',
        'spec.template.spec.restartPolicy',
        'Required value: valid values: "OnFailure", "Never"',
      ],
    ],
  ],
  [
    '... said so',
    json,
    'POST',
    '/apis/batch/v1/namespaces/default/jobs',
    {
      metadata: { name: 'j' },
      spec: { template: { spec: { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Always' } } },
    },
    'Job.batch "j" is invalid: spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"',
    [
      [
        'FieldValueRequired',
        'spec.template.spec.restartPolicy',
        'Required value: valid values: "OnFailure", "Never"',
      ],
    ],
  ],
  [
    'a Service without ports',
    json,
    'POST',
    '/api/v1/namespaces/default/services',
    { metadata: { name: 's' } },
    'Service "s" is invalid: spec.ports: Required value',
    [['FieldValueRequired', 'spec.ports', 'Required value']],
  ],
  [
    'ports without names',
    json,
    'POST',
    '/api/v1/namespaces/default/services',
    { metadata: { name: 's' }, spec: { ports: [{ port: 80 }, { port: 81 }] } },
    'Service "s" is invalid: [spec.ports[0].name: Required value, spec.ports[1].name: Required value]',
    [
      ['FieldValueRequired', 'spec.ports[0].name', 'Required value'],
      ['FieldValueRequired', 'spec.ports[1].name', 'Required value'],
    ],
  ],
  [
    'one port under two names',
    json,
    'POST',
    '/api/v1/namespaces/default/services',
    {
      metadata: { name: 's' },
      spec: {
        ports: [
          { name: 'a', port: 80 },
          { name: 'b', port: 80 },
        ],
      },
    },
    'Service "s" is invalid: spec.ports[1]: Duplicate value: {"Name":"","Protocol":"TCP","AppProtocol":null,"Port":80,"TargetPort":0,"NodePort":0}',
    [
      [
        'FieldValueDuplicate',
        'spec.ports[1]',
        'Duplicate value: {"Name":"","Protocol":"TCP","AppProtocol":null,"Port":80,"TargetPort":0,"NodePort":0}',
      ],
    ],
  ],
  [
    'fewer Pods at most than at least',
    json,
    'POST',
    '/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers',
    {
      metadata: { name: 'h' },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        minReplicas: 5,
        maxReplicas: 2,
      },
    },
    'HorizontalPodAutoscaler.autoscaling "h" is invalid: spec.maxReplicas: Invalid value: 2: must be greater than or equal to `minReplicas`',
    [
      [
        'FieldValueInvalid',
        'spec.maxReplicas',
        'Invalid value: 2: must be greater than or equal to `minReplicas`',
      ],
    ],
  ],
  [
    '... in the newer version',
    json,
    'POST',
    '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers',
    {
      metadata: { name: 'h' },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        minReplicas: 5,
        maxReplicas: 2,
      },
    },
    'HorizontalPodAutoscaler.autoscaling "h" is invalid: spec.maxReplicas: Invalid value: 2: must be greater than or equal to `minReplicas`',
    [
      [
        'FieldValueInvalid',
        'spec.maxReplicas',
        'Invalid value: 2: must be greater than or equal to `minReplicas`',
      ],
    ],
  ],
  [
    'another service of a StatefulSet',
    merge,
    'PATCH',
    '/apis/apps/v1/namespaces/default/statefulsets/db',
    { spec: { serviceName: 'other' } },
    "StatefulSet.apps \"db\" is invalid: spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
    [
      [
        'FieldValueForbidden',
        'spec',
        "Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
      ],
    ],
  ],
];

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ kubernetesVersion: '1.35' });
  for (const [path, object] of stored) expect((await ask(sandbox, 'POST', path, object)).code).toBe(201);
});
afterAll(() => sandbox?.stop());

test.each(refused)('%s is refused (%s)', async (_what, type, method, path, body, message, causes) => {
  const answer = await ask(sandbox, method, path, body, { 'content-type': type });
  expect(answer.body).toMatchObject({ code: 422, reason: 'Invalid', message });
  expect(answer.body.details.causes).toEqual(
    causes.map(([reason, field, text]) => ({ reason, field, message: text })),
  );
});

test('what is found twice is said once, and both are causes', async () => {
  const { body } = await ask(
    sandbox,
    'POST',
    '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers',
    {
      metadata: { name: 'h' },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        maxReplicas: 2,
        metrics: [{ type: 'Foo' }],
      },
    },
  );
  const message =
    'Unsupported value: "Foo": supported values: "ContainerResource", "External", "Object", "Pods", "Resource"';
  const cause = { reason: 'FieldValueNotSupported', message, field: 'spec.metrics[0].type' };
  expect(body.message).toBe(
    `HorizontalPodAutoscaler.autoscaling "h" is invalid: spec.metrics[0].type: ${message}`,
  );
  expect(body.details.causes).toEqual([cause, cause]);
});

// The one difference: kube-apiserver compares the counts in a status with each other.
test('what a status says is not judged', async () => {
  const path = '/apis/apps/v1/namespaces/default/deployments/web/status';
  const { code, body } = await ask(
    sandbox,
    'PATCH',
    path,
    { status: { replicas: -1 } },
    { 'content-type': merge },
  );
  expect([code, body.status.replicas]).toEqual([200, -1]);
});

test('what is taken with a warning comes with Warning headers', async () => {
  const service = {
    metadata: { name: 'warned' },
    spec: {
      clusterIP: 'None',
      ports: [{ port: 80 }],
      externalName: 'example.com',
      externalIPs: ['2001:DB8::1'],
    },
  };
  const path = '/api/v1/namespaces/default/services';
  const answer = await ask(sandbox, 'POST', `${path}?dryRun=All`, service);
  expect([answer.code, answer.headers.warning]).toEqual([
    201,
    [
      '299 - "spec.externalIPs is ignored for headless services"',
      '299 - "spec.externalIPs[0]: IPv6 address \\"2001:DB8::1\\" should be in RFC 5952 canonical format (\\"2001:db8::1\\")"',
      '299 - "spec.externalName is ignored when spec.type is not \\"ExternalName\\""',
    ].join(', '),
  ]);
  const refusal = await ask(sandbox, 'POST', path, { ...service, metadata: { name: 'A' } });
  expect([refusal.code, refusal.headers.warning]).toEqual([422, undefined]);
});

test('a kind that is to go away says so with every answer', async () => {
  const { headers } = await ask(sandbox, 'GET', '/api/v1/namespaces/default/endpoints');
  expect(headers.warning).toBe(
    '299 - "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice"',
  );
});
