import { describe, expect, it } from 'vitest';
import { applyDefaults } from '../../../server/src/defaults/apply-defaults.ts';
import type { JsonObject } from '../../../server/src/defaults/draft.ts';
import { serverMessage } from '../../../server/src/rules/shared/violation.ts';
import { violations } from '../../../server/src/rules/violations.ts';

const containers = [{ name: 'c', image: 'i' }];
const template = { metadata: { labels: { app: 'a', b: 'b' } }, spec: { containers } };
const ofApp = { selector: { matchLabels: { app: 'a' } }, template };
const toRun = { template: { spec: { containers, restartPolicy: 'Never' } } };
const onlyThese =
  "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";
const onlyImages =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';

/** Kind, what is stored, what is sent, and what kube-apiserver 1.35.4 says (its diffs of Go structs left out). */
type Case = [apiVersion: string, kind: string, before: JsonObject, after: JsonObject, causes: string[]];

const cases: Case[] = [
  [
    'v1',
    'ConfigMap',
    { immutable: true, data: { a: 'b' } },
    { data: { a: 'c' } },
    [
      'immutable: Forbidden: field is immutable when `immutable` is set',
      'data: Forbidden: field is immutable when `immutable` is set',
    ],
  ],
  [
    'v1',
    'Secret',
    { type: 'Opaque', immutable: true, data: { a: 'aGk=' } },
    { type: 'foo/bar', immutable: true, data: { a: 'aGkx' } },
    [
      'type: Invalid value: "foo/bar": field is immutable',
      'data: Forbidden: field is immutable when `immutable` is set',
    ],
  ],
  [
    'rbac.authorization.k8s.io/v1',
    'RoleBinding',
    { roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'a' } },
    { roleRef: { kind: 'ClusterRole', name: 'b' } },
    [
      'roleRef: Invalid value: {"APIGroup":"rbac.authorization.k8s.io","Kind":"ClusterRole","Name":"b"}: cannot change roleRef',
    ],
  ],
  [
    'storage.k8s.io/v1',
    'StorageClass',
    { provisioner: 'a', parameters: { a: 'b' } },
    { provisioner: 'b', reclaimPolicy: 'Retain', volumeBindingMode: 'WaitForFirstConsumer' },
    [
      'parameters: Forbidden: updates to parameters are forbidden.',
      'provisioner: Forbidden: updates to provisioner are forbidden.',
      'reclaimPolicy: Forbidden: updates to reclaimPolicy are forbidden.',
      'volumeBindingMode: Invalid value: "WaitForFirstConsumer": field is immutable',
    ],
  ],
  [
    'scheduling.k8s.io/v1',
    'PriorityClass',
    { value: 5 },
    { value: 6, preemptionPolicy: 'Never' },
    [
      'value: Forbidden: may not be changed in an update.',
      'preemptionPolicy: Invalid value: "Never": field is immutable',
    ],
  ],
  [
    'networking.k8s.io/v1',
    'IngressClass',
    { spec: { controller: 'a.b/c' } },
    { spec: { controller: 'a.b/d' } },
    ['spec.controller: Invalid value: "a.b/d": field is immutable'],
  ],
  [
    'v1',
    'PersistentVolumeClaim',
    { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '2Gi' } } } },
    {
      spec: {
        accessModes: ['ReadWriteOnce'],
        volumeName: 'x',
        storageClassName: 'foo',
        resources: { requests: { storage: '2048Mi' } },
      },
    },
    [],
  ],
  [
    'v1',
    'PersistentVolumeClaim',
    { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '2Gi' } } } },
    { spec: { accessModes: ['ReadWriteMany'], resources: { requests: { storage: '2Gi' } } } },
    [
      'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
    ],
  ],
  [
    'v1',
    'Service',
    { spec: { clusterIP: '10.0.0.7', clusterIPs: ['10.0.0.7'], ports: [{ port: 80 }] } },
    { spec: { clusterIP: '1.2.3.4', ports: [{ port: 80 }] } },
    ['spec.clusterIPs.0: Invalid value: ["1.2.3.4"]: may not change once set'],
  ],
  [
    'v1',
    'Service',
    { spec: { clusterIP: '10.0.0.7', clusterIPs: ['10.0.0.7'], ports: [{ port: 80 }] } },
    { spec: { ports: [{ port: 81 }] } },
    [],
  ],
  [
    'storage.k8s.io/v1',
    'CSIDriver',
    { spec: {} },
    { spec: { attachRequired: false, volumeLifecycleModes: ['Ephemeral'] } },
    [
      'spec.attachedRequired: Invalid value: false: field is immutable',
      'spec.volumeLifecycleModes: Invalid value: ["Ephemeral"]: field is immutable',
    ],
  ],
  [
    'v1',
    'ConfigMap',
    { metadata: { name: 'a', deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['a.b/c', 'a.b/d'] } },
    { metadata: { name: 'a', deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['a.b/c', 'a.b/e'] } },
    [
      'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"a.b/e"}',
    ],
  ],
  [
    'policy/v1',
    'PodDisruptionBudget',
    { spec: { minAvailable: 1, selector: { matchLabels: { a: 'b' } } } },
    { spec: { minAvailable: 2, selector: { matchLabels: { a: 'c' } } } },
    [],
  ],
  ...['Deployment', 'ReplicaSet', 'DaemonSet'].map(
    (kind): Case => [
      'apps/v1',
      kind,
      { spec: ofApp },
      { spec: { ...ofApp, selector: { matchLabels: { b: 'b' } } } },
      ['spec.selector: Invalid value: {"matchLabels":{"b":"b"}}: field is immutable'],
    ],
  ),
  [
    'apps/v1',
    'StatefulSet',
    { spec: ofApp },
    { spec: { ...ofApp, selector: { matchLabels: { b: 'b' } } } },
    [`spec: Forbidden: ${onlyThese}`],
  ],
  [
    'apps/v1',
    'StatefulSet',
    { spec: ofApp },
    { spec: { ...ofApp, replicas: 3, minReadySeconds: 2, updateStrategy: { type: 'OnDelete' } } },
    [],
  ],
  [
    'batch/v1',
    'Job',
    { spec: toRun },
    { spec: { ...toRun, completions: 3, managedBy: 'a.b/c' } },
    [
      'spec.completions: Invalid value: 3: field is immutable',
      'spec.managedBy: Invalid value: "a.b/c": field is immutable',
    ],
  ],
  [
    'batch/v1',
    'Job',
    { spec: { ...toRun, completionMode: 'Indexed', completions: 2, parallelism: 2 } },
    { spec: { ...toRun, completionMode: 'Indexed', completions: 3, parallelism: 2 } },
    ['spec.completions: Invalid value: 3: can only be modified in tandem with spec.parallelism'],
  ],
  [
    'batch/v1',
    'Job',
    { spec: toRun },
    { spec: { ...toRun, completions: 1, parallelism: 2, suspend: true } },
    [],
  ],
  [
    'v1',
    'Pod',
    { spec: { containers: [{ ...containers[0], resources: { limits: { cpu: 1, memory: '1Gi' } } }] } },
    { spec: { containers: [{ ...containers[0], resources: { limits: { cpu: '1', memory: '1024Mi' } } }] } },
    [],
  ],
  [
    'v1',
    'Pod',
    { spec: { containers } },
    { spec: { containers, hostname: 'x' } },
    [`spec: Forbidden: ${onlyImages}`],
  ],
  [
    'v1',
    'Pod',
    { spec: { containers } },
    { spec: { containers: [...containers, { name: 'd', image: 'i' }] } },
    ['spec.containers: Forbidden: pod updates may not add or remove containers'],
  ],
  [
    'v1',
    'Pod',
    { spec: { containers, activeDeadlineSeconds: 30 } },
    { spec: { containers, activeDeadlineSeconds: 40 } },
    ['spec.activeDeadlineSeconds: Invalid value: 40: must be less than or equal to previous value'],
  ],
  [
    'v1',
    'Pod',
    { metadata: { name: 'a' }, spec: { containers } },
    {
      metadata: { name: 'a', labels: { a: 'b' } },
      spec: {
        containers: [{ name: 'c', image: 'j' }],
        activeDeadlineSeconds: 30,
        tolerations: [{ operator: 'Exists' }],
      },
    },
    [],
  ],
];

describe('an update is judged by what is stored', () => {
  it.each(cases)('%s %s (case %#)', (apiVersion, kind, before, after, causes) => {
    const [version = '', group = ''] = apiVersion.split('/').reverse();
    const defaulted = (object: JsonObject) =>
      applyDefaults(
        { apiVersion, kind, metadata: { name: 'a', resourceVersion: '1' }, ...object },
        { group, version, kind, origin: { from: 'bundled' } },
        undefined,
        { version: '1.35' },
      ).object;
    const found = violations({
      object: defaulted(after),
      old: defaulted(before),
      operation: 'update',
      scope: 'Cluster',
      kubernetesVersion: '1.35',
    });
    expect(found.map((one) => `${one.path.join('.')}: ${serverMessage(one)}`)).toEqual(causes);
  });
});
