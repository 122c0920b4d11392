import {
  allowsResource,
  isNamed,
  type ResourceRule,
} from '../../../server/src/rules/rbac/allowed-by-rule.ts';
import type { KubeObject } from '../object-store.ts';
import type { Attributes } from './attributes.ts';

/** `rbac.authorization.k8s.io/v1 PolicyRule`: what is left out is empty. */
export interface PolicyRule extends ResourceRule {
  readonly nonResourceURLs: readonly string[];
}

/** The rules of a role as it is stored; what in it is none is left out. */
export function rulesOf({ rules }: KubeObject): PolicyRule[] {
  return Array.isArray(rules) ? rules.map(readRule) : [];
}

function readRule(rule: unknown): PolicyRule {
  const fields = (typeof rule === 'object' && rule !== null ? rule : {}) as Record<string, unknown>;
  const texts = (value: unknown) =>
    Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
  return {
    verbs: texts(fields.verbs),
    apiGroups: texts(fields.apiGroups),
    resources: texts(fields.resources),
    resourceNames: texts(fields.resourceNames),
    nonResourceURLs: texts(fields.nonResourceURLs),
  };
}

/** Whether a rule allows it. */
export function allows(rule: PolicyRule, attributes: Attributes): boolean {
  if (!('path' in attributes)) return allowsResource(rule, attributes);
  const { verb, path } = attributes;
  return isNamed(rule.verbs, verb) && rule.nonResourceURLs.some((one) => coversPath(one, path));
}

function coversPath(paths: string, path: string): boolean {
  return paths === path || (paths.endsWith('*') && path.startsWith(paths.slice(0, -1)));
}

/**
 * What of a rule none of the others allows: one rule each for a verb of a resource, or of a path, as the server lists what
 * somebody would give away and has not. None when they cover all of it.
 */
export function notCovered(rule: PolicyRule, others: readonly PolicyRule[]): PolicyRule[] {
  return simpleRules(rule).filter((one) => !others.some((other) => coversSimple(other, one)));
}

const none = { apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [] };

/** A rule as many that name one of each. */
function simpleRules(rule: PolicyRule): PolicyRule[] {
  const ofResources = rule.apiGroups.flatMap((group) =>
    rule.resources.flatMap((resource) =>
      (rule.resourceNames.length > 0 ? rule.resourceNames.map((name) => [name]) : [[]]).flatMap(
        (resourceNames) =>
          rule.verbs.map((verb) => ({
            ...none,
            verbs: [verb],
            apiGroups: [group],
            resources: [resource],
            resourceNames,
          })),
      ),
    ),
  );
  const ofPaths = rule.nonResourceURLs.flatMap((path) =>
    rule.verbs.map((verb) => ({ ...none, verbs: [verb], nonResourceURLs: [path] })),
  );
  return [...ofResources, ...ofPaths];
}

function coversSimple(rule: PolicyRule, simple: PolicyRule): boolean {
  const [verb = ''] = simple.verbs;
  const [path] = simple.nonResourceURLs;
  if (path !== undefined) return allows(rule, { verb, path });
  const [group = ''] = simple.apiGroups;
  const [resource = ''] = simple.resources;
  const [name = ''] = simple.resourceNames;
  return allowsResource(rule, { verb, group, resource, subresource: '', name });
}
