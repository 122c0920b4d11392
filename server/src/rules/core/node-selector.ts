import { dnsSubdomain } from '../formats/dns-subdomain.ts';
import { labelValue } from '../formats/label-value.ts';
import type { Causes, Check } from '../shared/causes.ts';
import type { Field } from '../shared/field.ts';
import { checkLabelKey } from '../shared/labels.ts';

/** A `NodeSelector`: at least one term. */
export const checkNodeSelector: Check = (selector, causes) => {
  const terms = selector.at('nodeSelectorTerms');
  if (!selector.map) return;
  if (terms.isZero) causes.required(terms, 'must have at least one node selector term');
  for (const term of terms.items) checkNodeSelectorTerm(term, causes);
};

/** One term of a `NodeSelector`. */
export const checkNodeSelectorTerm: Check = (term, causes) => {
  checkPreferredTerm(term, causes);
  for (const expression of term.at('matchExpressions').items) {
    for (const value of expression.at('values').items) {
      causes.malformed(value, labelValue, { code: 'label-value' });
    }
  }
};

/** A term that is only preferred: its values may be what no label can be. */
export const checkPreferredTerm: Check = (term, causes) => {
  for (const expression of term.at('matchExpressions').items) checkExpression(expression, causes);
  for (const expression of term.at('matchFields').items) checkFieldExpression(expression, causes);
};

function checkExpression(expression: Field, causes: Causes): void {
  if (!expression.map) return;
  const operator = expression.at('operator');
  const values = expression.at('values');
  switch (operator.text) {
    case undefined:
      break;
    case 'In':
    case 'NotIn':
      if (values.isZero) causes.required(values, "must be specified when `operator` is 'In' or 'NotIn'");
      break;
    case 'Exists':
    case 'DoesNotExist':
      if (values.items.length === 0) break;
      causes.forbidden(values, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
      break;
    case 'Gt':
    case 'Lt':
      if (!isList(values) || values.items.length === 1) break;
      causes.required(values, "must be specified single value when `operator` is 'Lt' or 'Gt'");
      break;
    default:
      causes.invalid(operator, 'not a valid selector operator', {
        shown: operator.text,
        choices: ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'],
      });
  }
  checkLabelKey(expression.at('key'), causes);
}

function checkFieldExpression(expression: Field, causes: Causes): void {
  if (!expression.map) return;
  const operator = expression.at('operator');
  const key = expression.at('key');
  const values = expression.at('values');
  if (operator.text === 'In' || operator.text === 'NotIn') {
    if (isList(values) && values.items.length !== 1) {
      causes.required(
        values,
        "must be only one value when `operator` is 'In' or 'NotIn' for node field selector",
      );
    }
  } else if (operator.text !== undefined) {
    causes.invalid(operator, 'not a valid selector operator', {
      shown: operator.text,
      choices: ['In', 'NotIn'],
    });
  }
  if (key.text === 'metadata.name') {
    for (const value of values.items) causes.malformed(value, dnsSubdomain, { code: 'reference-name' });
  } else if (key.text !== undefined) {
    causes.invalid(key, 'not a valid field selector key', { shown: key.text, choices: ['metadata.name'] });
  }
}

/** Nothing reads as an empty list. */
function isList(field: Field): boolean {
  return !field.isSet || Array.isArray(field.value);
}
