import { allowsResource, type ResourceRule } from '../../../../server/src/rules/rbac/allowed-by-rule.ts';
import type { KubeObject, Resource } from '../kube-object.ts';
import { field, listOf, textOf, textsOf } from '../wrong-answer.ts';

/** What RBAC judges by, as it was read. */
export interface AccessObjects {
  readonly clusterRoles: readonly KubeObject[];
  readonly roles: readonly KubeObject[];
  readonly clusterRoleBindings: readonly KubeObject[];
  readonly roleBindings: readonly KubeObject[];
}

/** Whom a binding means. */
export interface Subject {
  readonly kind: 'User' | 'Group' | 'ServiceAccount';
  readonly name: string;
  /** Of a ServiceAccount. */
  readonly namespace: string | undefined;
}

/** What a binding lets its subjects do with a kind. */
export interface Grant {
  /** Verbs of the objects themselves, and of their parts: `get`, `log: get`. */
  readonly verbs: readonly string[];
  /** The namespace in which it holds; undefined for everywhere. */
  readonly namespace: string | undefined;
  /** The only objects that it is about; empty for all. */
  readonly names: readonly string[];
  readonly binding: { readonly kind: string; readonly name: string };
  readonly role: { readonly kind: string; readonly name: string };
}

/** Everything that one subject may do with a kind. */
export interface SubjectAccess {
  readonly subject: Subject;
  readonly grants: readonly Grant[];
}

/**
 * Who may do what with the objects of a kind, by RBAC alone, as kube-apiserver's authorizer reads it: by subject, then by
 * binding; what holds everywhere first.
 */
export function whoCan(objects: AccessObjects, resource: Resource): SubjectAccess[] {
  const clusterRoles = new Map(objects.clusterRoles.map((role) => [role.metadata.name, role]));
  const roles = new Map(
    objects.roles.map((role) => [keyOf(role.metadata.namespace, role.metadata.name), role]),
  );
  const found = new Map<string, { subject: Subject; grants: Grant[] }>();
  for (const binding of [...objects.clusterRoleBindings, ...objects.roleBindings]) {
    const { namespace, name = '' } = binding.metadata;
    const kind = namespace === undefined ? 'ClusterRoleBinding' : 'RoleBinding';
    const roleRef = field(binding, 'roleRef');
    const role = { kind: textOf(roleRef, 'kind') ?? '', name: textOf(roleRef, 'name') ?? '' };
    const bound =
      role.kind === 'ClusterRole' ? clusterRoles.get(role.name) : roles.get(keyOf(namespace, role.name));
    const allowed = bound ? allowedBy(rulesOf(bound), resource, namespace) : [];
    for (const subject of subjectsOf(binding)) {
      const key = `${subject.kind}/${keyOf(subject.namespace, subject.name)}`;
      const known = found.get(key) ?? { subject, grants: [] };
      for (const { verbs, names } of allowed) {
        known.grants.push({ verbs, names, namespace, binding: { kind, name }, role });
      }
      if (known.grants.length > 0) found.set(key, known);
    }
  }
  return [...found.values()].sort((one, other) => inOrder(one.subject, other.subject));
}

/** What rules allow of a kind: of all its objects, and of each set of names that they give. */
function allowedBy(
  rules: readonly ResourceRule[],
  resource: Resource,
  namespace: string | undefined,
): { verbs: string[]; names: readonly string[] }[] {
  const asked = askedOf(resource, namespace);
  const whole = rules.filter(({ resourceNames }) => resourceNames.length === 0);
  const sets = new Map<string, { names: readonly string[]; rules: ResourceRule[] }>();
  for (const rule of rules.filter(({ resourceNames }) => resourceNames.length > 0)) {
    const names = [...new Set(rule.resourceNames)].sort();
    const known = sets.get(JSON.stringify(names)) ?? { names, rules: [] };
    known.rules.push(rule);
    sets.set(JSON.stringify(names), known);
  }
  // A Namespace stands in itself: a role that is bound in it allows what is done to it alone.
  const own = isNamespaces(resource) && namespace !== undefined ? [namespace] : [];
  const all = { names: own, verbs: verbsAllowed(whole, asked, own[0] ?? '') };
  const named = [...sets.values()]
    .filter(({ names }) => own.every((name) => names.includes(name)))
    .map((set) => ({
      names: own.length > 0 ? own : set.names,
      // What is allowed of all objects need not be said of some once more.
      verbs: verbsAllowed(set.rules, asked.filter(isOfOne), own[0] ?? set.names[0] ?? '').filter(
        (verb) => !all.verbs.includes(verb),
      ),
    }));
  return [all, ...named].filter(({ verbs }) => verbs.length > 0);
}

/** A verb of the objects of a kind, or of a part of them. */
interface AskedVerb {
  readonly words: string;
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
}

/** Verbs that are about many objects, so that no namespace is that of a Namespace. */
const ofMany = ['create', 'deletecollection', 'list', 'watch'];

function askedOf(resource: Resource, namespace: string | undefined): AskedVerb[] {
  const { group, plural, verbs, subresources, scope } = resource;
  const isBound = namespace !== undefined;
  if (scope === 'Cluster' && isBound && !isNamespaces(resource)) return [];
  const own = verbs
    .filter((verb) => !(isBound && isNamespaces(resource) && ofMany.includes(verb)))
    .map((verb) => ({ words: verb, verb, group, resource: plural, subresource: '' }));
  const parts = subresources.flatMap(({ name, verbs: ofPart }) =>
    ofPart.map((verb) => ({ words: `${name}: ${verb}`, verb, group, resource: plural, subresource: name })),
  );
  return [...own, ...parts];
}

function verbsAllowed(rules: readonly ResourceRule[], asked: readonly AskedVerb[], name: string): string[] {
  return asked
    .filter((one) => rules.some((rule) => allowsResource(rule, { ...one, name })))
    .map(({ words }) => words);
}

/** What is created, or deleted by a selection, has no name yet, so a rule with names never allows it. */
function isOfOne({ verb, subresource }: AskedVerb): boolean {
  return subresource !== '' || !['create', 'deletecollection'].includes(verb);
}

function rulesOf(role: KubeObject): ResourceRule[] {
  return (listOf(role, 'rules') ?? []).map((rule) => ({
    verbs: textsOf(rule, 'verbs'),
    apiGroups: textsOf(rule, 'apiGroups'),
    resources: textsOf(rule, 'resources'),
    resourceNames: textsOf(rule, 'resourceNames'),
  }));
}

const serviceAccountUser = /^system:serviceaccount:([^:]+):([^:]+)$/;

function subjectsOf(binding: KubeObject): Subject[] {
  return (listOf(binding, 'subjects') ?? []).flatMap((subject): Subject[] => {
    const kind = textOf(subject, 'kind');
    const name = textOf(subject, 'name') ?? '';
    if (kind === 'ServiceAccount') {
      // A binding's own namespace is meant where it names none.
      return [{ kind, name, namespace: textOf(subject, 'namespace') ?? binding.metadata.namespace }];
    }
    const [, namespace, account] = (kind === 'User' && serviceAccountUser.exec(name)) || [];
    if (account !== undefined) return [{ kind: 'ServiceAccount', name: account, namespace }];
    return kind === 'User' || kind === 'Group' ? [{ kind, name, namespace: undefined }] : [];
  });
}

function isNamespaces({ group, plural }: Resource): boolean {
  return group === '' && plural === 'namespaces';
}

function keyOf(namespace: string | undefined, name: string | undefined): string {
  return `${namespace ?? ''}/${name ?? ''}`;
}

const kinds = ['User', 'Group', 'ServiceAccount'];

function inOrder(one: Subject, other: Subject): number {
  const byKind = kinds.indexOf(one.kind) - kinds.indexOf(other.kind);
  if (byKind !== 0) return byKind;
  return keyOf(one.namespace, one.name) < keyOf(other.namespace, other.name) ? -1 : 1;
}
