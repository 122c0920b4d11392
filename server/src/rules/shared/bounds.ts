import type { Check } from './causes.ts';

/** A number that may not be negative; nothing is fine. */
export const checkNonNegative: Check = (field, causes) => {
  if ((field.number ?? 0) < 0)
    causes.invalid(field, 'must be greater than or equal to 0', { code: 'number-range' });
};

/** A number of at least one; nothing is zero. */
export const checkPositive: Check = (field, causes) => {
  const number = field.isSet ? field.number : 0;
  if (number !== undefined && number <= 0) {
    causes.invalid(field, 'must be greater than zero', { code: 'number-range', shown: number });
  }
};
