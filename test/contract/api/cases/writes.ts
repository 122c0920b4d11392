import { invalidOptions, refusal } from '../answers.ts';
import type { Case, RawRequest } from '../case.ts';
import { absent, containing, some } from '../patterns.ts';
import { runLabel } from '../run-case.ts';

/** What the server makes of what is written, and refuses of it, beyond what all kinds have in common. */
export function writeCases(): Case[] {
  return [...readerCases, ...ownershipCases, ...serviceCases, ...admissionCases, ...updateCases];
}

const inNamespace = '/api/v1/namespaces/{ns}';

function post(plural: string, body: unknown, query: Record<string, string> = {}): RawRequest {
  return { method: 'POST', path: `${inNamespace}/${plural}`, body, query };
}

function merge(path: string, body: unknown): RawRequest {
  return { method: 'PATCH', path, body, headers: { 'content-type': 'application/merge-patch+json' } };
}

const dry = { dryRun: 'All' };
const labels = { [runLabel]: '{run}' };
const metadata = { name: '{name}', labels };
const configMap = { metadata };
const other = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';

const readerCases: readonly Case[] = [
  ...['1.0', '1e3'].map(
    (literal): Case => ({
      operation: '/api/v1 createNamespacedConfigMap',
      situation: 'bad body',
      title: `${literal} is no integer`,
      request: post('configmaps', `{"metadata":{"name":"{name}","generation":${literal}}}`),
      expect: refusal(
        400,
        'BadRequest',
        `ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number ${literal} into Go struct field ObjectMeta.metadata.generation of type int64`,
      ),
    }),
  ),
  {
    operation: '/api/v1 createNamespacedConfigMap',
    situation: 'bad body',
    title: 'text that is no JSON',
    request: post('configmaps', '{"a" 1}'),
    expect: refusal(400, 'BadRequest', containing("invalid character '1' after object key")),
  },
  {
    operation: '/api/v1 listNamespacedConfigMap',
    situation: 'bad parameter',
    title: 'a version beside a token',
    request: {
      method: 'GET',
      path: `${inNamespace}/configmaps`,
      query: {
        continue: Buffer.from('{"v":"meta.k8s.io/v1","rv":-1,"start":"a"}').toString('base64url'),
        resourceVersion: '5',
      },
    },
    expect: refusal(400, 'BadRequest', 'specifying resource version is not allowed when using continue'),
  },
  {
    operation: '/api/v1 listNamespacedConfigMap',
    situation: 'bad parameter',
    title: 'an exact version of the future',
    request: {
      method: 'GET',
      path: `${inNamespace}/configmaps`,
      query: { resourceVersion: '900000000000', resourceVersionMatch: 'Exact' },
    },
    expect: {
      code: 504,
      body: {
        reason: 'Timeout',
        details: { causes: some({ reason: 'ResourceVersionTooLarge' }), retryAfterSeconds: 1 },
      },
    },
  },
  {
    operation: '/api/v1 listNamespacedConfigMap',
    situation: 'bad parameter',
    title: 'a watch that continues a list',
    request: { method: 'GET', path: `${inNamespace}/configmaps`, query: { watch: 'true', continue: 'x' } },
    expect: invalidOptions('resourceVersionMatch', 'FieldValueForbidden'),
  },
  {
    operation: '/api/v1 readNamespacedConfigMap',
    situation: 'bad parameter',
    title: 'export',
    given: [post('configmaps', configMap)],
    request: { method: 'GET', path: `${inNamespace}/configmaps/{name}`, query: { export: 'true' } },
    expect: refusal(
      400,
      'BadRequest',
      'the export parameter, deprecated since v1.14, is no longer supported',
    ),
  },
  {
    operation: '/api/v1 createNamespacedSecret',
    situation: 'bad body',
    title: 'a key that is missing',
    request: post('secrets', { metadata, type: 'kubernetes.io/tls', stringData: { 'tls.crt': 'x' } }),
    expect: refusal(422, 'Invalid', 'Secret "{name}" is invalid: data[tls.key]: Required value', {
      details: {
        causes: [{ reason: 'FieldValueRequired', message: 'Required value', field: 'data[tls.key]' }],
      },
    }),
  },
];

const ownershipCases: readonly Case[] = [
  {
    operation: '/apis/rbac.authorization.k8s.io/v1 createNamespacedRole',
    situation: 'success',
    title: 'no rules are null',
    request: {
      method: 'POST',
      path: '/apis/rbac.authorization.k8s.io/v1/namespaces/{ns}/roles',
      body: { metadata, rules: [] },
    },
    expect: { code: 201, body: { kind: 'Role', rules: null } },
  },
  {
    operation: '/api/v1 createNamespacedService',
    situation: 'success',
    title: 'nobody owns the address that it is given',
    request: post('services', { metadata, spec: { ports: [{ port: 80 }] } }),
    expect: {
      code: 201,
      body: {
        spec: { ipFamilyPolicy: 'SingleStack' },
        metadata: {
          managedFields: [
            { fieldsV1: { 'f:spec': { 'f:type': {}, 'f:clusterIP': absent, 'f:ipFamilies': absent } } },
          ],
        },
      },
    },
  },
  {
    operation: '/api/v1 patchNamespacedConfigMap',
    situation: 'success',
    title: 'a label that is applied as null is empty',
    request: {
      method: 'PATCH',
      path: `${inNamespace}/configmaps/{name}`,
      query: { fieldManager: 'contract' },
      headers: { 'content-type': 'application/apply-patch+yaml' },
      body: {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { ...metadata, labels: { ...labels, a: null } },
      },
    },
    expect: { code: 201, body: { metadata: { labels: { a: '' } } } },
    leaves: [`${inNamespace}/configmaps/{name}`],
  },
  {
    operation: '/apis/apps/v1 replaceNamespacedDeploymentStatus',
    situation: 'success',
    title: 'its labels stay',
    given: [
      {
        method: 'POST',
        path: '/apis/apps/v1/namespaces/{ns}/deployments',
        body: {
          metadata,
          spec: {
            replicas: 0,
            selector: { matchLabels: { app: '{name}' } },
            template: {
              metadata: { labels: { app: '{name}' } },
              spec: { containers: [{ name: 'main', image: 'registry.k8s.io/pause:3.10' }] },
            },
          },
        },
      },
    ],
    request: {
      method: 'PUT',
      path: '/apis/apps/v1/namespaces/{ns}/deployments/{name}/status',
      givenWith: {
        metadata: { labels: { by: 'status' }, annotations: { by: 'status' }, resourceVersion: null },
      },
    },
    expect: {
      code: 200,
      body: { metadata: { labels: { ...labels, by: absent }, annotations: { by: 'status' } } },
    },
  },
];

const serviceCases: readonly Case[] = [
  {
    operation: '/api/v1 createNamespacedService',
    situation: 'bad body',
    title: 'an address of another network',
    request: post('services', { metadata, spec: { ports: [{ port: 80 }], clusterIP: '192.0.2.7' } }),
    expect: refusal(
      422,
      'Invalid',
      'Service "{name}" is invalid: spec.clusterIPs: Invalid value: ["192.0.2.7"]: failed to allocate IP 192.0.2.7: the provided network does not match the current range',
    ),
  },
  {
    operation: '/api/v1 createNamespacedService',
    situation: 'bad body',
    title: 'a node port out of range',
    request: post('services', { metadata, spec: { type: 'NodePort', ports: [{ port: 80, nodePort: 80 }] } }),
    expect: refusal(
      422,
      'Invalid',
      containing('spec.ports[0].nodePort: Invalid value: 80: provided port is not in the valid range'),
    ),
  },
  {
    operation: '/api/v1 patchNamespacedService',
    situation: 'success',
    title: 'what the new type has not goes',
    given: [
      post('services', {
        metadata,
        spec: { type: 'LoadBalancer', externalTrafficPolicy: 'Local', ports: [{ port: 80 }] },
      }),
    ],
    request: merge(`${inNamespace}/services/{name}`, { spec: { type: 'ClusterIP' } }),
    expect: {
      code: 200,
      body: {
        spec: {
          type: 'ClusterIP',
          externalTrafficPolicy: absent,
          healthCheckNodePort: absent,
          allocateLoadBalancerNodePorts: absent,
          ports: [{ port: 80, nodePort: absent }],
        },
      },
    },
  },
];

const pod = {
  schedulerName: '{run}-nobody',
  terminationGracePeriodSeconds: 0,
  containers: [{ name: 'main', image: 'registry.k8s.io/pause:3.10' }],
};

const admissionCases: readonly Case[] = [
  {
    operation: '/api/v1 createNamespacedPod',
    situation: 'forbidden',
    title: 'a priority class that there is not',
    request: post('pods', { metadata, spec: { ...pod, priorityClassName: '{name}' } }, dry),
    expect: refusal(
      403,
      'Forbidden',
      'pods "{name}" is forbidden: no PriorityClass with name {name} was found',
    ),
  },
  {
    operation: '/api/v1 createNamespacedPod',
    situation: 'forbidden',
    title: 'a runtime class that there is not',
    request: post('pods', { metadata, spec: { ...pod, runtimeClassName: '{name}' } }, dry),
    expect: refusal(
      403,
      'Forbidden',
      'pods "{name}" is forbidden: pod rejected: RuntimeClass "{name}" not found',
    ),
  },
  {
    operation: '/api/v1 createNamespacedPod',
    situation: 'success',
    title: 'it has a priority, and stays five minutes on a node that is lost',
    request: post('pods', { metadata, spec: pod }, dry),
    expect: {
      code: 201,
      body: {
        spec: {
          priority: 0,
          preemptionPolicy: 'PreemptLowerPriority',
          tolerations: [
            { key: 'node.kubernetes.io/not-ready', effect: 'NoExecute', tolerationSeconds: 300 },
            { key: 'node.kubernetes.io/unreachable', effect: 'NoExecute', tolerationSeconds: 300 },
          ],
        },
      },
    },
  },
  {
    operation: '/api/v1 createNamespacedPersistentVolumeClaim',
    situation: 'success',
    title: 'it is protected, and nobody owns that',
    request: post('persistentvolumeclaims', {
      metadata,
      spec: {
        accessModes: ['ReadWriteOnce'],
        storageClassName: '{name}',
        resources: { requests: { storage: '1Gi' } },
      },
    }),
    expect: {
      code: 201,
      body: {
        metadata: {
          finalizers: ['kubernetes.io/pvc-protection'],
          managedFields: [{ fieldsV1: { 'f:metadata': { 'f:finalizers': absent } } }],
        },
      },
    },
  },
];

const updateCases: readonly Case[] = [
  {
    operation: '/api/v1 replaceNamespacedConfigMap',
    situation: 'success',
    title: 'version 0 is none',
    given: [post('configmaps', configMap)],
    request: {
      method: 'PUT',
      path: `${inNamespace}/configmaps/{name}`,
      givenWith: { metadata: { resourceVersion: '0', generateName: 'a-' } },
    },
    expect: { code: 200, body: { metadata: { uid: '{given.uid}', generateName: 'a-' } } },
  },
  {
    operation: '/api/v1 patchNamespacedConfigMap',
    situation: 'bad body',
    title: 'the uid of another',
    given: [post('configmaps', configMap)],
    request: merge(`${inNamespace}/configmaps/{name}`, { metadata: { uid: other } }),
    expect: refusal(422, 'Invalid', containing('metadata.uid: Invalid value'), {
      details: {
        causes: [
          { reason: 'FieldValueInvalid', field: 'metadata.uid' },
          { reason: 'FieldValueInvalid', field: 'metadata.uid' },
        ],
      },
    }),
  },
  {
    operation: '/api/v1 createNamespacedConfigMap',
    situation: 'conflict',
    title: 'the name is that of one that is being deleted',
    given: [
      post('configmaps', { metadata: { ...metadata, finalizers: ['example.com/held'] } }),
      { method: 'DELETE', path: `${inNamespace}/configmaps/{name}` },
    ],
    request: post('configmaps', configMap),
    expect: refusal(409, 'AlreadyExists', 'object is being deleted: configmaps "{name}" already exists'),
    afterwards: [
      {
        request: merge(`${inNamespace}/configmaps/{name}`, { metadata: { finalizers: null } }),
        expect: { code: 200, body: { metadata: { finalizers: absent } } },
      },
    ],
  },
];
