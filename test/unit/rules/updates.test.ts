import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../server/src/defaults/draft.ts';
import { serverMessage } from '../../../server/src/rules/shared/violation.ts';
import { violations } from '../../../server/src/rules/violations.ts';
import { defaulted } from './defaulted.ts';

const containers = [{ name: 'c', image: 'i' }];
const template = { metadata: { labels: { app: 'a', b: 'b' } }, spec: { containers } };
const ofApp = { selector: { matchLabels: { app: 'a' } }, template };
const toRun = { template: { spec: { containers, restartPolicy: 'Never' } } };
const onlyThese =
  "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";
const onlyImages =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';

const label1035 =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";

interface Update {
  apiVersion: string;
  kind: string;
  /** What is stored. */
  before: JsonObject;
  /** What is sent. */
  after: JsonObject;
  /** What kube-apiserver 1.35.4 says, its diffs of Go structs left out. */
  causes: string[];
}

const apiService = {
  group: 'shop.example.com',
  version: 'v1',
  groupPriorityMinimum: 100,
  versionPriority: 10,
};
const named = {
  plural: 'gadgets',
  singular: 'gadget',
  kind: 'Gadget',
  listKind: 'GadgetList',
};
const versions = [
  {
    name: 'v1',
    served: true,
    storage: true,
    schema: { openAPIV3Schema: { type: 'object', properties: { a: { type: 'string', default: 'b' } } } },
  },
];
const definition = { group: 'shop.example.com', scope: 'Namespaced', names: named, versions };
const mutation = {
  failurePolicy: 'Fail',
  reinvocationPolicy: 'Never',
  matchConstraints: {
    matchPolicy: 'Equivalent',
    resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
  },
  mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }],
};

const hook = {
  name: 'a.example.com',
  admissionReviewVersions: ['v1'],
  sideEffects: 'None',
  clientConfig: { url: 'https://example.com' },
};

const updates: Update[] = [
  {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    before: { metadata: { name: 'v1.shop.example.com' }, spec: apiService },
    after: {
      metadata: { name: 'v1.shop.example.com', generateName: 'x-' },
      spec: { ...apiService, version: 'v1x' },
    },
    causes: [
      'metadata.generateName: Invalid value: "x-": must be `spec.version+"."+spec.group`: "v1x.shop.example.com"',
      'metadata.name: Invalid value: "v1.shop.example.com": must be `spec.version+"."+spec.group`: "v1x.shop.example.com"',
    ],
  },
  {
    apiVersion: 'certificates.k8s.io/v1beta1',
    kind: 'PodCertificateRequest',
    before: { spec: { signerName: 'example.com/a' } },
    after: { spec: { signerName: 'example.com/b' } },
    causes: ['spec: Invalid value: {"signerName":"example.com/b"}: field is immutable'],
  },
  {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    before: { metadata: { name: 'gadgets.shop.example.com' }, spec: definition },
    after: {
      metadata: { name: 'gadgets.shop.example.com' },
      spec: {
        ...definition,
        names: { ...named, shortNames: [''] },
        preserveUnknownFields: true,
      },
    },
    causes: [
      'spec.preserveUnknownFields: Invalid value: true: must be false in order to use defaults in the schema',
      `spec.names.shortNames.0: Invalid value: "": ${label1035}`,
      'spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
    ],
  },
  {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'DeviceClass',
    before: { spec: {} },
    after: { spec: { selectors: [{ cel: { expression: '' } }] } },
    causes: [
      "spec.selectors.0.cel.expression: Invalid value: \"\": compilation failed: ERROR: <input>:1:0: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
    ],
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingWebhookConfiguration',
    before: {},
    after: { webhooks: [hook, hook, { ...hook, name: '' }, { ...hook, name: '' }] },
    causes: [
      'webhooks.1.name: Duplicate value: "a.example.com"',
      'webhooks.2.name: Required value',
      'webhooks.3.name: Required value',
    ],
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1beta1',
    kind: 'MutatingAdmissionPolicy',
    before: { spec: mutation },
    after: {
      spec: {
        ...mutation,
        matchConstraints: {
          ...mutation.matchConstraints,
          resourceRules: [{ ...mutation.matchConstraints.resourceRules[0], operations: ['DELETE'] }],
        },
      },
    },
    causes: [
      'spec.matchConstraints.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
    ],
  },
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    before: { immutable: true, data: { a: 'b' } },
    after: { data: { a: 'c' } },
    causes: [
      'immutable: Forbidden: field is immutable when `immutable` is set',
      'data: Forbidden: field is immutable when `immutable` is set',
    ],
  },
  {
    apiVersion: 'v1',
    kind: 'Secret',
    before: { type: 'Opaque', immutable: true, data: { a: 'aGk=' } },
    after: { type: 'foo/bar', immutable: true, data: { a: 'aGkx' } },
    causes: [
      'type: Invalid value: "foo/bar": field is immutable',
      'data: Forbidden: field is immutable when `immutable` is set',
    ],
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    before: { roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'a' } },
    after: { roleRef: { kind: 'ClusterRole', name: 'b' } },
    causes: [
      'roleRef: Invalid value: {"APIGroup":"rbac.authorization.k8s.io","Kind":"ClusterRole","Name":"b"}: cannot change roleRef',
    ],
  },
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    before: { provisioner: 'a', parameters: { a: 'b' } },
    after: { provisioner: 'b', reclaimPolicy: 'Retain', volumeBindingMode: 'WaitForFirstConsumer' },
    causes: [
      'parameters: Forbidden: updates to parameters are forbidden.',
      'provisioner: Forbidden: updates to provisioner are forbidden.',
      'reclaimPolicy: Forbidden: updates to reclaimPolicy are forbidden.',
      'volumeBindingMode: Invalid value: "WaitForFirstConsumer": field is immutable',
    ],
  },
  {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    before: { value: 5 },
    after: { value: 6, preemptionPolicy: 'Never' },
    causes: [
      'value: Forbidden: may not be changed in an update.',
      'preemptionPolicy: Invalid value: "Never": field is immutable',
    ],
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'IngressClass',
    before: { spec: { controller: 'a.b/c' } },
    after: { spec: { controller: 'a.b/d' } },
    causes: ['spec.controller: Invalid value: "a.b/d": field is immutable'],
  },
  {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    before: { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '2Gi' } } } },
    after: {
      spec: {
        accessModes: ['ReadWriteOnce'],
        volumeName: 'x',
        storageClassName: 'foo',
        resources: { requests: { storage: '2048Mi' } },
      },
    },
    causes: [],
  },
  {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    before: { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '2Gi' } } } },
    after: { spec: { accessModes: ['ReadWriteMany'], resources: { requests: { storage: '2Gi' } } } },
    causes: [
      'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
    ],
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    before: { spec: { clusterIP: '10.0.0.7', clusterIPs: ['10.0.0.7'], ports: [{ port: 80 }] } },
    after: { spec: { clusterIP: '1.2.3.4', ports: [{ port: 80 }] } },
    causes: ['spec.clusterIPs.0: Invalid value: ["1.2.3.4"]: may not change once set'],
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    before: { spec: { clusterIP: '10.0.0.7', clusterIPs: ['10.0.0.7'], ports: [{ port: 80 }] } },
    after: { spec: { ports: [{ port: 81 }] } },
    causes: [],
  },
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSIDriver',
    before: { spec: {} },
    after: { spec: { attachRequired: false, volumeLifecycleModes: ['Ephemeral'] } },
    causes: [
      'spec.attachedRequired: Invalid value: false: field is immutable',
      'spec.volumeLifecycleModes: Invalid value: ["Ephemeral"]: field is immutable',
    ],
  },
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    before: {
      metadata: { name: 'a', deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['a.b/c', 'a.b/d'] },
    },
    after: {
      metadata: { name: 'a', deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['a.b/c', 'a.b/e'] },
    },
    causes: [
      'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"a.b/e"}',
    ],
  },
  {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    before: { spec: { minAvailable: 1, selector: { matchLabels: { a: 'b' } } } },
    after: { spec: { minAvailable: 2, selector: { matchLabels: { a: 'c' } } } },
    causes: [],
  },
  ...['Deployment', 'ReplicaSet', 'DaemonSet'].map(
    (kind): Update => ({
      apiVersion: 'apps/v1',
      kind,
      before: { spec: ofApp },
      after: { spec: { ...ofApp, selector: { matchLabels: { b: 'b' } } } },
      causes: ['spec.selector: Invalid value: {"matchLabels":{"b":"b"}}: field is immutable'],
    }),
  ),
  {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    before: { spec: ofApp },
    after: { spec: { ...ofApp, selector: { matchLabels: { b: 'b' } } } },
    causes: [`spec: Forbidden: ${onlyThese}`],
  },
  {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    before: { spec: ofApp },
    after: { spec: { ...ofApp, replicas: 3, minReadySeconds: 2, updateStrategy: { type: 'OnDelete' } } },
    causes: [],
  },
  {
    apiVersion: 'batch/v1',
    kind: 'Job',
    before: { spec: toRun },
    after: { spec: { ...toRun, completions: 3, managedBy: 'a.b/c' } },
    causes: [
      'spec.completions: Invalid value: 3: field is immutable',
      'spec.managedBy: Invalid value: "a.b/c": field is immutable',
    ],
  },
  {
    apiVersion: 'batch/v1',
    kind: 'Job',
    before: { spec: { ...toRun, completionMode: 'Indexed', completions: 2, parallelism: 2 } },
    after: { spec: { ...toRun, completionMode: 'Indexed', completions: 3, parallelism: 2 } },
    causes: ['spec.completions: Invalid value: 3: can only be modified in tandem with spec.parallelism'],
  },
  {
    apiVersion: 'batch/v1',
    kind: 'Job',
    before: { spec: toRun },
    after: { spec: { ...toRun, completions: 1, parallelism: 2, suspend: true } },
    causes: [],
  },
  {
    apiVersion: 'v1',
    kind: 'Pod',
    before: {
      spec: { containers: [{ ...containers[0], resources: { limits: { cpu: 1, memory: '1Gi' } } }] },
    },
    after: {
      spec: { containers: [{ ...containers[0], resources: { limits: { cpu: '1', memory: '1024Mi' } } }] },
    },
    causes: [],
  },
  {
    apiVersion: 'v1',
    kind: 'Pod',
    before: { spec: { containers } },
    after: { spec: { containers, hostname: 'x' } },
    causes: [`spec: Forbidden: ${onlyImages}`],
  },
  {
    apiVersion: 'v1',
    kind: 'Pod',
    before: { spec: { containers } },
    after: { spec: { containers: [...containers, { name: 'd', image: 'i' }] } },
    causes: ['spec.containers: Forbidden: pod updates may not add or remove containers'],
  },
  {
    apiVersion: 'v1',
    kind: 'Pod',
    before: { spec: { containers, activeDeadlineSeconds: 30 } },
    after: { spec: { containers, activeDeadlineSeconds: 40 } },
    causes: ['spec.activeDeadlineSeconds: Invalid value: 40: must be less than or equal to previous value'],
  },
  {
    apiVersion: 'v1',
    kind: 'Pod',
    before: { metadata: { name: 'a' }, spec: { containers } },
    after: {
      metadata: { name: 'a', labels: { a: 'b' } },
      spec: {
        containers: [{ name: 'c', image: 'j' }],
        activeDeadlineSeconds: 30,
        tolerations: [{ operator: 'Exists' }],
      },
    },
    causes: [],
  },
];

describe('an update is judged by what is stored', () => {
  it.each(updates)('$apiVersion $kind (case %#)', ({ apiVersion, kind, before, after, causes }) => {
    const judged = (object: JsonObject) =>
      defaulted({ apiVersion, kind, metadata: { name: 'a', resourceVersion: '1' }, ...object });
    const found = violations({
      object: judged(after),
      old: judged(before),
      operation: 'update',
      scope: 'Cluster',
      kubernetesVersion: '1.35',
    });
    expect(found.map((one) => `${one.path.join('.')}: ${serverMessage(one)}`)).toEqual(causes);
  });
});
