import type { KubeObject } from '../object-store.ts';
import type { Resource } from '../resources/resource.ts';
import type { Storage } from '../store/storage.ts';
import { podSpecOf } from './pod-spec.ts';
import { refuseObject } from './refuse-object.ts';

const priorityClasses = { group: 'scheduling.k8s.io', plural: 'priorityclasses' };

interface PriorityClass {
  readonly name: string;
  readonly value: number;
  readonly preemptionPolicy: string | undefined;
}

/** Gives a new Pod the priority of its class, or of the class that is everybody's. Throws a 403. */
export function admitPriority(storage: Storage, resource: Resource, pod: KubeObject): void {
  const spec = podSpecOf(pod);
  const asked = spec.priorityClassName;
  const found = asked ? namedClass(storage, asked) : defaultClass(storage);
  if (!found) throw refuseObject(resource, pod, `no PriorityClass with name ${asked} was found`);
  if (!asked && found.name) spec.priorityClassName = found.name;
  if (spec.priority !== undefined && spec.priority !== found.value) {
    throw refuseObject(
      resource,
      pod,
      `the integer value of priority (${spec.priority}) must not be provided in pod spec; priority admission controller computed ${found.value} from the given PriorityClass name`,
    );
  }
  spec.priority = found.value;
  const { preemptionPolicy } = found;
  if (preemptionPolicy === undefined) return;
  if (spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== preemptionPolicy) {
    throw refuseObject(
      resource,
      pod,
      `the string value of PreemptionPolicy (${spec.preemptionPolicy}) must not be provided in pod spec; priority admission controller computed ${preemptionPolicy} from the given PriorityClass name`,
    );
  }
  spec.preemptionPolicy = preemptionPolicy;
}

/** There is one class for everybody at most. Throws a 403. */
export function judgePriorityClass(storage: Storage, resource: Resource, object: KubeObject): void {
  if (object.globalDefault !== true) return;
  const known = globalDefault(storage);
  if (!known || known.metadata.name === object.metadata.name) return;
  const { name } = known.metadata;
  throw refuseObject(
    resource,
    object,
    `PriorityClass ${name} is already marked as default. Only one default can exist`,
  );
}

function namedClass(storage: Storage, name: string): PriorityClass | undefined {
  const object = storage.get(priorityClasses, undefined, name);
  if (object) return classOf(object);
  const value = systemClasses.get(name);
  return value === undefined ? undefined : { name, value, preemptionPolicy: 'PreemptLowerPriority' };
}

/** Those that an API server makes for itself. */
const systemClasses = new Map([
  ['system-cluster-critical', 2_000_000_000],
  ['system-node-critical', 2_000_001_000],
]);

function defaultClass(storage: Storage): PriorityClass {
  const known = globalDefault(storage);
  return known ? classOf(known) : { name: '', value: 0, preemptionPolicy: 'PreemptLowerPriority' };
}

function globalDefault(storage: Storage): KubeObject | undefined {
  const all = storage.snapshot(priorityClasses).objects.filter((object) => object.globalDefault === true);
  return all.sort((left, right) => Number(left.value) - Number(right.value))[0];
}

function classOf(object: KubeObject): PriorityClass {
  const { preemptionPolicy } = object as { preemptionPolicy?: string };
  return { name: object.metadata.name ?? '', value: Number(object.value), preemptionPolicy };
}
