import type { Causes } from '../../shared/causes.ts';
import type { Field } from '../../shared/field.ts';
import { checkLabelSelector } from '../../shared/label-selector.ts';

/** The selector of a workload: there, not empty, and met by the labels of the workload's own template. */
export function checkWorkloadSelector(spec: Field, emptyFor: string, causes: Causes): void {
  const selector = spec.at('selector');
  const before = causes.violations.length;
  // Of a DaemonSet the server only says that nothing selects nothing.
  if (!selector.isSet && emptyFor !== 'daemonset') causes.required(selector);
  checkLabelSelector(selector, causes);
  const isReadable = causes.violations.length === before;
  const isEmpty = selector.at('matchLabels').isZero && selector.at('matchExpressions').isZero;
  if (selector.isSet && selector.map && isEmpty) {
    causes.invalid(selector, `empty selector is invalid for ${emptyFor}`, { code: 'empty-selector' });
  }
  if (isReadable || !selector.isSet) checkSelectsTemplate(spec, causes);
  else if (selector.map && emptyFor !== 'daemonset') {
    causes.invalid(selector, emptyFor === 'deployment' ? 'invalid label selector' : '', { follows: true });
  }
}

/** Whether a label selector takes the labels of the template beside it; none takes nothing. */
export function checkSelectsTemplate(spec: Field, causes: Causes): void {
  const selector = spec.at('selector');
  const labels = spec.in('template', 'metadata', 'labels');
  if (!selector.isSet) {
    reportMismatch(labels, labels, selector, causes);
    return;
  }
  if (isSelected(selector, labels) !== 'no') return;
  const wanted = selector.at('matchLabels').entries.find((label) => hasLabel(labels, label) === 'no');
  if (wanted) {
    reportMismatch(labels, labels.at(String(wanted.name)), wanted, causes);
    return;
  }
  const unmet = selector
    .at('matchExpressions')
    .items.find((expression) => isMet(expression, labels) === 'no')!;
  reportMismatch(labels, labels.at(unmet.at('key').text!), unmet.at('key'), causes);
}

/** Whether a plain map of labels (a ReplicationController's selector) takes the labels of a template. */
export function checkSelectorMap(selector: Field, labels: Field, causes: Causes): void {
  const unmet = selector.entries.find((wanted) => hasLabel(labels, wanted) === 'no');
  if (unmet) reportMismatch(labels, labels.at(String(unmet.name)), unmet, causes);
}

/** The label or the selector may be the wrong one. */
function reportMismatch(labels: Field, mark: Field, against: Field, causes: Causes): void {
  const shown = labels.isSet ? labels.value : null;
  const remark = { code: 'selector-mismatch', shown, mark, against } as const;
  causes.invalid(labels, '`selector` does not match template `labels`', remark);
}

type Answer = 'yes' | 'no' | 'unknown';

function isSelected(selector: Field, labels: Field): Answer {
  if (!labels.map || !selector.map) return 'unknown';
  let answer: Answer = 'yes';
  for (const wanted of selector.at('matchLabels').entries) answer = both(answer, hasLabel(labels, wanted));
  for (const expression of selector.at('matchExpressions').items) {
    answer = both(answer, isMet(expression, labels));
  }
  return answer;
}

function both(left: Answer, right: Answer): Answer {
  if (left === 'no' || right === 'no') return 'no';
  return left === 'unknown' ? left : right;
}

function hasLabel(labels: Field, wanted: Field): Answer {
  const label = labels.at(String(wanted.name));
  if (!labels.map || label.text === undefined || wanted.text === undefined) return 'unknown';
  if (!labels.has(String(wanted.name))) return 'no';
  return label.text === wanted.text ? 'yes' : 'no';
}

function isMet(expression: Field, labels: Field): Answer {
  const key = expression.at('key').text;
  const values = expression.at('values').items.map(({ text }) => text);
  if (key === undefined || values.includes(undefined)) return 'unknown';
  const isThere = labels.has(key);
  const label = labels.at(key).text;
  if (label === undefined) return 'unknown';
  switch (expression.at('operator').text) {
    case 'In':
      return isThere && values.includes(label) ? 'yes' : 'no';
    case 'NotIn':
      return isThere && values.includes(label) ? 'no' : 'yes';
    case 'Exists':
      return isThere ? 'yes' : 'no';
    case 'DoesNotExist':
      return isThere ? 'no' : 'yes';
    default:
      return 'unknown';
  }
}
