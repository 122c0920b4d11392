import type { Resource } from '../kube-object.ts';

/** Something that one may be allowed to do, as RBAC has it. */
export interface AccessQuestion {
  /** As RBAC names it: `list`, `delete`, `create`, ... */
  readonly verb: string;
  readonly resource: Pick<Resource, 'group' | 'version' | 'plural'>;
  /** `log`, `exec`, ...: of the subresource in the place of the object. */
  readonly subresource?: string;
  /** One object; all where it is left out. */
  readonly name?: string;
}

/** A rule of the answer to a SelfSubjectRulesReview. */
export interface AccessRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
}

/** Whether one of the rules allows it: as RBAC reads them, a `*` for any verb, group or resource. */
export function isAllowed(rules: readonly AccessRule[], question: AccessQuestion): boolean {
  const { verb, resource, subresource, name } = question;
  const whole = subresource === undefined ? resource.plural : `${resource.plural}/${subresource}`;
  return rules.some(
    ({ verbs, apiGroups, resources, resourceNames }) =>
      has(verbs, verb) &&
      has(apiGroups, resource.group) &&
      (has(resources, whole) || (subresource !== undefined && resources.includes(`*/${subresource}`))) &&
      (resourceNames.length === 0 || (name !== undefined && resourceNames.includes(name))),
  );
}

function has(all: readonly string[], one: string): boolean {
  return all.includes('*') || all.includes(one);
}
