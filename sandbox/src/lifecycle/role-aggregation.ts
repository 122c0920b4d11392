import type { KubeObject, ObjectStore } from '../object-store.ts';
import { selects } from '../selectors/label-selector.ts';
import { jsonEqual } from '../store/json.ts';

const clusterRoles = { group: 'rbac.authorization.k8s.io', plural: 'clusterroles' };
const manager = 'clusterrole-aggregation-controller';

/** Keeps the rules of ClusterRoles that aggregate others: theirs together, each once, in the order of the roles' names. */
export class RoleAggregation {
  readonly #store: ObjectStore;
  readonly #subscription: { dispose(): void };

  constructor(store: ObjectStore) {
    this.#store = store;
    this.#subscription = store.subscribe(clusterRoles, () => this.#aggregateAll());
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #aggregateAll(): void {
    const all = this.#store.list(clusterRoles);
    for (const role of all) {
      if (!selectorsOf(role)) continue;
      const rules = aggregated(role, all);
      if (jsonEqual(rules, role.rules ?? null)) continue;
      this.#store.update(clusterRoles, undefined, role.metadata.name!, manager, (copy) => {
        copy.rules = rules;
      });
    }
  }
}

function selectorsOf({ aggregationRule }: KubeObject): unknown[] | undefined {
  const selectors = (aggregationRule as { clusterRoleSelectors?: unknown } | undefined)?.clusterRoleSelectors;
  return Array.isArray(selectors) && selectors.length > 0 ? selectors : undefined;
}

function aggregated(role: KubeObject, all: readonly KubeObject[]): unknown[] | null {
  const rules: unknown[] = [];
  for (const selector of selectorsOf(role) ?? []) {
    for (const other of all) {
      if (other.metadata.name === role.metadata.name || !selects(selector, other.metadata.labels)) continue;
      for (const rule of Array.isArray(other.rules) ? other.rules : []) {
        if (!rules.some((known) => jsonEqual(known, rule))) rules.push(rule);
      }
    }
  }
  return rules.length > 0 ? rules : null;
}
