import { checkEnumIfSet } from '../shared/enum.ts';
import { goStruct } from '../shared/go-struct.ts';
import { checkAtMostAll, checkIntOrPercent } from '../shared/int-or-percent.ts';
import { checkLabelSelector } from '../shared/label-selector.ts';
import type { Rule } from '../shared/rule.ts';

/** What the API server refuses a PodDisruptionBudget for. */
export const podDisruptionBudget: Rule = (object, causes) => {
  const spec = object.at('spec');
  const least = spec.at('minAvailable');
  const most = spec.at('maxUnavailable');
  if (least.isSet && most.isSet) {
    causes.invalid(spec, 'minAvailable and maxUnavailable cannot be both set', {
      mark: most,
      at: 'key',
      shown: goStruct(spec, ['MinAvailable', 'Selector', 'MaxUnavailable', 'UnhealthyPodEvictionPolicy']),
    });
  }
  for (const field of [least, most]) {
    checkIntOrPercent(field, causes);
    checkAtMostAll(field, causes);
  }
  checkLabelSelector(spec.at('selector'), causes);
  checkEnumIfSet(spec.at('unhealthyPodEvictionPolicy'), ['AlwaysAllow', 'IfHealthyBudget'], causes);
};
