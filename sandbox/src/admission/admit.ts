import type { KubeObject } from '../object-store.ts';
import type { Resource } from '../resources/resource.ts';
import type { Storage } from '../store/storage.ts';
import { admitLimits, judgeLimits } from './limit-ranges.ts';
import { admitPriority, judgePriorityClass } from './pod-priority.ts';
import { judgePodSecurityLabels } from './pod-security-labels.ts';
import { judgeQuotas } from './resource-quotas.ts';
import { admitRuntimeClass, judgeOverhead } from './runtime-class.ts';
import { admitTolerations } from './tolerations.ts';

/**
 * What the admission plugins of an API server change in an object that is about to be created, in their order. The object is
 * the caller's own. Throws a 403.
 */
export function admitCreation(storage: Storage, resource: Resource, object: KubeObject): void {
  switch (nameOf(resource)) {
    case '/pods':
      admitLimits(storage, object);
      admitPriority(storage, resource, object);
      admitTolerations(object);
      admitRuntimeClass(storage, resource, object);
      return;
    case '/nodes':
      admitNode(object);
      return;
    case '/persistentvolumes':
      addFinalizer(object, 'kubernetes.io/pv-protection');
      return;
    case '/persistentvolumeclaims':
      addFinalizer(object, 'kubernetes.io/pvc-protection');
      return;
    case 'storage.k8s.io/volumeattributesclasses':
      addFinalizer(object, 'kubernetes.io/vac-protection');
  }
}

/** What they change in an object that is about to be written over another. The object is the caller's own. */
export function admitUpdate(resource: Resource, object: KubeObject): void {
  if (nameOf(resource) === '/pods') admitTolerations(object);
}

/** What the plugins refuse of an object that is valid. Throws a 403. */
export function judgeAdmission(
  storage: Storage,
  resource: Resource,
  object: KubeObject,
  before: KubeObject | undefined,
): void {
  const name = nameOf(resource);
  if (name === 'scheduling.k8s.io/priorityclasses') judgePriorityClass(storage, resource, object);
  if (name === '/persistentvolumeclaims') judgeLimits(storage, resource, object);
  if (name === '/namespaces') judgePodSecurityLabels(object, before);
  if (before) return;
  if (name === '/pods') {
    judgeLimits(storage, resource, object);
    judgeOverhead(storage, resource, object);
  }
  judgeQuotas(storage, resource, object);
}

/** Nothing runs on a new node until it has said that it is ready. */
function admitNode(node: KubeObject): void {
  const spec = (node.spec ?? {}) as { taints?: { key?: string; effect?: string }[] };
  const taint = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };
  const known = spec.taints ?? [];
  if (known.some(({ key, effect }) => key === taint.key && effect === taint.effect)) return;
  node.spec = { ...spec, taints: [...known, taint] };
}

function addFinalizer({ metadata }: KubeObject, finalizer: string): void {
  if (metadata.finalizers?.includes(finalizer)) return;
  metadata.finalizers = [...(metadata.finalizers ?? []), finalizer];
}

function nameOf({ storage }: Resource): string {
  return `${storage.group}/${storage.plural}`;
}
