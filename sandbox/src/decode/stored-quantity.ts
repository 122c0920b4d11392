import { formatQuantity, parseQuantity } from '../../../server/src/rules/formats/quantity.ts';

/**
 * A quantity as the API server keeps what a client wrote: `1.5` as `1500m`, `1024Ki` as `1Mi`. What Go's reader finds to be
 * in its canonical form already stays to the letter, `1E3` and `5.` among it. What is no quantity stays as it is.
 */
export function storedQuantity(text: string): string {
  const quantity = parseQuantity(text);
  if (quantity === undefined || quantity.billionths >= tooLarge || isKept(text)) return text;
  return formatQuantity(quantity);
}

/** From here on the reader of rules tells no amounts apart, and the server does. */
const tooLarge = (2n ** 63n - 1n) * 1_000_000_000n;

/** Most digits that Go's reader takes on its short way. */
const mostDigits = 18;
/** It counts down to billionths. */
const smallestScale = -9;

/** Whether Go's reader takes a text as canonical: a mantissa that neither begins with a zero nor ends with three. */
function isKept(text: string): boolean {
  if (text === '0') return true;
  const [, zeros = '', whole = '', fraction = '', suffix = ''] =
    /^[+-]?(0*)(\d*)(?:\.(\d*))?([a-zA-Z].*)?$/.exec(text) ?? [];
  const exponent = decimalExponent(suffix);
  if (exponent === undefined) return false;
  const mantissa = `${whole || (zeros ? '0' : '')}${fraction}`;
  const scale = exponent - fraction.length;
  if (mantissa.length > mostDigits || scale < smallestScale) return false;
  return scale % 3 === 0 && !mantissa.endsWith('000') && !mantissa.startsWith('0');
}

/** The power of ten that a suffix stands for; undefined for one of two. */
function decimalExponent(suffix: string): number | undefined {
  const written = /^[eE]([+-]?\d+)$/.exec(suffix)?.[1];
  if (written !== undefined) return Number(written);
  const index = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'].indexOf(suffix);
  return index === -1 ? undefined : 3 * index - 9;
}
