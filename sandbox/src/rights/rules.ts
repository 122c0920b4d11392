import type { KubeObject } from '../object-store.ts';
import type { Attributes, PathAttributes, ResourceAttributes } from './attributes.ts';

/** `rbac.authorization.k8s.io/v1 PolicyRule`: what is left out is empty. */
export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
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
  if (!has(rule.verbs, attributes.verb)) return false;
  return 'path' in attributes ? allowsPath(rule, attributes) : allowsResource(rule, attributes);
}

function allowsResource(
  rule: PolicyRule,
  { group, resource, subresource, name }: ResourceAttributes,
): boolean {
  return (
    has(rule.apiGroups, group) &&
    rule.resources.some((one) => covers(one, subresource === '' ? resource : `${resource}/${subresource}`)) &&
    (rule.resourceNames.length === 0 || rule.resourceNames.includes(name))
  );
}

// A star alone is everything, one before a slash the subresource of everything.
function covers(resources: string, resource: string): boolean {
  if (resources === '*' || resources === resource) return true;
  const subresource = resource.split('/')[1];
  return subresource !== undefined && resources === `*/${subresource}`;
}

function allowsPath(rule: PolicyRule, { path }: PathAttributes): boolean {
  return rule.nonResourceURLs.some((one) => coversPath(one, path));
}

function coversPath(paths: string, path: string): boolean {
  return paths === path || (paths.endsWith('*') && path.startsWith(paths.slice(0, -1)));
}

function has(all: readonly string[], one: string): boolean {
  return all.includes('*') || all.includes(one);
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
  const [verb] = simple.verbs;
  if (!has(rule.verbs, verb!)) return false;
  const [path] = simple.nonResourceURLs;
  if (path !== undefined) return rule.nonResourceURLs.some((one) => coversPath(one, path));
  return (
    has(rule.apiGroups, simple.apiGroups[0]!) &&
    rule.resources.some((one) => covers(one, simple.resources[0]!)) &&
    (rule.resourceNames.length === 0 ||
      (simple.resourceNames.length > 0 && rule.resourceNames.includes(simple.resourceNames[0]!)))
  );
}
