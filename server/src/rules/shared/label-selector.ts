import { labelValue } from '../formats/label-value.ts';
import type { Check } from './causes.ts';
import { checkLabelKey, checkLabels } from './labels.ts';

/** How an expression of a `LabelSelector` may compare. */
export const labelSelectorOperators: readonly string[] = ['In', 'NotIn', 'Exists', 'DoesNotExist'];

/** A `LabelSelector`; one that is not there selects nothing and is fine. */
export const checkLabelSelector: Check = (selector, causes) => {
  checkLabels(selector.at('matchLabels'), causes);
  for (const expression of selector.at('matchExpressions').items) checkLabelExpression(expression, causes);
};

/** One of a selector's `matchExpressions`. */
export const checkLabelExpression: Check = (expression, causes) => {
  const operator = expression.at('operator');
  const values = expression.at('values');
  if (!expression.map) return;
  if (operator.text === 'In' || operator.text === 'NotIn') {
    if (values.isZero) causes.required(values, "must be specified when `operator` is 'In' or 'NotIn'");
  } else if (operator.text === 'Exists' || operator.text === 'DoesNotExist') {
    if (values.items.length > 0) {
      causes.forbidden(values, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
    }
  } else if (operator.text !== undefined) {
    causes.invalid(operator, 'not a valid selector operator', {
      shown: operator.text,
      choices: labelSelectorOperators,
    });
  }
  checkLabelKey(expression.at('key'), causes);
  for (const value of values.items) causes.malformed(value, labelValue, { code: 'label-value' });
};
