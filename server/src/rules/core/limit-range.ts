import { qualifiedName } from '../formats/qualified-name.ts';
import { formatQuantity, type Quantity } from '../formats/quantity.ts';
import type { Causes } from '../shared/causes.ts';
import { checkUnique } from '../shared/duplicates.ts';
import type { Field } from '../shared/field.ts';
import { quantityAt } from '../shared/resource-amount.ts';
import {
  containerResourceName,
  containerResources,
  isOvercommitAllowed,
  resourceName,
} from '../shared/resource-name.ts';
import type { Rule } from '../shared/rule.ts';

/** What the API server refuses a LimitRange for. */
export const limitRange: Rule = (object, causes) => {
  const limits = object.in('spec', 'limits');
  for (const limit of limits.items) checkLimit(limit, causes);
  checkUnique(limits, (limit) => limit.at('type'), causes);
};

const standardTypes = ['Container', 'PersistentVolumeClaim', 'Pod'];
const bounds = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const;

function checkLimit(limit: Field, causes: Causes): void {
  const type = limit.at('type');
  if (!limit.map || type.text === undefined || bounds.some((bound) => !limit.at(bound).map)) return;
  causes.malformed(type, limitType, { choices: standardTypes });
  const nameFormat = type.text === 'Pod' || type.text === 'Container' ? containerResourceName : resourceName;
  const choices = type.text === 'PersistentVolumeClaim' ? ['storage'] : containerResources;
  const names = new Set<string>();
  for (const bound of bounds) {
    const amounts = limit.at(bound);
    if (type.text === 'Pod' && bound.startsWith('default')) {
      if (amounts.entries.length > 0) causes.forbidden(amounts, "may not be specified when `type` is 'Pod'");
      continue;
    }
    for (const amount of amounts.entries) {
      const name = String(amount.name);
      names.add(name);
      for (const problem of nameFormat(name)) {
        causes.invalid(amounts.key(name), problem, {
          code: 'resource-name',
          shown: name,
          choices,
          at: 'key',
        });
      }
    }
  }
  if (
    type.text === 'PersistentVolumeClaim' &&
    !limit.in('min', 'storage').isSet &&
    !limit.in('max', 'storage').isSet
  ) {
    const detail = 'either minimum or maximum storage value is required, but neither was provided';
    causes.required(limit.child('limits'), detail, { mark: type });
  }
  for (const name of names) checkBoundsOf(name, limit, causes);
}

function limitType(text: string): string[] {
  const problems = qualifiedName(text);
  if (problems.length > 0 || text.includes('/') || standardTypes.includes(text)) return problems;
  return ['must be a standard limit type or fully qualified'];
}

/** Each pair of bounds that may not cross: the lower, the upper, the one that is blamed, whose value is shown, and words. */
const pairs = [
  ['min', 'max', 'min', 'min', 'min value', 'max value'],
  ['min', 'defaultRequest', 'defaultRequest', 'defaultRequest', 'min value', 'default request value'],
  ['defaultRequest', 'max', 'defaultRequest', 'defaultRequest', 'default request value', 'max value'],
  [
    'defaultRequest',
    'default',
    'defaultRequest',
    'defaultRequest',
    'default request value',
    'default limit value',
  ],
  ['min', 'default', 'default', 'min', 'min value', 'default value'],
  ['default', 'max', 'default', 'max', 'default value', 'max value'],
] as const;

function checkBoundsOf(name: string, limit: Field, causes: Causes): void {
  const code = 'limit-bounds';
  const isPod = limit.at('type').text === 'Pod';
  const amountAt = (bound: (typeof bounds)[number]) => quantityAt(limit.at(bound).key(name));
  const amounts = {
    min: amountAt('min'),
    max: amountAt('max'),
    default: isPod ? undefined : amountAt('default'),
    defaultRequest: isPod ? undefined : amountAt('defaultRequest'),
  };
  for (const [lower, upper, blamed, shown, lowerName, upperName] of pairs) {
    const low = amounts[lower];
    const high = amounts[upper];
    if (!low || !high || low.billionths <= high.billionths) continue;
    const detail = `${lowerName} ${formatQuantity(low)} is greater than ${upperName} ${formatQuantity(high)}`;
    causes.invalid(limit.at(blamed).key(name), detail, { code, shown: formatQuantity(amounts[shown]!) });
  }
  checkRatio(limit.at('maxLimitRequestRatio').key(name), amounts.min, amounts.max, causes);
  const { default: most, defaultRequest: request } = amounts;
  if (isOvercommitAllowed(name) || !most || !request || most.billionths === request.billionths) return;
  const detail = `default value ${formatQuantity(most)} must equal to defaultRequest value ${formatQuantity(request)} in ${name}`;
  causes.invalid(limit.at('defaultRequest').key(name), detail, { code, shown: formatQuantity(request) });
}

function checkRatio(
  field: Field,
  min: Quantity | undefined,
  max: Quantity | undefined,
  causes: Causes,
): void {
  const ratio = quantityAt(field);
  if (!ratio) return;
  const printed = formatQuantity(ratio);
  const remark = { code: 'limit-bounds', shown: printed } as const;
  if (ratio.billionths < 1_000_000_000n) causes.invalid(field, `ratio ${printed} is less than 1`, remark);
  if (!min || !max || min.billionths === 0n) return;
  const most = Number(max.billionths) / Number(min.billionths);
  if (Number(ratio.billionths) / 1e9 <= most) return;
  causes.invalid(field, `ratio ${printed} is greater than max/min = ${most.toFixed(6)}`, remark);
}
