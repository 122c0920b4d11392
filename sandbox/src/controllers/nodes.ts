import { type Clock, timestamp } from '../clock.ts';
import type { KubeObject, ObjectStore } from '../object-store.ts';
import { startController, writeStatus } from './controller.ts';
import { healthyConditions } from './node.ts';
import { nodeAddress, nodeName, resources } from './objects.ts';

/**
 * Keeps every node that somebody makes Ready, as if it had a kubelet, and gives nodes the taints that a controller gives them:
 * none while they are Ready, but that of cordoned ones.
 */
export function startNodes(store: ObjectStore, clock: Clock): { dispose(): void } {
  return startController(store, clock, {
    resource: resources.nodes,
    kind: 'Node',
    owned: [],
    reconcile(node) {
      if (node.metadata.name !== nodeName && !isReady(node)) makeReady(store, clock, node);
      taint(store, clock, node);
    },
  });
}

interface NodeStatus extends Record<string, unknown> {
  readonly addresses?: readonly unknown[];
  readonly conditions?: readonly { readonly type?: string; readonly status?: string }[];
}

interface Taint {
  readonly key?: string;
  readonly effect?: string;
}

function isReady({ status }: KubeObject): boolean {
  const { conditions = [] } = (status ?? {}) as NodeStatus;
  return conditions.some(({ type, status: answer }) => type === 'Ready' && answer === 'True');
}

function makeReady(store: ObjectStore, clock: Clock, node: KubeObject): void {
  const status = (node.status ?? {}) as NodeStatus;
  const conditions = healthyConditions(timestamp(clock.now()));
  const own = new Set<unknown>(conditions.map(({ type }) => type));
  const addresses = [
    { type: 'InternalIP', address: nodeAddress },
    { type: 'Hostname', address: node.metadata.name },
  ];
  writeStatus(store, resources.nodes, node, {
    ...status,
    addresses: status.addresses ?? addresses,
    conditions: [...(status.conditions ?? []).filter(({ type }) => !own.has(type)), ...conditions],
  });
}

const notReady = 'node.kubernetes.io/not-ready';
const cordoned: Taint = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' };

function taint(store: ObjectStore, clock: Clock, node: KubeObject): void {
  const { taints = [], unschedulable } = (node.spec ?? {}) as { taints?: Taint[]; unschedulable?: boolean };
  const others = taints.filter(({ key }) => key !== notReady && key !== cordoned.key);
  const known = taints.find(({ key }) => key === cordoned.key);
  const added = known ?? { ...cordoned, timeAdded: timestamp(clock.now()) };
  const wanted = unschedulable ? [...others, added] : others;
  if (JSON.stringify(wanted.map(nameOf)) === JSON.stringify(taints.map(nameOf))) return;
  store.update(resources.nodes, undefined, node.metadata.name!, 'kube-controller-manager', (copy) => {
    const { taints: _taints, ...spec } = (copy.spec ?? {}) as Record<string, unknown>;
    copy.spec = wanted.length > 0 ? { ...spec, taints: wanted } : spec;
  });
}

function nameOf({ key, effect }: Taint): string {
  return `${key}:${effect}`;
}
