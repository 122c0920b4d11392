import type { KubeObject, ResourceName } from '../object-store.ts';
import type { Attributes } from './attributes.ts';
import { allows, type PolicyRule, rulesOf } from './rules.ts';
import { mastersGroup, serviceAccountOf, type User } from './user.ts';

/** Whether something is allowed, and by what. */
export interface Decision {
  readonly allowed: boolean;
  /** In the server's words; empty where no rule says anything. */
  readonly reason: string;
}

/** Where roles and bindings are read. */
export interface RoleStore {
  get(resource: ResourceName, namespace: string | undefined, name: string): KubeObject | undefined;
  snapshot(
    resource: ResourceName,
    namespace: string | undefined,
  ): { readonly objects: readonly KubeObject[] };
}

const group = 'rbac.authorization.k8s.io';
const clusterRoles: ResourceName = { group, plural: 'clusterroles' };
const roles: ResourceName = { group, plural: 'roles' };
const clusterRoleBindings: ResourceName = { group, plural: 'clusterrolebindings' };
const roleBindings: ResourceName = { group, plural: 'rolebindings' };

/** Judges by the roles and bindings that are stored. */
export class Authorizer {
  readonly #store: RoleStore;

  constructor(store: RoleStore) {
    this.#store = store;
  }

  decide(user: User, attributes: Attributes): Decision {
    if (user.groups.includes(mastersGroup)) return { allowed: true, reason: '' };
    for (const { rules, reason } of this.#grants(user, 'path' in attributes ? '' : attributes.namespace)) {
      if (rules.some((rule) => allows(rule, attributes))) return { allowed: true, reason: reason() };
    }
    return { allowed: false, reason: '' };
  }

  /** Everything that holds for a user in a namespace, or, where it is empty, everywhere. */
  rules(user: User, namespace: string): PolicyRule[] {
    const everything: PolicyRule[] = user.groups.includes(mastersGroup) ? allRules : [];
    return [...everything, ...[...this.#grants(user, namespace)].flatMap(({ rules }) => rules)];
  }

  /** The rules of the role that a binding names; undefined where there is none. */
  rulesOfRole(kind: string, namespace: string | undefined, name: string): PolicyRule[] | undefined {
    const role =
      kind === 'ClusterRole'
        ? this.#store.get(clusterRoles, undefined, name)
        : this.#store.get(roles, namespace, name);
    return role && rulesOf(role);
  }

  *#grants(user: User, namespace: string): Generator<{ rules: PolicyRule[]; reason: () => string }> {
    for (const binding of this.#store.snapshot(clusterRoleBindings, undefined).objects) {
      yield* this.#grantsOf(user, binding, undefined);
    }
    if (namespace === '') return;
    for (const binding of this.#store.snapshot(roleBindings, namespace).objects) {
      yield* this.#grantsOf(user, binding, namespace);
    }
  }

  *#grantsOf(user: User, binding: KubeObject, namespace: string | undefined) {
    const { subjects, roleRef } = binding as {
      subjects?: unknown;
      roleRef?: { kind?: string; name?: string };
    };
    const subject = (Array.isArray(subjects) ? (subjects as Subject[]) : []).find((one) =>
      isMeant(one, user, namespace),
    );
    if (!subject || roleRef?.kind === undefined || roleRef.name === undefined) return;
    const { kind, name } = roleRef;
    const bindingName = binding.metadata.name ?? '';
    yield {
      rules: this.rulesOfRole(kind, namespace, name) ?? [],
      reason: () =>
        namespace === undefined
          ? `RBAC: allowed by ClusterRoleBinding "${bindingName}" of ClusterRole "${name}" to ${wordsOf(subject)}`
          : `RBAC: allowed by RoleBinding "${bindingName}/${namespace}" of ${kind} "${name}" to ${wordsOf(subject)}`,
    };
  }
}

interface Subject {
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
}

function isMeant(subject: Subject, user: User, namespace: string | undefined): boolean {
  switch (subject.kind) {
    case 'User':
      return subject.name === user.username;
    case 'Group':
      return user.groups.includes(subject.name ?? '');
    case 'ServiceAccount': {
      const account = serviceAccountOf(user.username);
      // A binding's own namespace is meant where it names none.
      return account?.name === subject.name && account?.namespace === (subject.namespace || namespace);
    }
    default:
      return false;
  }
}

function wordsOf({ kind, name, namespace }: Subject): string {
  return kind === 'ServiceAccount' ? `ServiceAccount "${name}/${namespace}"` : `${kind} "${name}"`;
}

const nothing = { apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [] };

const allRules: PolicyRule[] = [
  { ...nothing, verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { ...nothing, verbs: ['*'], nonResourceURLs: ['*'] },
];
