import { allowsResource, type ResourceRule } from '../../../../server/src/rules/rbac/allowed-by-rule.ts';
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
  /** Whether it is asked of all objects, or of some at least, as a role has it that names them. */
  readonly objects?: 'all' | 'some';
}

/** Whether one of the rules of a SelfSubjectRulesReview allows it. */
export function isAllowed(rules: readonly ResourceRule[], question: AccessQuestion): boolean {
  const { verb, resource, subresource = '', name = '', objects = 'all' } = question;
  const access = { verb, group: resource.group, resource: resource.plural, subresource, name };
  return rules.some((rule) => {
    const some = objects === 'some' ? { ...access, name: rule.resourceNames[0] ?? '' } : access;
    return allowsResource(rule, some);
  });
}
