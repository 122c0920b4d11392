import type { CellPrinters } from './cell.ts';
import { count, field, list, text } from './field.ts';
import { selectorText } from './selector-text.ts';

/** Rights, admission, quotas, priorities and disruption. */
export const policyCells: Readonly<Record<string, CellPrinters>> = {
  'rbac.authorization.k8s.io/RoleBinding': bindingCells(),
  'rbac.authorization.k8s.io/ClusterRoleBinding': bindingCells(),
  'policy/PodDisruptionBudget': {
    'Min Available': (budget) => text(budget, 'spec', 'minAvailable') || 'N/A',
    'Max Unavailable': (budget) => text(budget, 'spec', 'maxUnavailable') || 'N/A',
    'Allowed Disruptions': (budget) => count(budget, 'status', 'disruptionsAllowed'),
  },
  '/ResourceQuota': {
    Request: (quota) => quotaText(quota, 'requests'),
    Limit: (quota) => quotaText(quota, 'limits'),
  },
  'scheduling.k8s.io/PriorityClass': {
    Value: (priorityClass) => count(priorityClass, 'value'),
    'Global-Default': (priorityClass) => field(priorityClass, 'globalDefault') === true,
    PreemptionPolicy: (priorityClass) => text(priorityClass, 'preemptionPolicy'),
  },
  'admissionregistration.k8s.io/MutatingWebhookConfiguration': {
    Webhooks: (configuration) => list(configuration, 'webhooks').length,
  },
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration': {
    Webhooks: (configuration) => list(configuration, 'webhooks').length,
  },
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy': {
    Validations: (policy) => list(policy, 'spec', 'validations').length,
    ParamKind: paramKind,
  },
  'admissionregistration.k8s.io/MutatingAdmissionPolicy': {
    Mutations: (policy) => list(policy, 'spec', 'mutations').length,
    ParamKind: paramKind,
  },
  'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding': policyBindingCells(),
  'admissionregistration.k8s.io/MutatingAdmissionPolicyBinding': policyBindingCells(),
};

function bindingCells(): CellPrinters {
  const subjects = (binding: unknown, kind: string, print: (subject: unknown) => string) =>
    list(binding, 'subjects')
      .filter((subject) => text(subject, 'kind') === kind)
      .map(print)
      .join(', ');
  const name = (subject: unknown) => text(subject, 'name');
  return {
    Role: (binding) => `${text(binding, 'roleRef', 'kind')}/${text(binding, 'roleRef', 'name')}`,
    Users: (binding) => subjects(binding, 'User', name),
    Groups: (binding) => subjects(binding, 'Group', name),
    ServiceAccounts: (binding) =>
      subjects(binding, 'ServiceAccount', (subject) => `${text(subject, 'namespace')}/${name(subject)}`),
  };
}

function policyBindingCells(): CellPrinters {
  return { PolicyName: (binding) => text(binding, 'spec', 'policyName'), ParamRef: paramRef };
}

function quotaText(quota: unknown, column: 'requests' | 'limits'): string {
  const hard = field(quota, 'status', 'hard');
  return Object.keys(typeof hard === 'object' && hard !== null ? hard : {})
    .filter((name) => name.startsWith('limits.') === (column === 'limits'))
    .sort()
    .map((name) => `${name}: ${text(quota, 'status', 'used', name) || '0'}/${text(hard, name)}`)
    .join(', ');
}

function paramKind(policy: unknown): string {
  const kind = field(policy, 'spec', 'paramKind');
  return kind === undefined ? '<unset>' : `${text(kind, 'apiVersion')}/${text(kind, 'kind')}`;
}

function paramRef(binding: unknown): string {
  const name = text(binding, 'spec', 'paramRef', 'name');
  if (name !== '') return `${text(binding, 'spec', 'paramRef', 'namespace') || '*'}/${name}`;
  const selector = field(binding, 'spec', 'paramRef', 'selector');
  return selector === undefined ? '<unset>' : selectorText(selector);
}
