import { labelValue } from '../../formats/label-value.ts';
import type { Causes } from '../../shared/causes.ts';
import { checkEnumIfSet } from '../../shared/enum.ts';
import type { Field } from '../../shared/field.ts';
import { checkLabelKey } from '../../shared/labels.ts';

/** Which taints of nodes a Pod bears. */
export function checkTolerations(tolerations: Field, causes: Causes): void {
  for (const toleration of tolerations.items) checkToleration(toleration, causes);
}

function checkToleration(toleration: Field, causes: Causes): void {
  const [key, operator, value, effect] = ['key', 'operator', 'value', 'effect'].map((name) =>
    toleration.at(name),
  ) as [Field, Field, Field, Field];
  const remark = { code: 'toleration' } as const;
  if (key.text) checkLabelKey(key, causes);
  if (key.text === '' && operator.text !== undefined && operator.text !== 'Exists') {
    causes.invalid(
      operator,
      'operator must be Exists when `key` is empty, which means "match all values and all keys"',
      { ...remark, shown: operator.text, ...(operator.isSet ? {} : { mark: toleration }) },
    );
  }
  const seconds = toleration.at('tolerationSeconds');
  if (seconds.isSet && effect.text !== undefined && effect.text !== 'NoExecute') {
    causes.invalid(effect, "effect must be 'NoExecute' when `tolerationSeconds` is set", {
      ...remark,
      shown: effect.text,
      ...(effect.isSet ? {} : { mark: seconds }),
    });
  }
  checkOperator(operator, value, causes);
  if (effect.text) checkEnumIfSet(effect, ['NoSchedule', 'PreferNoSchedule', 'NoExecute'], causes);
}

function checkOperator(operator: Field, value: Field, causes: Causes): void {
  if (operator.text === undefined || value.text === undefined) return;
  const remark = { code: 'toleration', shown: value.text, mark: value } as const;
  switch (operator.text) {
    case '':
    case 'Equal': {
      const problems = labelValue(value.text);
      if (problems.length > 0) causes.invalid(operator, problems.join(';'), remark);
      break;
    }
    case 'Exists':
      if (value.text === '') break;
      causes.invalid(operator, "value must be empty when `operator` is 'Exists'", remark);
      break;
    case 'Lt':
    case 'Gt':
      causes.notSupported(operator, ['Equal', 'Exists', 'Lt', 'Gt']);
      break;
    default:
      causes.notSupported(operator, ['Equal', 'Exists']);
  }
}
