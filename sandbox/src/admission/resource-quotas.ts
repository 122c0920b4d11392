import { formatQuantity, type Quantity } from '../../../server/src/rules/formats/quantity.ts';
import type { KubeObject, ResourceName } from '../object-store.ts';
import type { Resource } from '../resources/resource.ts';
import type { Storage } from '../store/storage.ts';
import { type Amounts, added, amountsOf, podAmounts } from './amounts.ts';
import { type PodSpec, podSpecOf, type ResourceList } from './pod-spec.ts';
import { refuseObject } from './refuse-object.ts';

/** A new object keeps to the quotas of its namespace, counted with all that is there. Throws a 403. */
export function judgeQuotas(storage: Storage, resource: Resource, object: KubeObject): void {
  const { namespace } = object.metadata;
  const quotas = storage.snapshot(resourceQuotas, namespace).objects;
  if (namespace === undefined || quotas.length === 0) return;
  const requested = usageOf(resource, object);
  for (const quota of quotas) {
    const spec = (quota.spec ?? {}) as QuotaSpec;
    if (!isInScope(spec, resource, object)) continue;
    const hard = amountsOf(spec.hard);
    const missing = isPod(resource) ? missingAmounts(podSpecOf(object), hard) : '';
    if (missing)
      throw refuseObject(resource, object, `failed quota: ${quota.metadata.name}: must specify ${missing}`);
    const asked = new Map([...requested].filter(([name]) => hard.has(name)));
    if (asked.size === 0) continue;
    const used = usedIn(storage, resource, namespace, spec);
    const after = added(used, asked);
    const exceeded = [...asked.keys()]
      .filter((name) => after.get(name)!.billionths > hard.get(name)!.billionths)
      .sort();
    if (exceeded.length === 0) continue;
    const shown = (amounts: Amounts) =>
      exceeded.map((name) => `${name}=${amountText(amounts.get(name))}`).join(',');
    throw refuseObject(
      resource,
      object,
      `exceeded quota: ${quota.metadata.name}, requested: ${shown(asked)}, used: ${shown(used)}, limited: ${shown(hard)}`,
    );
  }
}

/** Which resources a quota counts objects of, by the names of what it limits. */
export function quotaResources(quota: KubeObject): ResourceName[] {
  const { hard } = (quota.spec ?? {}) as QuotaSpec;
  return Object.keys(hard ?? {}).flatMap((name) => resourceCountedBy(name) ?? []);
}

/** How much is used of each amount that a quota limits, zeros too; of what the server cannot count nothing is said. */
export function usedOfQuota(
  quota: KubeObject,
  objectsOf: (resource: ResourceName) => readonly KubeObject[],
): Amounts {
  const spec = (quota.spec ?? {}) as QuotaSpec;
  const used = new Map<string, Quantity>();
  const amounts = new Map<string, Amounts>();
  for (const [name, { format }] of amountsOf(spec.hard)) {
    const resource = resourceCountedBy(name);
    if (!resource) continue;
    const key = `${resource.plural}.${resource.group}`;
    const all = amounts.get(key) ?? usedAmong(objectsOf(resource), { storage: resource }, spec);
    amounts.set(key, all);
    used.set(name, all.get(name) ?? { billionths: 0n, format });
  }
  return used;
}

/** `count/deployments.apps` counts Deployments, `requests.cpu` is of Pods. */
function resourceCountedBy(name: string): ResourceName | undefined {
  const [, plural = '', group = ''] = /^count\/([^.]+)(?:\.(.+))?$/.exec(name) ?? [];
  if (plural !== '') return { group, plural };
  if (counted.has(name)) return { group: '', plural: name };
  if (name.startsWith('services.')) return { group: '', plural: 'services' };
  if (name === 'requests.storage' || name.includes('.storageclass.storage.k8s.io/')) {
    return { group: '', plural: 'persistentvolumeclaims' };
  }
  const isOfPods = computed.has(name) || /^(?:requests|limits)\./.test(name);
  return isOfPods ? { group: '', plural: 'pods' } : undefined;
}

const resourceQuotas = { group: '', plural: 'resourcequotas' };

/** What is counted. */
type Counted = Pick<Resource, 'storage'>;

interface QuotaSpec {
  hard?: ResourceList;
  scopes?: string[];
}

function amountText(amount: Quantity | undefined): string {
  return amount ? formatQuantity(amount) : '0';
}

function usedIn(storage: Storage, resource: Resource, namespace: string, spec: QuotaSpec): Amounts {
  return usedAmong(storage.snapshot(resource.storage, namespace).objects, resource, spec);
}

function usedAmong(objects: readonly KubeObject[], resource: Counted, spec: QuotaSpec): Amounts {
  let used: Amounts = new Map();
  for (const object of objects) {
    if (isInScope(spec, resource, object) && !isOver(resource, object))
      used = added(used, usageOf(resource, object));
  }
  return used;
}

/** A Pod that has ended counts no more. */
function isOver(resource: Counted, { status }: KubeObject): boolean {
  const phase = (status as { phase?: string } | undefined)?.phase;
  return isPod(resource) && (phase === 'Succeeded' || phase === 'Failed');
}

function isPod({ storage }: Counted): boolean {
  return storage.group === '' && storage.plural === 'pods';
}

/** Scopes are about Pods: a quota that has any counts nothing else. */
function isInScope({ scopes = [] }: QuotaSpec, resource: Counted, object: KubeObject): boolean {
  if (scopes.length === 0) return true;
  if (!isPod(resource)) return false;
  const spec = podSpecOf({ ...object });
  const ends = spec.activeDeadlineSeconds !== undefined;
  const isBestEffort = (spec.containers ?? []).every(
    ({ resources }) => Object.keys({ ...resources?.requests, ...resources?.limits }).length === 0,
  );
  const holds: Readonly<Record<string, boolean>> = {
    Terminating: ends,
    NotTerminating: !ends,
    BestEffort: isBestEffort,
    NotBestEffort: !isBestEffort,
  };
  return scopes.every((scope) => holds[scope] ?? false);
}

const one: Quantity = { billionths: 1_000_000_000n, format: 'decimal' };

/** What an object takes of a quota, by the names that a quota has for it. */
function usageOf(resource: Counted, object: KubeObject): Amounts {
  const { group, plural } = resource.storage;
  const usage = new Map<string, Quantity>([[`count/${plural}${group && `.${group}`}`, one]]);
  if (group !== '') return usage;
  if (counted.has(plural)) usage.set(plural, one);
  if (plural === 'pods') return added(usage, podUsage(podSpecOf({ ...object })));
  if (plural === 'services') return added(usage, serviceUsage(object));
  return plural === 'persistentvolumeclaims' ? added(usage, claimUsage(object)) : usage;
}

const counted = new Set([
  'configmaps',
  'persistentvolumeclaims',
  'pods',
  'replicationcontrollers',
  'resourcequotas',
  'secrets',
  'services',
]);

function podUsage(spec: PodSpec): Amounts {
  const usage = new Map<string, Quantity>();
  for (const [name, amount] of podAmounts(spec, 'requests')) {
    if (computed.has(name)) usage.set(name, amount);
    usage.set(`requests.${name}`, amount);
  }
  for (const [name, amount] of podAmounts(spec, 'limits')) {
    if (computed.has(name)) usage.set(`limits.${name}`, amount);
  }
  return usage;
}

/** The resources that every node has. */
const computed = new Set(['cpu', 'memory', 'ephemeral-storage']);

function serviceUsage({ spec }: KubeObject): Amounts {
  const { type, ports = [] } = (spec ?? {}) as { type?: string; ports?: { nodePort?: number }[] };
  const usage = new Map<string, Quantity>();
  const nodePorts = type === 'NodePort' ? ports.length : ports.filter(({ nodePort }) => nodePort).length;
  if (type === 'NodePort' || type === 'LoadBalancer') {
    usage.set('services.nodeports', { ...one, billionths: one.billionths * BigInt(nodePorts) });
  }
  if (type === 'LoadBalancer') usage.set('services.loadbalancers', one);
  return usage;
}

function claimUsage({ spec }: KubeObject): Amounts {
  const { resources, storageClassName } = (spec ?? {}) as {
    resources?: { requests?: ResourceList };
    storageClassName?: string;
  };
  const usage = new Map<string, Quantity>();
  const prefix = `${storageClassName}.storageclass.storage.k8s.io/`;
  if (storageClassName) usage.set(`${prefix}persistentvolumeclaims`, one);
  const storage = amountsOf(resources?.requests).get('storage');
  if (!storage) return usage;
  usage.set('requests.storage', storage);
  if (storageClassName) usage.set(`${prefix}requests.storage`, storage);
  return usage;
}

/** What a quota limits has to be said by every container: `requests.cpu for: main`. */
function missingAmounts({ containers = [], initContainers = [] }: PodSpec, hard: Amounts): string {
  const missing: string[] = [];
  for (const name of [...hard.keys()].filter((each) => mustBeSaid.has(each)).sort()) {
    const [part, amount] = partOf(name);
    const without = [...containers, ...initContainers]
      .filter(({ resources }) => resources?.[part]?.[amount] === undefined)
      .map((container) => container.name ?? '');
    if (without.length > 0) missing.push(`${name} for: ${[...new Set(without)].sort().join(',')}`);
  }
  return missing.join('; ');
}

/** Since these are older than the others, Pods may not be silent about them. */
const mustBeSaid = new Set([
  'cpu',
  'memory',
  'requests.cpu',
  'requests.memory',
  'limits.cpu',
  'limits.memory',
]);

function partOf(name: string): ['requests' | 'limits', string] {
  const dot = name.indexOf('.');
  if (dot < 0) return ['requests', name];
  return [name.startsWith('limits.') ? 'limits' : 'requests', name.slice(dot + 1)];
}
