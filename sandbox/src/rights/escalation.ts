import { forbidden, notFound } from '../errors.ts';
import type { KubeObject } from '../object-store.ts';
import type { Resource } from '../resources/resource.ts';
import { jsonEqual } from '../store/json.ts';
import type { Authorizer } from './authorizer.ts';
import { notCovered, type PolicyRule, rulesOf } from './rules.ts';
import { mastersGroup, type User } from './user.ts';

/** A role or a binding that somebody writes. */
export interface RoleWrite {
  readonly user: User;
  readonly authorizer: Authorizer;
  readonly resource: Resource;
  readonly namespace: string | undefined;
  readonly object: KubeObject;
  readonly before: KubeObject | undefined;
}

/**
 * Nobody gives away what they have not: who writes a role needs all of its rules or the verb `escalate`, who binds one its
 * rules or the verb `bind`. Throws the `StatusError` that the API server answers.
 */
export function checkEscalation(write: RoleWrite): void {
  const { resource, user } = write;
  if (resource.kind.group !== 'rbac.authorization.k8s.io' || user.groups.includes(mastersGroup)) return;
  const { plural } = resource.kind;
  if (plural === 'roles' || plural === 'clusterroles') checkRole(write);
  if (plural === 'rolebindings' || plural === 'clusterrolebindings') checkBinding(write);
}

function checkRole(write: RoleWrite): void {
  const { object, before, resource } = write;
  const isSame = before !== undefined && jsonEqual(partsOfRole(before), partsOfRole(object));
  if (isSame || may(write, 'escalate', resource.kind.plural, object.metadata.name ?? '')) return;
  refuseMissing(write, rulesOf(object));
}

function partsOfRole({ rules, aggregationRule }: KubeObject): unknown {
  return { rules: rules ?? null, aggregationRule: aggregationRule ?? null };
}

function checkBinding(write: RoleWrite): void {
  const { object, before, namespace, resource, authorizer } = write;
  const isSame =
    before !== undefined &&
    jsonEqual(before.roleRef ?? null, object.roleRef ?? null) &&
    jsonEqual(before.subjects ?? null, object.subjects ?? null);
  if (isSame) return;
  const { kind = '', name = '' } = (object.roleRef ?? {}) as { kind?: string; name?: string };
  if (may(write, 'bind', kind === 'ClusterRole' ? 'clusterroles' : 'roles', name)) return;
  const rules = authorizer.rulesOfRole(kind, namespace, name);
  if (!rules) throw notFound(resource.kind, name);
  refuseMissing(write, rules);
}

function may(
  { user, authorizer, namespace, resource }: RoleWrite,
  verb: string,
  plural: string,
  name: string,
) {
  const { group, version } = resource.kind;
  return authorizer.decide(user, {
    verb,
    group,
    version,
    resource: plural,
    subresource: '',
    namespace: namespace ?? '',
    name,
  }).allowed;
}

function refuseMissing(
  { user, authorizer, resource, namespace, object }: RoleWrite,
  rules: PolicyRule[],
): void {
  const own = authorizer.rules(user, namespace ?? '');
  const missing = rules.flatMap((rule) => notCovered(rule, own));
  if (missing.length === 0) return;
  const groups = user.groups.map((group) => JSON.stringify(group)).join(' ');
  throw forbidden(
    resource.kind,
    object.metadata.name ?? '',
    `user ${JSON.stringify(user.username)} (groups=[${groups}]) is attempting to grant RBAC permissions not currently held:\n${linesOf(missing).join('\n')}`,
  );
}

/** Rules of one verb each, those that differ by it alone in one line. */
function linesOf(rules: readonly PolicyRule[]): string[] {
  const verbs = new Map<string, string[]>();
  for (const { apiGroups, resources, resourceNames, nonResourceURLs, verbs: own } of rules) {
    const parts = [
      listed('APIGroups', apiGroups),
      listed('Resources', resources),
      listed('ResourceNames', resourceNames),
      listed('NonResourceURLs', nonResourceURLs),
    ];
    const what = parts.filter((part) => part !== '').join(', ');
    verbs.set(what, [...(verbs.get(what) ?? []), ...own]);
  }
  return [...verbs].map(([what, own]) => `{${what}, ${listed('Verbs', [...new Set(own)])}}`).toSorted();
}

function listed(name: string, all: readonly string[]): string {
  return all.length === 0 ? '' : `${name}:[${all.map((one) => JSON.stringify(one)).join(' ')}]`;
}
