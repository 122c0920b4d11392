import { percent } from '../formats/percent.ts';
import type { Field } from '../shared/field.ts';

/** The number before a `%`, or the number itself; of what is neither the server makes 0. Undefined for another type. */
export function intOrPercentValue(field: Field): number | undefined {
  if (!field.isSet) return 0;
  if (typeof field.value !== 'string') return field.number;
  if (percent(field.value).length === 0) return Number.parseInt(field.value, 10);
  return /^[+-]?\d+$/.test(field.value) ? Number(field.value) : 0;
}
