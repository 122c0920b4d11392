/** A kind's smallest valid object, less apiVersion, kind and the name: what a server accepts and nothing more. */
export type SmallestObject = Readonly<Record<string, unknown>>;

const containers = [{ name: 'main', image: 'registry.k8s.io/pause:3.10' }];
/** A scheduler that nobody runs: such Pods wait for ever, and no controller changes them. */
const waiting = { schedulerName: '{run}-nobody', terminationGracePeriodSeconds: 0, containers };
const workload = {
  selector: { matchLabels: { app: '{name}' } },
  template: { metadata: { labels: { app: '{name}' } }, spec: { schedulerName: '{run}-nobody', containers } },
};
const job = { template: { spec: { restartPolicy: 'Never', containers } } };
const matchConstraints = {
  resourceRules: [
    { apiGroups: ['{run}.example.com'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['things'] },
  ],
};
const trustBundle = `-----BEGIN CERTIFICATE-----
MIIBfTCCASOgAwIBAgIUIIllDgNSawbvLXNVOAITWTrOZUgwCgYIKoZIzj0EAwIw
EzERMA8GA1UEAwwIY29udHJhY3QwIBcNMjYxMTIzMDEzMTE4WhgPMjEyNjEwMzAw
MTMxMThaMBMxETAPBgNVBAMMCGNvbnRyYWN0MFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAE01r8qIgAs0ZBBQkQM14yGtVOXMiySX88ciWk28PFUYhnO59U0B2cdYwH
6PHmhv403AwU5vDQJsJSaVYUiQlNP6NTMFEwHQYDVR0OBBYEFH+yBSwWUv7VQ853
daO0Rkp94mNxMB8GA1UdIwQYMBaAFH+yBSwWUv7VQ853daO0Rkp94mNxMA8GA1Ud
EwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhALRMFgeQHmPuJ+fKI91sptDa
9bbwIMl7+Qu/bbZPkp8nAiBAjqK+21YRGvkvXcVKedCaIzV2fNy0U+lh22Ploo8C
FQ==
-----END CERTIFICATE-----
`;
/** A request of a key that was made for it and forgotten. */
const certificateRequest =
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlITk1IVUNBUUF3RXpFUk1BOEdBMVVFQXd3SVkyOXVkSEpoWTNRd1dUQVRCZ2NxaGtqT1BRSUJCZ2dxaGtqTwpQUU1CQndOQ0FBVE5FZi9sazVNNndBU2dkNXNCWjJMOExRdlErY0lOOGZFdFdNVVNvOHE1a0VJbU1XTm1pMExVCnFsTkt3TDNnQUxBMmh0VkV4cHNWc1NMZUZ2Mm5jRzN5b0FBd0NnWUlLb1pJemowRUF3SURTQUF3UlFJZ1VaL1gKaUhFWXh0N1RIeTl2R3lHcGIxWmZIUWRnMU5pclc3QnlxNklaM2FFQ0lRRE54MjhzVzYxY0l0dW1hNThENUR0ZApzRDVsNUpYTW4rMWRVc3JtazJVQkFRPT0KLS0tLS1FTkQgQ0VSVElGSUNBVEUgUkVRVUVTVC0tLS0tCg==';

/** By group and kind. What differs between versions of a kind has the version in its key. */
const smallest: Readonly<Record<string, SmallestObject>> = {
  '/ConfigMap': { data: { colour: 'red' } },
  '/Endpoints': { subsets: [{ addresses: [{ ip: '192.0.2.1' }], ports: [{ port: 80 }] }] },
  '/Event': { involvedObject: { namespace: '{ns}' }, reason: 'Tried' },
  '/LimitRange': { spec: { limits: [] } },
  '/Namespace': {},
  '/Node': { spec: { unschedulable: true } },
  '/PersistentVolume': {
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      storageClassName: '{name}',
      hostPath: { path: '/nonexistent' },
    },
  },
  '/PersistentVolumeClaim': {
    spec: {
      accessModes: ['ReadWriteOnce'],
      storageClassName: '{name}',
      resources: { requests: { storage: '1Gi' } },
    },
  },
  '/Pod': { spec: waiting },
  '/PodTemplate': { template: { spec: { containers } } },
  '/ReplicationController': {
    spec: { ...workload, selector: { app: '{name}' }, replicas: 0 },
  },
  '/ResourceQuota': { spec: { hard: { 'count/things.example.com': '1' } } },
  '/Secret': { stringData: { colour: 'red' } },
  '/Service': { spec: { ports: [{ port: 80 }] } },
  '/ServiceAccount': {},
  'admissionregistration.k8s.io/MutatingAdmissionPolicy': {
    spec: {
      matchConstraints,
      reinvocationPolicy: 'Never',
      mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }],
    },
  },
  'admissionregistration.k8s.io/MutatingAdmissionPolicyBinding': { spec: { policyName: '{name}' } },
  'admissionregistration.k8s.io/MutatingWebhookConfiguration': {},
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy': {
    spec: { matchConstraints, validations: [{ expression: 'true' }] },
  },
  'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding': {
    spec: { policyName: '{name}', validationActions: ['Deny'] },
  },
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration': {},
  'apiextensions.k8s.io/CustomResourceDefinition': {
    spec: {
      group: '{name}.example.com',
      scope: 'Namespaced',
      names: { kind: 'Thing', plural: 'things' },
      versions: [
        { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
      ],
    },
  },
  'apiregistration.k8s.io/APIService': {
    spec: {
      group: '{name}.example.com',
      version: 'v1',
      groupPriorityMinimum: 1000,
      versionPriority: 15,
      service: { namespace: '{ns}', name: 'none' },
    },
  },
  'apps/ControllerRevision': { revision: 1, data: { colour: 'red' } },
  'apps/DaemonSet': {
    spec: {
      ...workload,
      template: { ...workload.template, spec: { containers, nodeSelector: { '{run}': 'none' } } },
    },
  },
  'apps/Deployment': { spec: { ...workload, replicas: 0 } },
  'apps/ReplicaSet': { spec: { ...workload, replicas: 0 } },
  'apps/StatefulSet': { spec: { ...workload, replicas: 0, serviceName: 'none' } },
  'authentication.k8s.io/SelfSubjectReview': {},
  'authentication.k8s.io/TokenReview': { spec: { token: 'nobody has this' } },
  'authorization.k8s.io/LocalSubjectAccessReview': {
    spec: { user: '{nobody}', resourceAttributes: { namespace: '{ns}', verb: 'get', resource: 'pods' } },
  },
  'authorization.k8s.io/SelfSubjectAccessReview': {
    spec: { resourceAttributes: { namespace: '{ns}', verb: 'get', resource: 'pods' } },
  },
  'authorization.k8s.io/SelfSubjectRulesReview': { spec: { namespace: '{ns}' } },
  'authorization.k8s.io/SubjectAccessReview': {
    spec: { user: '{nobody}', resourceAttributes: { namespace: '{ns}', verb: 'get', resource: 'pods' } },
  },
  'autoscaling/HorizontalPodAutoscaler': {
    spec: { maxReplicas: 1, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'none' } },
  },
  'batch/CronJob': { spec: { schedule: '0 0 1 1 *', suspend: true, jobTemplate: { spec: job } } },
  'batch/Job': { spec: { suspend: true, ...job } },
  'certificates.k8s.io/CertificateSigningRequest': {
    spec: { request: certificateRequest, signerName: 'example.com/{run}', usages: ['client auth'] },
  },
  'certificates.k8s.io/ClusterTrustBundle': { spec: { trustBundle } },
  'certificates.k8s.io/PodCertificateRequest': {
    spec: {
      signerName: 'example.com/{run}',
      podName: 'none',
      podUID: '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
      serviceAccountName: 'default',
      serviceAccountUID: '6ba7b811-9dad-11d1-80b4-00c04fd430c8',
      nodeName: 'none',
      nodeUID: '6ba7b812-9dad-11d1-80b4-00c04fd430c8',
      maxExpirationSeconds: 86400,
      pkixPublicKey: 'MCowBQYDK2VwAyEAi0OPvtfXVFzGuXSeHfM1wLoky2fCyyDwwxN0i6LIAiM=',
      proofOfPossession:
        'ESCnPDZYC30VbXWVLFuuVzaLw7DYvPQ4/TERuaOlOX41gUf0NShPoFYqY47l00n/2pPZvvvyG/eVneuGN+ICBw==',
    },
  },
  'coordination.k8s.io/Lease': {},
  'coordination.k8s.io/LeaseCandidate': {
    spec: {
      leaseName: '{name}',
      binaryVersion: '1.35.0',
      emulationVersion: '1.35.0',
      strategy: 'OldestEmulationVersion',
    },
  },
  'discovery.k8s.io/EndpointSlice': { addressType: 'IPv4', endpoints: [] },
  'events.k8s.io/Event': {
    eventTime: '2026-01-02T03:04:05.000006Z',
    action: 'Try',
    reason: 'Tried',
    type: 'Normal',
    reportingController: 'example.com/contract',
    reportingInstance: 'contract-0',
    regarding: { namespace: '{ns}' },
  },
  'flowcontrol.apiserver.k8s.io/FlowSchema': {
    spec: { priorityLevelConfiguration: { name: 'global-default' } },
  },
  'flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration': {
    spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } },
  },
  'internal.apiserver.k8s.io/StorageVersion': { spec: {} },
  'networking.k8s.io/IPAddress': {
    spec: { parentRef: { resource: 'services', namespace: '{ns}', name: '{name}' } },
  },
  'networking.k8s.io/Ingress': {
    spec: { defaultBackend: { service: { name: 'none', port: { number: 80 } } } },
  },
  'networking.k8s.io/IngressClass': { spec: { controller: 'example.com/contract' } },
  'networking.k8s.io/NetworkPolicy': { spec: { podSelector: { matchLabels: { app: '{name}' } } } },
  'networking.k8s.io/ServiceCIDR': { spec: { cidrs: ['2001:db8:{number}::/112'] } },
  'node.k8s.io/RuntimeClass': { handler: 'contract' },
  'policy/PodDisruptionBudget': { spec: { minAvailable: 0, selector: { matchLabels: { app: '{name}' } } } },
  'rbac.authorization.k8s.io/ClusterRole': { rules: [] },
  'rbac.authorization.k8s.io/ClusterRoleBinding': {
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: '{name}' },
  },
  'rbac.authorization.k8s.io/Role': { rules: [] },
  'rbac.authorization.k8s.io/RoleBinding': {
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: '{name}' },
  },
  'resource.k8s.io/DeviceClass': { spec: {} },
  'resource.k8s.io/DeviceTaintRule': { spec: { taint: { key: 'example.com/{run}', effect: 'NoSchedule' } } },
  'resource.k8s.io/ResourceClaim': { spec: {} },
  'resource.k8s.io/ResourceClaimTemplate': { spec: { spec: {} } },
  'resource.k8s.io/ResourcePoolStatusRequest': { spec: { driver: '{name}.example.com' } },
  'resource.k8s.io/ResourceSlice': {
    spec: {
      driver: '{name}.example.com',
      nodeName: '{name}',
      pool: { name: '{name}', generation: 1, resourceSliceCount: 1 },
    },
  },
  'scheduling.k8s.io/PriorityClass': { value: 1 },
  'storage.k8s.io/CSIDriver': { spec: {} },
  'storage.k8s.io/CSINode': { spec: { drivers: [] } },
  'storage.k8s.io/CSIStorageCapacity': { storageClassName: '{name}' },
  'storage.k8s.io/StorageClass': { provisioner: 'example.com/contract' },
  'storage.k8s.io/VolumeAttachment': {
    spec: {
      attacher: 'contract.example.com',
      nodeName: '{name}',
      source: { persistentVolumeName: '{name}' },
    },
  },
  'storage.k8s.io/VolumeAttributesClass': {
    driverName: 'example.com/contract',
    parameters: { colour: 'red' },
  },
  'storagemigration.k8s.io/StorageVersionMigration': {
    spec: { resource: { group: '{run}.example.com', resource: 'things' } },
  },
  'storagemigration.k8s.io/v1alpha1/StorageVersionMigration': {
    spec: { resource: { group: '{run}.example.com', version: 'v1', resource: 'things' } },
  },
};

/** The names of kinds that cannot have any: a pattern with placeholders. */
const names: Readonly<Record<string, string>> = {
  'apiextensions.k8s.io/CustomResourceDefinition': 'things.{name}.example.com',
  'apiregistration.k8s.io/APIService': 'v1.{name}.example.com',
  'internal.apiserver.k8s.io/StorageVersion': '{name}.example.com.things',
  'networking.k8s.io/IPAddress': '2001:db8::{number}',
};

/** The smallest valid object of a kind. Throws for a kind that the table has not. */
export function smallestObject({ group, version, kind }: KindName): SmallestObject {
  const object = smallest[`${group}/${version}/${kind}`] ?? smallest[`${group}/${kind}`];
  if (!object) throw new Error(`no smallest object of ${group}/${kind}: add it to smallest-objects.ts`);
  return object;
}

/** What objects of a kind are called in a case. */
export function nameOfKind({ group, kind }: KindName): string {
  return names[`${group}/${kind}`] ?? '{name}';
}

/** Whether objects of a kind may have any name. */
export function takesAnyName({ group, kind }: KindName): boolean {
  return !(`${group}/${kind}` in names);
}

interface KindName {
  group: string;
  version: string;
  kind: string;
}
