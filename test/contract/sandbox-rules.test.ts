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

interface Refusal {
  what: string;
  /** The content type of the body. */
  type: string;
  method: string;
  path: string;
  body: unknown;
  message: string;
  causes: { reason: string; field: string; message: string }[];
}

/** A Deployment whose selector its template does not meet, and what is said to it. */
const unmetSelector = {
  body: {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'other' },
    spec: {
      selector: { matchLabels: { app: 'a' } },
      template: { metadata: { labels: { app: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    },
  },
  message:
    'Deployment.apps "other" is invalid: spec.template.metadata.labels: Invalid value: {"app":"b"}: `selector` does not match template `labels`',
  causes: [
    {
      reason: 'FieldValueInvalid',
      field: 'spec.template.metadata.labels',
      message: 'Invalid value: {"app":"b"}: `selector` does not match template `labels`',
    },
  ],
};

/** What is said to another selector of a Deployment. */
const selectorIsImmutable = {
  message:
    'Deployment.apps "web" is invalid: spec.selector: Invalid value: {"matchLabels":{"tier":"x"}}: field is immutable',
  causes: [
    {
      reason: 'FieldValueInvalid',
      field: 'spec.selector',
      message: 'Invalid value: {"matchLabels":{"tier":"x"}}: field is immutable',
    },
  ],
};

/** What is said to a Job whose Pods never end. */
const restartPolicyIsRequired = {
  message:
    'Job.batch "j" is invalid: spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"',
  causes: [
    {
      reason: 'FieldValueRequired',
      field: 'spec.template.spec.restartPolicy',
      message: 'Required value: valid values: "OnFailure", "Never"',
    },
  ],
};

/** An autoscaler with fewer Pods at most than at least, and what is said to it. */
const fewerAtMost = {
  body: {
    metadata: { name: 'h' },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      minReplicas: 5,
      maxReplicas: 2,
    },
  },
  message:
    'HorizontalPodAutoscaler.autoscaling "h" is invalid: spec.maxReplicas: Invalid value: 2: must be greater than or equal to `minReplicas`',
  causes: [
    {
      reason: 'FieldValueInvalid',
      field: 'spec.maxReplicas',
      message: 'Invalid value: 2: must be greater than or equal to `minReplicas`',
    },
  ],
};

/** The Deployment that is there, with another selector. */
const otherSelector = {
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
};

const refused: Refusal[] = [
  {
    what: 'a selector that its template does not meet',
    type: json,
    method: 'POST',
    path: '/apis/apps/v1/namespaces/default/deployments',
    ...unmetSelector,
  },
  {
    what: '... in a dry run',
    type: json,
    method: 'POST',
    path: '/apis/apps/v1/namespaces/default/deployments?dryRun=All',
    ...unmetSelector,
  },
  {
    what: '... applied',
    type: apply,
    method: 'PATCH',
    path: '/apis/apps/v1/namespaces/default/deployments/other?fieldManager=me',
    ...unmetSelector,
  },
  {
    what: 'another selector',
    type: json,
    method: 'PUT',
    path: '/apis/apps/v1/namespaces/default/deployments/web',
    body: otherSelector,
    ...selectorIsImmutable,
  },
  {
    what: '... merged, in a dry run',
    type: merge,
    method: 'PATCH',
    path: '/apis/apps/v1/namespaces/default/deployments/web?dryRun=All',
    body: { spec: { selector: { matchLabels: { app: null, tier: 'x' } } } },
    ...selectorIsImmutable,
  },
  {
    what: '... applied by force',
    type: apply,
    method: 'PATCH',
    path: '/apis/apps/v1/namespaces/default/deployments/web?fieldManager=me&force=true',
    body: otherSelector,
    ...selectorIsImmutable,
  },
  {
    what: 'a port out of range, merged by name',
    type: strategic,
    method: 'PATCH',
    path: '/apis/apps/v1/namespaces/default/deployments/web',
    body: {
      spec: { template: { spec: { containers: [{ name: 'c', ports: [{ containerPort: 70000 }] }] } } },
    },
    message:
      'Deployment.apps "web" is invalid: spec.template.spec.containers[0].ports[0].containerPort: Invalid value: 70000: must be between 1 and 65535, inclusive',
    causes: [
      {
        reason: 'FieldValueInvalid',
        field: 'spec.template.spec.containers[0].ports[0].containerPort',
        message: 'Invalid value: 70000: must be between 1 and 65535, inclusive',
      },
    ],
  },
  {
    what: 'a negative number of replicas',
    type: jsonPatch,
    method: 'PATCH',
    path: '/apis/apps/v1/namespaces/default/deployments/web',
    body: [{ op: 'replace', path: '/spec/replicas', value: -1 }],
    message:
      'Deployment.apps "web" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
    causes: [
      {
        reason: 'FieldValueInvalid',
        field: 'spec.replicas',
        message: 'Invalid value: -1: must be greater than or equal to 0',
      },
    ],
  },
  {
    what: '... of a scale',
    type: json,
    method: 'PUT',
    path: '/apis/apps/v1/namespaces/default/deployments/web/scale',
    body: { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'web' }, spec: { replicas: -1 } },
    message:
      'Scale.autoscaling "web" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
    causes: [
      {
        reason: 'FieldValueInvalid',
        field: 'spec.replicas',
        message: 'Invalid value: -1: must be greater than or equal to 0',
      },
    ],
  },
  {
    what: 'two ports of one name',
    type: json,
    method: 'POST',
    path: '/api/v1/namespaces/default/pods',
    body: {
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
    message: 'Pod "p" is invalid: spec.containers[0].ports[1].name: Duplicate value: "http"',
    causes: [
      {
        reason: 'FieldValueDuplicate',
        field: 'spec.containers[0].ports[1].name',
        message: 'Duplicate value: "http"',
      },
    ],
  },
  {
    what: 'two containers of one name, one without an image',
    type: json,
    method: 'POST',
    path: '/api/v1/namespaces/default/pods',
    body: { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }, { name: 'c' }] } },
    message:
      'Pod "p" is invalid: [spec.containers[1].image: Required value, spec.containers[1].name: Duplicate value: "c"]',
    causes: [
      { reason: 'FieldValueRequired', field: 'spec.containers[1].image', message: 'Required value' },
      { reason: 'FieldValueDuplicate', field: 'spec.containers[1].name', message: 'Duplicate value: "c"' },
    ],
  },
  {
    what: 'a Job whose Pods never end',
    type: json,
    method: 'POST',
    path: '/apis/batch/v1/namespaces/default/jobs',
    body: {
      metadata: { name: 'j' },
      spec: { template: { spec: { containers: [{ name: 'c', image: 'i' }] } } },
    },
    ...restartPolicyIsRequired,
  },
  {
    what: '... said so',
    type: json,
    method: 'POST',
    path: '/apis/batch/v1/namespaces/default/jobs',
    body: {
      metadata: { name: 'j' },
      spec: { template: { spec: { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Always' } } },
    },
    ...restartPolicyIsRequired,
  },
  {
    what: 'a Service without ports',
    type: json,
    method: 'POST',
    path: '/api/v1/namespaces/default/services',
    body: { metadata: { name: 's' } },
    message: 'Service "s" is invalid: spec.ports: Required value',
    causes: [{ reason: 'FieldValueRequired', field: 'spec.ports', message: 'Required value' }],
  },
  {
    what: 'ports without names',
    type: json,
    method: 'POST',
    path: '/api/v1/namespaces/default/services',
    body: { metadata: { name: 's' }, spec: { ports: [{ port: 80 }, { port: 81 }] } },
    message:
      'Service "s" is invalid: [spec.ports[0].name: Required value, spec.ports[1].name: Required value]',
    causes: [
      { reason: 'FieldValueRequired', field: 'spec.ports[0].name', message: 'Required value' },
      { reason: 'FieldValueRequired', field: 'spec.ports[1].name', message: 'Required value' },
    ],
  },
  {
    what: 'one port under two names',
    type: json,
    method: 'POST',
    path: '/api/v1/namespaces/default/services',
    body: {
      metadata: { name: 's' },
      spec: {
        ports: [
          { name: 'a', port: 80 },
          { name: 'b', port: 80 },
        ],
      },
    },
    message:
      'Service "s" is invalid: spec.ports[1]: Duplicate value: {"Name":"","Protocol":"TCP","AppProtocol":null,"Port":80,"TargetPort":0,"NodePort":0}',
    causes: [
      {
        reason: 'FieldValueDuplicate',
        field: 'spec.ports[1]',
        message:
          'Duplicate value: {"Name":"","Protocol":"TCP","AppProtocol":null,"Port":80,"TargetPort":0,"NodePort":0}',
      },
    ],
  },
  {
    what: 'fewer Pods at most than at least',
    type: json,
    method: 'POST',
    path: '/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers',
    ...fewerAtMost,
  },
  {
    what: '... in the newer version',
    type: json,
    method: 'POST',
    path: '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers',
    ...fewerAtMost,
  },
  {
    what: 'another service of a StatefulSet',
    type: merge,
    method: 'PATCH',
    path: '/apis/apps/v1/namespaces/default/statefulsets/db',
    body: { spec: { serviceName: 'other' } },
    message:
      "StatefulSet.apps \"db\" is invalid: spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
    causes: [
      {
        reason: 'FieldValueForbidden',
        field: 'spec',
        message:
          "Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
      },
    ],
  },
];

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ kubernetesVersion: '1.35' });
  for (const [path, object] of stored) expect((await ask(sandbox, 'POST', path, object)).code).toBe(201);
});
afterAll(() => sandbox?.stop());

test.each(refused)('$what is refused ($type)', async ({ type, method, path, body, message, causes }) => {
  const answer = await ask(sandbox, method, path, body, { 'content-type': type });
  expect(answer.body).toMatchObject({ code: 422, reason: 'Invalid', message });
  expect(answer.body.details.causes).toEqual(causes);
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

test('what a status says is judged, and stays as it was', async () => {
  const path = '/apis/apps/v1/namespaces/default/deployments/web/status';
  const { code, body } = await ask(
    sandbox,
    'PATCH',
    path,
    { status: { replicas: -1 } },
    { 'content-type': merge },
  );
  expect([code, body.details.causes.map(({ field }: { field: string }) => field)]).toEqual([
    422,
    expect.arrayContaining(['status.replicas']),
  ]);
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
