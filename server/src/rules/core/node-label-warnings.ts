import { labelValue } from '../formats/label-value.ts';
import type { Field } from '../shared/field.ts';
import type { Warnings } from '../shared/warning.ts';

const code = 'deprecated-label';

const deprecated = new Map([
  ['beta.kubernetes.io/arch', 'deprecated since v1.14; use "kubernetes.io/arch" instead'],
  ['beta.kubernetes.io/os', 'deprecated since v1.14; use "kubernetes.io/os" instead'],
  [
    'failure-domain.beta.kubernetes.io/region',
    'deprecated since v1.17; use "topology.kubernetes.io/region" instead',
  ],
  [
    'failure-domain.beta.kubernetes.io/zone',
    'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
  ],
  [
    'beta.kubernetes.io/instance-type',
    'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
  ],
  ['app.kubernetes.io/created-by', 'deprecated since v1.9'],
  [
    'scheduler.alpha.kubernetes.io/preferAvoidPods',
    'deprecated since v1.22; use Taints and Tolerations instead',
  ],
  ['node-role.kubernetes.io/master', 'use "node-role.kubernetes.io/control-plane" instead'],
]);

/** Labels of nodes by which Pods choose them. `named`: how the server names the place, where not by its own key. */
export function warnOfNodeSelector(
  selector: Field,
  warnings: Warnings,
  named: (label: Field) => Field = (label) => label,
): void {
  for (const label of selector.entries) {
    const text = deprecated.get(String(label.name));
    if (text !== undefined) warnings.of(named(label), text, { code, at: 'key', mark: label });
  }
}

/** A field that holds the name of a node's label, which the server repeats or not. */
export function warnOfNodeLabel(key: Field, warnings: Warnings, words: 'reason alone' | 'with label'): void {
  const text = deprecated.get(key.text ?? '');
  if (text === undefined) return;
  warnings.of(key, words === 'with label' ? `${key.text} is ${text}` : text, { code });
}

/** A term of a node selector. What it only prefers may be no label at all. */
export function warnOfNodeTerm(term: Field, warnings: Warnings, weight: 'required' | 'preferred'): void {
  for (const expression of term.at('matchExpressions').items) {
    warnOfNodeLabel(expression.at('key'), warnings, 'with label');
    if (weight === 'required') continue;
    for (const value of expression.at('values').items) {
      for (const problem of value.text === undefined ? [] : labelValue(value.text)) {
        warnings.of(value, `${value.text} is invalid, ${problem}`, { code: 'label-never-matches' });
      }
    }
  }
}
