import type { Check } from '../causes.ts';
import type { Field } from '../field.ts';
import { percent } from '../formats/percent.ts';

/** A number of Pods or a share of them (`25%`). */
export const checkIntOrPercent: Check = (field, causes) => {
  if (typeof field.value === 'string') causes.malformed(field, percent, { code: 'int-or-percent' });
  else if ((field.number ?? 0) < 0) {
    causes.invalid(field, 'must be greater than or equal to 0', { code: 'number-range' });
  }
};

/** A share of more than all. */
export const checkAtMostAll: Check = (field, causes) => {
  if (typeof field.value !== 'string' || percent(field.value).length > 0) return;
  if (Number.parseInt(field.value, 10) > 100) {
    causes.invalid(field, 'must not be greater than 100%', { code: 'int-or-percent' });
  }
};

/** The number before a `%`, or the number itself; of what is neither the server makes 0. Undefined for another type. */
export function amountOf(field: Field): number | undefined {
  if (!field.isSet) return 0;
  if (typeof field.value !== 'string') return field.number;
  if (percent(field.value).length === 0) return Number.parseInt(field.value, 10);
  return /^[+-]?\d+$/.test(field.value) ? Number(field.value) : 0;
}
