import { checkExpressionNames, checkExpressionSyntax } from '../cel/check-expression.ts';
import { pathSegment } from '../formats/path-segment.ts';
import { qualifiedName } from '../formats/qualified-name.ts';
import type { Causes } from '../shared/causes.ts';
import { checkNotSeen, checkUnique } from '../shared/duplicates.ts';
import { checkEnumIfSet } from '../shared/enum.ts';
import type { Field } from '../shared/field.ts';

/** What requests a webhook or a policy is asked about: operations on resources. */
export function checkAdmissionRule(rule: Field, causes: Causes): void {
  if (!rule.map) return;
  const operations = rule.at('operations');
  checkList(operations, 'operations', causes);
  for (const operation of operations.items) {
    checkEnumIfSet(operation, ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'], causes);
  }
  checkList(rule.at('apiGroups'), 'API groups', causes);
  checkList(rule.at('apiVersions'), 'API versions', causes);
  for (const version of rule.at('apiVersions').items) if (version.text === '') causes.required(version);
  checkResources(rule.at('resources'), causes);
  checkEnumIfSet(rule.at('scope'), ['*', 'Cluster', 'Namespaced'], causes);
}

/** What a policy or its binding is about: rules that take names too, and selectors. */
export function checkMatchResources(match: Field, causes: Causes): void {
  checkEnumIfSet(match.at('matchPolicy'), ['Equivalent', 'Exact'], causes);
  for (const rule of [...match.at('resourceRules').items, ...match.at('excludeResourceRules').items]) {
    const names = rule.at('resourceNames');
    for (const name of names.items) causes.malformed(name, pathSegment);
    checkUnique(names, (name) => name, causes);
    checkAdmissionRule(rule, causes);
  }
}

/** What expressions about a request may name. */
export const admissionVariables: readonly string[] = [
  'object',
  'oldObject',
  'request',
  'authorizer',
  'params',
  'namespaceObject',
  'variables',
];

/** The names of conditions that are written in CEL, and the syntax of these. */
export function checkMatchConditions(conditions: Field, causes: Causes): void {
  if (conditions.items.length > 64) causes.tooMany(conditions, conditions.items.length, 64);
  const names = new Set<string>();
  for (const condition of conditions.items) {
    if (!condition.map) continue;
    const name = condition.at('name');
    if (condition.at('expression').text?.trim() === '') causes.required(condition.at('expression'));
    checkExpressionSyntax(condition.at('expression'), causes);
    checkExpressionNames(condition.at('expression'), admissionVariables, causes);
    if (name.text === '') causes.required(name);
    else causes.malformed(name, qualifiedName);
    checkNotSeen(name, names, causes);
  }
}

function checkList(list: Field, others: string, causes: Causes): void {
  if (list.isZero) causes.required(list);
  if (list.items.length <= 1 || !list.items.some(({ text }) => text === '*')) return;
  causes.invalid(list, `if '*' is present, must not specify other ${others}`, { code: 'wildcard' });
}

function checkResources(list: Field, causes: Causes): void {
  if (list.isZero) causes.required(list);
  const texts = list.items.flatMap(({ text }) => text ?? []);
  const parents = new Set<string>();
  const subresources = new Set<string>();
  const code = 'wildcard';
  for (const item of list.items) {
    if (item.text === '') causes.required(item);
    const [, resource, subresource] = /^([^/]*)\/(.*)$/s.exec(item.text ?? '') ?? [];
    if (resource === undefined || subresource === undefined) continue;
    if (parents.has(resource)) {
      causes.invalid(item, `if '${resource}/*' is present, must not specify ${item.text}`, { code });
    }
    if (subresources.has(subresource)) {
      causes.invalid(item, `if '*/${subresource}' is present, must not specify ${item.text}`, { code });
    }
    if (subresource === '*') parents.add(resource);
    if (resource === '*') subresources.add(subresource);
  }
  if (texts.length > 1 && texts.includes('*/*')) {
    causes.invalid(list, "if '*/*' is present, must not specify other resources", { code });
  }
  // Of the resources without a subresource the server remembers the last one.
  const last = texts.findLast((text) => text !== '' && !text.includes('/'));
  if (texts.includes('*') && last !== undefined && last !== '*') {
    const detail = "if '*' is present, must not specify other resources without subresources";
    causes.invalid(list, detail, { code });
  }
}
