import { formatQuantity, parseQuantity } from '../formats/quantity.ts';
import type { Causes } from '../shared/causes.ts';
import type { Field } from '../shared/field.ts';
import { checkImmutable } from '../shared/immutable.ts';
import { checkResourceAmount } from '../shared/resource-amount.ts';
import { isQuotaResource, quotaResourceName, quotaResources } from '../shared/resource-name.ts';
import type { Rule } from '../shared/rule.ts';
import type { WarningRule, Warnings } from '../shared/warning.ts';

/** What the API server refuses a ResourceQuota for. */
export const resourceQuota: Rule = (object, causes, attributes) => {
  const spec = object.at('spec');
  for (const amounts of [spec.at('hard'), object.in('status', 'hard'), object.in('status', 'used')]) {
    for (const amount of amounts.entries) checkAmount(amount, causes);
  }
  checkScopes(spec, causes);
  checkScopeSelector(spec, causes);
  checkImmutable(spec.at('scopes'), causes, attributes);
};

function checkAmount(amount: Field, causes: Causes): void {
  const name = String(amount.name);
  for (const problem of quotaResourceName(name)) {
    causes.invalid(amount, problem, {
      code: 'resource-name',
      shown: name,
      choices: quotaResources,
      at: 'key',
    });
  }
  checkResourceAmount(name, amount, causes);
}

const computeResources = [
  'pods',
  'cpu',
  'memory',
  'limits.cpu',
  'limits.memory',
  'requests.cpu',
  'requests.memory',
];
/** What may be counted within each scope. */
const scopes = new Map<string, readonly string[]>([
  ['Terminating', computeResources],
  ['NotTerminating', computeResources],
  ['NotBestEffort', computeResources],
  ['PriorityClass', computeResources],
  ['CrossNamespacePodAffinity', computeResources],
  ['BestEffort', ['pods']],
  ['VolumeAttributesClass', ['persistentvolumeclaims', 'requests.storage']],
]);
const conflicts = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
] as const;

function checkScopes(spec: Field, causes: Causes): void {
  const list = spec.at('scopes');
  const names = list.items.map((scope) => scope.text);
  for (const scope of list.items) {
    if (scope.text === undefined) continue;
    if (!scopes.has(scope.text)) {
      causes.invalid(list, 'unsupported scope', { mark: scope, choices: [...scopes.keys()] });
    }
    for (const name of outOfScope(scope.text, spec)) {
      causes.invalid(list, 'unsupported scope applied to resource', {
        mark: spec.at('hard').at(name),
        at: 'key',
      });
    }
  }
  if (hasConflict(names)) causes.invalid(list, 'conflicting scopes');
}

function checkScopeSelector(spec: Field, causes: Causes): void {
  const expressions = spec.in('scopeSelector', 'matchExpressions');
  for (const expression of expressions.items) checkExpression(expression, expressions, spec, causes);
  const names = expressions.items.map((expression) => expression.at('scopeName').text);
  if (hasConflict(names)) causes.invalid(spec.at('scopes'), 'conflicting scopes', { mark: expressions });
}

/** The server names the list, not the expression in it. */
function checkExpression(expression: Field, list: Field, spec: Field, causes: Causes): void {
  const scope = expression.at('scopeName');
  const operator = expression.at('operator');
  const values = expression.at('values');
  if (!expression.map || scope.text === undefined || operator.text === undefined) return;
  if (!scopes.has(scope.text)) {
    causes.invalid(scope, 'unsupported scope', {
      named: list.child('scopeName'),
      choices: [...scopes.keys()],
    });
  }
  for (const name of outOfScope(scope.text, spec)) {
    const remark = {
      shown: spec.at('scopeSelector').value,
      mark: spec.at('hard').at(name),
      at: 'key',
    } as const;
    causes.invalid(list, 'unsupported scope applied to resource', remark);
  }
  const place = list.child('operator');
  const remark = { named: place };
  if (scopes.has(scope.text) && !scope.text.endsWith('Class') && operator.text !== 'Exists') {
    causes.invalid(
      operator,
      "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity",
      { ...remark, choices: ['Exists'] },
    );
  }
  if (operator.text === 'In' || operator.text === 'NotIn') {
    if (!values.isZero) return;
    const detail = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
    causes.required(values, detail, { named: list.child('values') });
  } else if (operator.text === 'Exists' || operator.text === 'DoesNotExist') {
    if (values.items.length === 0) return;
    const detail = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
    causes.invalid(values, detail, { named: list.child('values') });
  } else {
    causes.invalid(operator, 'not a valid selector operator', {
      ...remark,
      choices: ['In', 'NotIn', 'Exists', 'DoesNotExist'],
    });
  }
}

/** The limited resources that a scope does not have. */
function outOfScope(scope: string, spec: Field): string[] {
  const allowed = scopes.get(scope);
  const names = spec.at('hard').entries.map((amount) => String(amount.name));
  return allowed ? names.filter((name) => isQuotaResource(name) && !allowed.includes(name)) : [];
}

function hasConflict(names: readonly unknown[]): boolean {
  return conflicts.some((pair) => pair.every((name) => names.includes(name)));
}

/** What the API server warns of in a ResourceQuota. */
export const resourceQuotaWarnings: WarningRule = (quota, warnings, { operation }) => {
  const hard = quota.in('spec', 'hard');
  if (operation === 'update') return;
  for (const name of ['cpu', 'memory', 'storage', 'ephemeral-storage']) warnOfBounds(hard, name, warnings);
};

/** What may be asked for should not be more than what may be used. */
function warnOfBounds(hard: Field, name: string, warnings: Warnings): void {
  const isPlain = name === 'cpu' || name === 'memory';
  const asked = hard.key(`requests.${name}`);
  const request = asked.isSet || !isPlain ? asked : hard.key(name);
  const limit = hard.key(`limits.${name}`);
  const [least, most] = [request, limit].map(({ isSet, value }) =>
    isSet ? parseQuantity(value) : undefined,
  );
  if (!least || !most || least.billionths <= most.billionths) return;
  const text = `ResourceQuota ${request.name} (${formatQuantity(least)}) should be less than ${limit.name} (${formatQuantity(most)})`;
  warnings.about(request, text, { code: 'unwise-value' });
}
