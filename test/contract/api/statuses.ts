/** A status that a kind can have and no controller changes soon, by group and kind. */
export function statusOfKind({ group, version, kind }: KindName): Record<string, unknown> {
  return (
    statuses[`${group}/${version}/${kind}`] ?? statuses[`${group}/${kind}`] ?? { conditions: [condition] }
  );
}

const condition = {
  type: 'example.com/Tried',
  status: 'True',
  reason: 'Tried',
  message: 'by the suite',
  lastTransitionTime: '2026-01-02T03:04:05Z',
};

const statuses: Readonly<Record<string, Record<string, unknown>>> = {
  '/Namespace': { phase: 'Active' },
  '/Node': { capacity: { 'example.com/things': '1' } },
  '/PersistentVolume': { message: 'tried' },
  '/PersistentVolumeClaim': { capacity: { storage: '1Gi' } },
  // Its controller counts them soon, and nobody may count fewer.
  'apps/StatefulSet': { conditions: [condition], collisionCount: 0 },
  'autoscaling/v1/HorizontalPodAutoscaler': { currentReplicas: 1, desiredReplicas: 1 },
  'batch/CronJob': { lastScheduleTime: '2026-01-02T03:04:05Z' },
  'certificates.k8s.io/PodCertificateRequest': { conditions: [{ ...condition, type: 'Denied' }] },
  'networking.k8s.io/Ingress': { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } },
  'resource.k8s.io/ResourceClaim': { allocation: { devices: {} } },
  'resource.k8s.io/ResourcePoolStatusRequest': { poolCount: 0 },
  'storage.k8s.io/VolumeAttachment': { attached: true },
  'storagemigration.k8s.io/StorageVersionMigration': { resourceVersion: '1' },
  '/ResourceQuota': { used: { 'count/things.example.com': '0' } },
};

interface KindName {
  group: string;
  version: string;
  kind: string;
}
