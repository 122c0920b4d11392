/** What a `rbac.authorization.k8s.io/v1 PolicyRule` says of resources. */
export interface ResourceRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
}

/** What is asked to be done with a resource, as RBAC sees it. */
export interface ResourceAccess {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  /** Empty for the object itself. */
  readonly subresource: string;
  /** Empty for all objects. */
  readonly name: string;
}

/** Whether a rule allows something of a resource, as kube-apiserver's RBAC authorizer reads it. */
export function allowsResource(rule: ResourceRule, access: ResourceAccess): boolean {
  const { verb, group, resource, subresource, name } = access;
  const whole = subresource === '' ? resource : `${resource}/${subresource}`;
  return (
    isNamed(rule.verbs, verb) &&
    isNamed(rule.apiGroups, group) &&
    rule.resources.some((one) => covers(one, whole)) &&
    (rule.resourceNames.length === 0 || rule.resourceNames.includes(name))
  );
}

/** Whether one is among the words of a rule, where a star is all of them. */
export function isNamed(all: readonly string[], one: string): boolean {
  return all.includes('*') || all.includes(one);
}

// A star alone is everything, one before a slash the subresource of everything.
function covers(resources: string, resource: string): boolean {
  if (resources === '*' || resources === resource) return true;
  const subresource = resource.split('/')[1];
  return subresource !== undefined && resources === `*/${subresource}`;
}
