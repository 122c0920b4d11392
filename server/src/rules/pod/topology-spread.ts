import { checkPositive } from '../bounds.ts';
import type { Causes } from '../causes.ts';
import { checkChoiceIfSet } from '../choice.ts';
import type { Field } from '../field.ts';
import { checkLabelSelector } from '../label-selector.ts';
import { checkLabelKeys } from './label-keys.ts';

/** How evenly Pods are spread over parts of the cluster. */
export function checkTopologySpread(constraints: Field, causes: Causes): void {
  for (const [index, constraint] of constraints.items.entries()) {
    const [key, action] = [constraint.at('topologyKey'), constraint.at('whenUnsatisfiable')];
    checkPositive(constraint.at('maxSkew'), causes);
    if (key.text === '') causes.required(key, 'can not be empty');
    if (action.text !== undefined && !actions.includes(action.text)) {
      causes.notSupported(action, actions, { shown: action.text });
    }
    checkRepeated(constraint, constraints.items.slice(index + 1), causes);
    checkMinDomains(constraint, causes);
    for (const name of ['nodeAffinityPolicy', 'nodeTaintsPolicy']) {
      checkChoiceIfSet(constraint.at(name), ['Honor', 'Ignore'], causes);
    }
    checkLabelKeys(constraint, causes);
    checkLabelSelector(constraint.at('labelSelector'), causes);
  }
}

const actions = ['DoNotSchedule', 'ScheduleAnyway'];

function checkRepeated(constraint: Field, others: readonly Field[], causes: Causes): void {
  const [key, action] = [constraint.at('topologyKey').text, constraint.at('whenUnsatisfiable').text];
  if (key === undefined || action === undefined) return;
  const twin = others.find(
    (other) => other.at('topologyKey').text === key && other.at('whenUnsatisfiable').text === action,
  );
  if (!twin) return;
  causes.duplicate(constraint.child('{topologyKey, whenUnsatisfiable}'), {
    code: 'duplicate-constraint',
    shown: `{${key}, ${action}}`,
    mark: twin.at('topologyKey'),
  });
}

function checkMinDomains(constraint: Field, causes: Causes): void {
  const minDomains = constraint.at('minDomains');
  const action = constraint.at('whenUnsatisfiable').text;
  if (!minDomains.isSet) return;
  checkPositive(minDomains, causes);
  if (action === undefined || action === 'DoNotSchedule') return;
  causes.invalid(minDomains, `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${action}`, {
    code: 'min-domains',
  });
}
