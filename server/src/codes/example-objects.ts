import { stringify } from '../yaml/stringify.ts';

const podSpec = { containers: [{ name: 'web', image: 'nginx' }] };
const metadata = { name: 'web' };
const template = { metadata: { labels: { app: 'web' } }, spec: podSpec };
const jobSpec = { template: { spec: { ...podSpec, restartPolicy: 'Never' } } };

const objects = {
  ConfigMap: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' } },
  Secret: { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'secret' } },
  Pod: { apiVersion: 'v1', kind: 'Pod', metadata, spec: podSpec },
  Deployment: {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata,
    spec: { selector: { matchLabels: { app: 'web' } }, template },
  },
  Job: { apiVersion: 'batch/v1', kind: 'Job', metadata, spec: jobSpec },
  CronJob: {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata,
    spec: { schedule: '0 3 * * *', jobTemplate: { spec: jobSpec } },
  },
  HorizontalPodAutoscaler: {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata,
    spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } },
  },
  Service: {
    apiVersion: 'v1',
    kind: 'Service',
    metadata,
    spec: { selector: { app: 'web' }, ports: [{ name: 'http', port: 80 }] },
  },
  Ingress: {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata,
    spec: {
      rules: [
        {
          http: {
            paths: [
              {
                path: '/',
                pathType: 'Prefix',
                backend: { service: { name: 'web', port: { number: 80 } } },
              },
            ],
          },
        },
      ],
    },
  },
  NetworkPolicy: {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata,
    spec: { podSelector: {} },
  },
  PersistentVolumeClaim: {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  },
  PersistentVolume: {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'data' },
    spec: {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '1Gi' },
      csi: { driver: 'csi.example.com', volumeHandle: 'a' },
    },
  },
  IPAddress: {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'IPAddress',
    metadata: { name: '10.0.0.1' },
    spec: { parentRef: { resource: 'services', name: 'web', namespace: 'shop' } },
  },
  ResourceQuota: {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'quota' },
    spec: { hard: { pods: '5' } },
  },
  ClusterRoleBinding: {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'readers' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'reader' },
  },
  PriorityClass: {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name: 'important' },
    value: 1000,
  },
  LimitRange: {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name: 'limits' },
    spec: { limits: [{ type: 'Container', max: { cpu: '2' }, min: { cpu: '1' } }] },
  },
  ValidatingWebhookConfiguration: {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: 'checks' },
  },
  CertificateSigningRequest: {
    apiVersion: 'certificates.k8s.io/v1',
    kind: 'CertificateSigningRequest',
    metadata: { name: 'web' },
    spec: {
      request:
        'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUFBPQotLS0tLUVORCBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0K',
      signerName: 'example.com/signer',
      usages: ['client auth'],
    },
  },
  ClusterTrustBundle: {
    apiVersion: 'certificates.k8s.io/v1beta1',
    kind: 'ClusterTrustBundle',
    metadata: { name: 'authorities' },
    spec: { trustBundle: '-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n' },
  },
  Event: {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: { name: 'web', namespace: 'default' },
    regarding: { apiVersion: 'v1', kind: 'Pod', name: 'web', namespace: 'default' },
    action: 'Start',
    reason: 'Started',
    type: 'Normal',
    eventTime: '2026-01-31T12:00:00.000000Z',
    reportingController: 'example.com/starter',
    reportingInstance: 'starter-0',
  },
  ResourceClaim: {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaim',
    metadata: { name: 'gpu' },
    spec: {
      devices: {
        requests: [{ name: 'gpu', exactly: { deviceClassName: 'gpu.example.com' } }],
        config: [
          { requests: ['gpu'], opaque: { driver: 'gpu.example.com', parameters: { sharing: 'time' } } },
        ],
      },
    },
  },
  ResourceSlice: {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceSlice',
    metadata: { name: 'node-1-gpu' },
    spec: {
      driver: 'gpu.example.com',
      nodeName: 'node-1',
      pool: { name: 'node-1', generation: 1, resourceSliceCount: 1 },
      devices: [{ name: 'gpu-0' }],
    },
  },
  CustomResourceDefinition: {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [
        { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
      ],
    },
  },
} as const;

/** The objects that examples are made of, each whole and without a fault. */
export type ExampleBase = keyof typeof objects;

export const bases = {
  /**
   * An object with some fields changed, as YAML. Fields are named by paths such as `spec/containers/0/name`, in which
   * `~` is a slash; the value `undefined` leaves one out.
   */
  changed(base: ExampleBase, change: Readonly<Record<string, unknown>>): string {
    const object = structuredClone(objects[base]) as Record<string, unknown>;
    for (const [path, value] of Object.entries(change)) set(object, path.split('/'), withSlashes(value));
    return stringify(object);
  },
  /** A definition whose objects have one field of a schema, and such an object. */
  custom(schema: object, value: unknown): string {
    const definition = bases.changed('CustomResourceDefinition', {
      'spec/versions/0/schema/openAPIV3Schema/properties': { size: schema },
    });
    const object = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a' }, size: value };
    return `${definition}---\n${stringify(object)}`;
  },
};

function set(object: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const name = path[0]!;
  if (path.length > 1) {
    object[name] ??= {};
    set(object[name] as Record<string, unknown>, path.slice(1), value);
  } else if (value === undefined) delete object[name];
  else object[name] = value;
}

function withSlashes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSlashes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.replaceAll('~', '/'), withSlashes(inner)]),
  );
}
