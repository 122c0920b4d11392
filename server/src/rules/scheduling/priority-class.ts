import { checkEnumIfSet } from '../shared/enum.ts';
import { checkImmutable, isSame, storedAt } from '../shared/immutable.ts';
import type { Rule } from '../shared/rule.ts';

const highestOfUsers = 1_000_000_000;
const systemClasses = new Map([
  ['system-node-critical', 2_000_001_000],
  ['system-cluster-critical', 2_000_000_000],
]);

/** What the API server refuses a PriorityClass for. */
export const priorityClass: Rule = (object, causes, attributes) => {
  const name = object.in('metadata', 'name');
  const value = object.at('value');
  const policy = object.at('preemptionPolicy');
  if (attributes.old) {
    if (!isSame(value, storedAt(value, attributes.old))) {
      causes.forbidden(value, 'may not be changed in an update.', { code: 'immutable-field', at: 'value' });
    }
    checkImmutable(policy, causes, attributes);
    return;
  }
  if (name.text?.startsWith('system-')) {
    const problem = systemProblem(
      name.text,
      value.isSet ? value.value : 0,
      object.at('globalDefault').isTrue,
    );
    if (problem !== undefined) {
      const detail = `priority class names with 'system-' prefix are reserved for system use only. error: ${problem}`;
      causes.forbidden(name, detail, { code: 'reserved-name', at: 'value' });
    }
  } else if ((value.number ?? 0) > highestOfUsers) {
    const detail = `maximum allowed value of a user defined priority is ${highestOfUsers}`;
    causes.forbidden(value, detail, { code: 'number-range', at: 'value' });
  }
  checkEnumIfSet(policy, ['PreemptLowerPriority', 'Never'], causes);
};

function systemProblem(name: string, value: unknown, isGlobalDefault: boolean): string | undefined {
  const expected = systemClasses.get(name);
  if (expected === undefined) return `${name} is not a known system priority class`;
  if (typeof value === 'number' && value !== expected)
    return `value of ${name} PriorityClass must be ${expected}`;
  return isGlobalDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}
