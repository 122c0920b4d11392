import type { Causes } from '../shared/causes.ts';
import type { Field } from '../shared/field.ts';
import { checkLabelSelector } from '../shared/label-selector.ts';
import type { Rule } from '../shared/rule.ts';

/** What the API server refuses a Role or a ClusterRole for. */
export const role: Rule = (object, causes) => {
  const isNamespaced = object.at('kind').text === 'Role';
  for (const rule of object.at('rules').items)
    checkPolicyRule(rule, isNamespaced ? 'namespace' : 'cluster', causes);
  const aggregation = object.at('aggregationRule');
  if (isNamespaced || !aggregation.isSet || !aggregation.map) return;
  const selectors = aggregation.at('clusterRoleSelectors');
  if (selectors.isZero) {
    causes.required(selectors, 'at least one clusterRoleSelector required if aggregationRule is non-nil');
  }
  for (const selector of selectors.items) {
    const before = causes.violations.length;
    checkLabelSelector(selector, causes);
    if (causes.violations.length === before) continue;
    causes.invalid(selector, 'invalid label selector.', { shown: null, follows: true });
  }
};

function checkPolicyRule(rule: Field, scope: 'namespace' | 'cluster', causes: Causes): void {
  if (!rule.map) return;
  const urls = rule.at('nonResourceURLs');
  const groups = rule.at('apiGroups');
  const resources = rule.at('resources');
  if (rule.at('verbs').isZero) causes.required(rule.at('verbs'), 'verbs must contain at least one value');
  if (!urls.isZero) {
    if (scope === 'namespace')
      causes.invalid(urls, 'namespaced rules cannot apply to non-resource URLs', { at: 'key' });
    if (![groups, resources, rule.at('resourceNames')].every((field) => field.isZero)) {
      causes.invalid(urls, 'rules cannot apply to both regular resources and non-resource URLs', {
        at: 'key',
      });
    }
    return;
  }
  if (groups.isZero) causes.required(groups, 'resource rules must supply at least one api group');
  if (resources.isZero) causes.required(resources, 'resource rules must supply at least one resource');
}
