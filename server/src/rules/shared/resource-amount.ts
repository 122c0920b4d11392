import { formatQuantity, isWhole, parseQuantity, type Quantity } from '../formats/quantity.ts';
import type { Causes, Check } from './causes.ts';
import type { Field } from './field.ts';
import { isCounted } from './resource-name.ts';

/** The amount here; undefined where nothing is, or something that is no quantity. */
export function quantityAt(field: Field): Quantity | undefined {
  return field.isSet ? parseQuantity(field.value) : undefined;
}

/** An amount of something that cannot be less than none. */
export const checkNonNegativeAmount: Check = (field, causes) => {
  const quantity = quantityAt(field);
  if (!quantity || quantity.billionths >= 0n) return;
  causes.invalid(field, 'must be greater than or equal to 0', {
    code: 'number-range',
    shown: formatQuantity(quantity),
  });
};

/** An amount of a named resource: not negative, and whole where it counts things. `fieldPath` is how the server names it. */
export function checkResourceAmount(
  name: string,
  field: Field,
  causes: Causes,
  fieldPath: Field = field,
): void {
  const quantity = quantityAt(field);
  if (!quantity) return;
  const remark = { shown: formatQuantity(quantity), mark: field };
  if (quantity.billionths < 0n) {
    causes.invalid(fieldPath, 'must be greater than or equal to 0', { code: 'number-range', ...remark });
  }
  if (isCounted(name) && !isWhole(quantity)) {
    causes.invalid(fieldPath, 'must be an integer', { code: 'whole-number', ...remark });
  }
}
