import { BlockList, isIPv6 } from 'node:net';
import { type Clock, timestamp } from '../clock.ts';
import type { KubeObject, ManagedFieldsEntry, ObjectStore } from '../object-store.ts';
import { type Condition, resources, withConditionInPlace } from './objects.ts';
import { keyOf, splitKey, WorkQueue } from './work-queue.ts';

/** Holds a ServiceCIDR until no address of it is in use. */
const protection = 'networking.k8s.io/service-cidr-finalizer';

/** So long after its deletion nobody takes an address of a ServiceCIDR any more. */
const releaseMilliseconds = 10_000;

/**
 * Protects every ServiceCIDR and says that it is ready; one that is deleted goes some seconds later, or once none of its
 * addresses is in use, as the controller-manager of Kubernetes 1.35 does.
 */
export function startServiceCidrs(store: ObjectStore, clock: Clock): { dispose(): void } {
  const queue = new WorkQueue(clock, (key) => {
    const { name } = splitKey(key);
    const cidr = store.get(resources.serviceCidrs, undefined, name);
    if (!cidr) return;
    if (!cidr.metadata.deletionTimestamp) protect(store, clock, cidr);
    else if (isInUse(store, cidr)) say(store, clock, cidr, stillInUse);
    else if (remaining(cidr, clock) > 0) queue.addAfter(key, remaining(cidr, clock));
    else release(store, name);
  });
  const addAll = () => {
    for (const { metadata } of store.list(resources.serviceCidrs)) queue.add(keyOf(metadata));
  };
  const subscriptions = [
    store.subscribe(resources.serviceCidrs, addAll),
    store.subscribe(resources.ipAddresses, ({ type }) => type === 'DELETED' && addAll()),
  ];
  addAll();
  return {
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
      queue.dispose();
    },
  };
}

const ready: Condition = {
  type: 'Ready',
  status: 'True',
  reason: '',
  message: 'Kubernetes Service CIDR is ready',
};

const stillInUse: Condition = {
  type: 'Ready',
  status: 'False',
  reason: 'Terminating',
  message:
    'There are still IPAddresses referencing the ServiceCIDR, please remove them or create a new ServiceCIDR',
};

function protect(store: ObjectStore, clock: Clock, cidr: KubeObject): void {
  const { name = '', finalizers = [] } = cidr.metadata;
  if (!finalizers.includes(protection)) {
    store.update(resources.serviceCidrs, undefined, name, 'kube-controller-manager', ({ metadata }) => {
      metadata.finalizers = [...(metadata.finalizers ?? []), protection];
    });
  }
  say(store, clock, cidr, ready);
}

/** By an apply of the condition, which nobody else owns before. Writes only what is not said yet. */
function say(
  store: ObjectStore,
  clock: Clock,
  { metadata: { name = '' } }: KubeObject,
  condition: Condition,
): void {
  const conditions = conditionsOf(store.get(resources.serviceCidrs, undefined, name));
  if (conditions.some(({ type, status }) => type === condition.type && status === condition.status)) return;
  const now = timestamp(clock.now());
  store.amend(resources.serviceCidrs, undefined, name, (object) => ({
    ...object,
    metadata: {
      ...object.metadata,
      managedFields: withOwner(object.metadata.managedFields ?? [], object.apiVersion, now),
    },
    status: { ...(object.status as object), conditions: withConditionInPlace(conditions, condition, now) },
  }));
}

function conditionsOf(cidr: KubeObject | undefined): readonly Condition[] {
  return (cidr?.status as { conditions?: Condition[] } | undefined)?.conditions ?? [];
}

const owner = { manager: 'service-cidr-controller', operation: 'Apply', subresource: 'status' } as const;

/** Appliers come before all others. */
function withOwner(
  entries: readonly ManagedFieldsEntry[],
  apiVersion: string,
  time: string,
): ManagedFieldsEntry[] {
  const others = entries.filter(({ manager }) => manager !== owner.manager);
  const field = { '.': {}, 'f:lastTransitionTime': {}, 'f:message': {}, 'f:reason': {}, 'f:status': {} };
  const fieldsV1 = {
    'f:status': { 'f:conditions': { 'k:{"type":"Ready"}': { ...field, 'f:type': {} } } },
  };
  return [
    ...others.filter(({ operation }) => operation === 'Apply'),
    { ...owner, apiVersion, time, fieldsType: 'FieldsV1', fieldsV1 },
    ...others.filter(({ operation }) => operation !== 'Apply'),
  ];
}

function remaining({ metadata }: KubeObject, clock: Clock): number {
  return Date.parse(metadata.deletionTimestamp ?? '') + releaseMilliseconds - clock.now();
}

function release(store: ObjectStore, name: string): void {
  store.update(resources.serviceCidrs, undefined, name, 'kube-controller-manager', ({ metadata }) => {
    const left = (metadata.finalizers ?? []).filter((one) => one !== protection);
    if (left.length > 0) metadata.finalizers = left;
    else delete metadata.finalizers;
  });
}

/** Whether an address is of this ServiceCIDR and of no other one that stays. */
function isInUse(store: ObjectStore, cidr: KubeObject): boolean {
  const own = blocksOf([cidr]);
  const others = blocksOf(
    store
      .list(resources.serviceCidrs)
      .filter(({ metadata }) => metadata.name !== cidr.metadata.name && !metadata.deletionTimestamp),
  );
  return store.list(resources.ipAddresses).some(({ metadata: { name = '' } }) => {
    const family = isIPv6(name) ? 'ipv6' : 'ipv4';
    return own.check(name, family) && !others.check(name, family);
  });
}

function blocksOf(cidrs: readonly KubeObject[]): BlockList {
  const blocks = new BlockList();
  for (const { spec } of cidrs) {
    for (const cidr of (spec as { cidrs?: string[] } | undefined)?.cidrs ?? []) {
      const [address = '', bits] = cidr.split('/');
      blocks.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
    }
  }
  return blocks;
}
