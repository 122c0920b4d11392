import { formatQuantity } from '../../../server/src/rules/formats/quantity.ts';
import { quotaResources, usedOfQuota } from '../admission/resource-quotas.ts';
import type { Clock } from '../clock.ts';
import { keyOf, splitKey, WorkQueue } from '../controllers/work-queue.ts';
import type { KubeObject, ObjectStore, ResourceName } from '../object-store.ts';
import { jsonEqual } from '../store/json.ts';

const resourceQuotas = { group: '', plural: 'resourcequotas' };
const manager = 'kube-controller-manager';
/** Changes that come together are counted together. */
const settled = 50;

/** Keeps in the status of every ResourceQuota what it limits and how much of that is used. */
export class QuotaUsage {
  readonly #store: ObjectStore;
  readonly #queue: WorkQueue;
  /** Names of the quotas by their namespaces. */
  readonly #quotas = new Map<string, Set<string>>();
  /** What quotas count, followed since one asked for it. */
  readonly #followed = new Map<string, { dispose(): void }>();
  readonly #waiting = new Set<string>();

  constructor(store: ObjectStore, clock: Clock) {
    this.#store = store;
    this.#queue = new WorkQueue(clock, (key) => this.#count(key));
    this.#followed.set(
      keyOfResource(resourceQuotas),
      store.subscribe(resourceQuotas, ({ type, object }) => this.#notice(type, object)),
    );
  }

  dispose(): void {
    this.#queue.dispose();
    for (const subscription of this.#followed.values()) subscription.dispose();
  }

  #notice(type: string, quota: KubeObject): void {
    const { namespace = '', name = '' } = quota.metadata;
    const known = this.#quotas.get(namespace) ?? new Set();
    this.#quotas.set(namespace, known);
    if (type === 'DELETED') known.delete(name);
    else known.add(name);
    if (known.size === 0) this.#quotas.delete(namespace);
    for (const resource of quotaResources(quota)) this.#follow(resource);
    this.#changed(namespace);
  }

  #follow(resource: ResourceName): void {
    const key = keyOfResource(resource);
    if (this.#followed.has(key)) return;
    const subscription = this.#store.subscribe(resource, ({ object }) =>
      this.#changed(object.metadata.namespace ?? ''),
    );
    this.#followed.set(key, subscription);
  }

  #changed(namespace: string): void {
    for (const name of this.#quotas.get(namespace) ?? []) {
      const key = keyOf({ namespace, name });
      if (this.#waiting.has(key)) continue;
      this.#waiting.add(key);
      this.#queue.addAfter(key, settled);
    }
  }

  #count(key: string): void {
    this.#waiting.delete(key);
    const { namespace, name } = splitKey(key);
    const quota = this.#store.get(resourceQuotas, namespace, name);
    if (!quota) return;
    const { hard } = (quota.spec ?? {}) as { hard?: Record<string, string> };
    if (!hard || Object.keys(hard).length === 0) return;
    const objectsOf = (resource: ResourceName) => this.#store.list(resource, namespace);
    const counted = [...usedOfQuota(quota, objectsOf)].sort(([left], [right]) => (left < right ? -1 : 1));
    const used = Object.fromEntries(counted.map(([each, amount]) => [each, formatQuantity(amount)]));
    const status = { hard, used };
    if (jsonEqual(quota.status ?? {}, status)) return;
    const write = (copy: KubeObject) => {
      copy.status = status;
    };
    this.#store.update(resourceQuotas, namespace, name, manager, write, 'status');
  }
}

function keyOfResource({ group, plural }: ResourceName): string {
  return `${plural}.${group}`;
}
