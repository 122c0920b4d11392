import type { KubeObject } from '../object-store.ts';
import type { Resource } from '../resources/resource.ts';
import { jsonEqual } from '../store/json.ts';
import type { Storage } from '../store/storage.ts';
import { podSpecOf, type ResourceList, type Toleration } from './pod-spec.ts';
import { refuseObject } from './refuse-object.ts';

const runtimeClasses = { group: 'node.k8s.io', plural: 'runtimeclasses' };

interface RuntimeClass {
  overhead?: { podFixed?: ResourceList };
  scheduling?: { nodeSelector?: Record<string, string>; tolerations?: Toleration[] };
}

/** Gives a new Pod what its runtime class says: the overhead, and where it may run. Throws a 403. */
export function admitRuntimeClass(storage: Storage, resource: Resource, pod: KubeObject): void {
  const runtimeClass = runtimeClassOf(storage, resource, pod);
  const spec = podSpecOf(pod);
  const overhead = runtimeClass?.overhead?.podFixed;
  if (overhead) {
    if (spec.overhead && !jsonEqual(spec.overhead, overhead))
      throw refuseObject(resource, pod, otherOverhead);
    spec.overhead = { ...overhead };
  }
  const { nodeSelector, tolerations = [] } = runtimeClass?.scheduling ?? {};
  for (const [key, value] of Object.entries(nodeSelector ?? {})) {
    const own = spec.nodeSelector?.[key];
    if (own === undefined || own === value) continue;
    const conflict = `runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${own}`;
    throw refuseObject(resource, pod, `conflict: ${conflict}`);
  }
  if (nodeSelector) spec.nodeSelector = { ...spec.nodeSelector, ...nodeSelector };
  const known = spec.tolerations ?? [];
  const more = tolerations.filter((one) => !known.some((other) => jsonEqual(one, other)));
  if (more.length > 0) spec.tolerations = [...known, ...more];
}

/** A Pod has the overhead of its class, or none. Throws a 403. */
export function judgeOverhead(storage: Storage, resource: Resource, pod: KubeObject): void {
  const wanted = runtimeClassOf(storage, resource, pod)?.overhead?.podFixed;
  const { overhead } = podSpecOf(pod);
  if (wanted && !jsonEqual(overhead, wanted)) throw refuseObject(resource, pod, otherOverhead);
  if (!wanted && overhead) {
    throw refuseObject(
      resource,
      pod,
      'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead',
    );
  }
}

const otherOverhead = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";

function runtimeClassOf(storage: Storage, resource: Resource, pod: KubeObject): RuntimeClass | undefined {
  const name = podSpecOf(pod).runtimeClassName;
  if (name === undefined) return undefined;
  const found = storage.get(runtimeClasses, undefined, name);
  if (!found) {
    throw refuseObject(resource, pod, `pod rejected: RuntimeClass ${JSON.stringify(name)} not found`);
  }
  return found as RuntimeClass;
}
