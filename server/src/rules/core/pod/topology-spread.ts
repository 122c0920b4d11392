import { checkPositive } from '../../shared/bounds.ts';
import type { Causes } from '../../shared/causes.ts';
import { checkEnumIfSet } from '../../shared/enum.ts';
import type { Field } from '../../shared/field.ts';
import { checkLabelSelector } from '../../shared/label-selector.ts';
import { checkLabelKeys } from './label-keys.ts';

/** How evenly Pods are spread over parts of the cluster. */
export function checkTopologySpread(constraints: Field, causes: Causes): void {
  if (!constraints.isSet) return;
  const twins = laterTwins(constraints.items);
  for (const constraint of constraints.items) {
    const [key, action] = [constraint.at('topologyKey'), constraint.at('whenUnsatisfiable')];
    checkPositive(constraint.at('maxSkew'), causes);
    if (key.text === '') causes.required(key, 'can not be empty');
    if (action.text !== undefined && !actions.includes(action.text)) {
      causes.notSupported(action, actions, { shown: action.text });
    }
    checkRepeated(constraint, twins.get(constraint), causes);
    checkMinDomains(constraint, causes);
    for (const name of ['nodeAffinityPolicy', 'nodeTaintsPolicy']) {
      checkEnumIfSet(constraint.at(name), ['Honor', 'Ignore'], causes);
    }
    checkLabelKeys(constraint, causes);
    checkLabelSelector(constraint.at('labelSelector'), causes);
  }
}

const actions = ['DoNotSchedule', 'ScheduleAnyway'];

/** Of each constraint the next one with the same key and action, where there is one. */
function laterTwins(constraints: readonly Field[]): ReadonlyMap<Field, Field> {
  const next = new Map<string, Field>();
  const twins = new Map<Field, Field>();
  for (const constraint of constraints.toReversed()) {
    const pair = pairOf(constraint);
    if (pair === undefined) continue;
    const twin = next.get(pair);
    if (twin) twins.set(constraint, twin);
    next.set(pair, constraint);
  }
  return twins;
}

function checkRepeated(constraint: Field, twin: Field | undefined, causes: Causes): void {
  if (!twin) return;
  causes.duplicate(constraint.child('{topologyKey, whenUnsatisfiable}'), {
    code: 'duplicate-constraint',
    shown: pairOf(constraint),
    mark: twin.at('topologyKey'),
  });
}

/** As the server prints it. */
function pairOf(constraint: Field): string | undefined {
  const key = constraint.at('topologyKey').text;
  const action = constraint.at('whenUnsatisfiable').text;
  return key === undefined || action === undefined ? undefined : `{${key}, ${action}}`;
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
