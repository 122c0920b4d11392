import { byteLength } from '../../../../server/src/rules/formats/byte-length.ts';
import { qualifiedName } from '../../../../server/src/rules/formats/qualified-name.ts';
import { regexError } from '../../../../server/src/rules/formats/validation-messages.ts';
import type { Causes } from '../../../../server/src/rules/shared/causes.ts';
import type { Field } from '../../../../server/src/rules/shared/field.ts';
import { numberAt } from './status-rule.ts';

/** Conditions of the form that newer kinds share (`metav1.Condition`). */
export function checkConditions(conditions: Field, causes: Causes): void {
  const types = new Set<string>();
  for (const condition of conditions.items) {
    const type = condition.at('type');
    if (types.has(type.text ?? '')) causes.duplicate(type, { shown: type.text ?? '' });
    types.add(type.text ?? '');
    checkCondition(condition, causes);
  }
}

/** The same of kinds that ask for no more than a type, which no two have. */
export function checkConditionTypes(conditions: Field, causes: Causes): void {
  const types = new Set<string>();
  for (const condition of conditions.items) {
    const type = condition.at('type');
    if (types.has(type.text ?? '')) causes.duplicate(type, { shown: type.text ?? '' });
    types.add(type.text ?? '');
    if (type.text === '') causes.required(type);
  }
}

/** Whether a condition of that type is there and true. */
export function isConditionTrue(conditions: Field, type: string): boolean {
  return conditions.items.find((one) => one.at('type').text === type)?.at('status').text === 'True';
}

function checkCondition(condition: Field, causes: Causes): void {
  const [type, status, reason] = [condition.at('type'), condition.at('status'), condition.at('reason')];
  causes.malformed(type, qualifiedName);
  if (!statuses.includes(status.text ?? ''))
    causes.notSupported(status, statuses, { shown: status.text ?? '' });
  if (numberAt(condition.at('observedGeneration')) < 0) {
    causes.invalid(condition.at('observedGeneration'), 'must be greater than or equal to zero');
  }
  if (!condition.at('lastTransitionTime').isSet) causes.required(condition.at('lastTransitionTime'));
  if (reason.text === '') causes.required(reason);
  else causes.malformed(reason, conditionReason);
  for (const [name, most] of longest) {
    const text = condition.at(name);
    if (byteLength(text.text ?? '') > most) causes.tooLong(text, most);
  }
}

const statuses = ['False', 'True', 'Unknown'];

const longest = [
  ['reason', 1024],
  ['message', 32 * 1024],
] as const;

function conditionReason(text: string): string[] {
  return /^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/.test(text) ? [] : [badReason];
}

const badReason = regexError(
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_'",
  '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?',
  'my_name',
  'MY_NAME',
  'MyName',
  'ReasonA,ReasonB',
  'ReasonA:ReasonB',
);
