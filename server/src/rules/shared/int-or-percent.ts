import { percent } from '../formats/percent.ts';
import type { Check } from './causes.ts';

/** A number of things or a share of them: neither negative nor malformed. Nothing is fine. */
export const checkIntOrPercent: Check = (field, causes) => {
  if (typeof field.value === 'string') causes.malformed(field, percent, { code: 'percent' });
  else if ((field.number ?? 0) < 0) {
    causes.invalid(field, 'must be greater than or equal to 0', { code: 'number-range' });
  }
};

/** A share of at most everything. */
export const checkAtMostAll: Check = (field, causes) => {
  const share = percentOf(field.value);
  if (share !== undefined && share > 100)
    causes.invalid(field, 'must not be greater than 100%', { code: 'percent' });
};

/** The number before `%`; undefined for anything else. */
export function percentOf(value: unknown): number | undefined {
  if (typeof value !== 'string' || percent(value).length > 0) return undefined;
  return Number(value.slice(0, -1));
}
