import { formatQuantity, parseQuantity } from '../formats/quantity.ts';
import type { Field } from './field.ts';
import type { Warnings } from './warning.ts';

/** A thousandth, in billionths: the server rounds amounts up to it. */
const milli = 1_000_000n;

/** Bytes are whole: `100m` of memory is a tenth of one. `named` is how the server names the amount. */
export function warnOfFractionOfByte(amount: Field, warnings: Warnings, named: Field = amount): void {
  const quantity = amount.isSet ? parseQuantity(amount.value) : undefined;
  if (!quantity) return;
  const thousandths = (quantity.billionths + milli - 1n) / milli;
  if (thousandths % 1000n === 0n) return;
  const rounded = formatQuantity({ ...quantity, billionths: thousandths * milli });
  const text = `fractional byte value "${rounded}" is invalid, must be an integer`;
  warnings.of(named, text, { code: 'fraction-of-byte', mark: amount });
}
