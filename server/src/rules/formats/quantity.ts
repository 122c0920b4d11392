/** An amount as the server holds it: in billionths, and how it is printed. */
export interface Quantity {
  readonly billionths: bigint;
  readonly format: 'decimal' | 'binary' | 'exponent';
}

const one = 1_000_000_000n;
/** The server holds no more than 2^63 - 1 ones. */
const largest = (2n ** 63n - 1n) * one;

/** What keeps a value from being a quantity, in the API server's words. */
export function quantity(value: unknown): string[] {
  return parseQuantity(value) ? [] : [form];
}

/**
 * Reads a quantity (`500m`, `1.5`, `128Mi`, `1e3`, a number) as the server does: what is smaller than a billionth is
 * rounded up, what is too large is the largest. Undefined where it is none.
 */
export function parseQuantity(value: unknown): Quantity | undefined {
  const text = typeof value === 'string' ? value : isNumber(value) ? String(value) : '';
  if (text === '') return undefined;
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:([numkMGTPE]|[KMGTPE]i)|[eE]([+-]?\d+))?$/.exec(text);
  if (!match || !/\d/.test(`${match[2]}${match[3] ?? ''}`)) return undefined;
  const [, sign, whole = '', fraction = '', suffix, exponent] = match;
  const digits = `${whole}${fraction}`.replace(/^0+/, '') || '0';
  const scale =
    9 -
    fraction.length +
    (exponent === undefined ? (decimalExponents.get(suffix ?? '') ?? 0) : clamp(exponent));
  const factor = (suffix && binaryFactors.get(suffix)) || 1n;
  const billionths = cap(scaled(BigInt(digits) * factor, scale));
  const format = exponent !== undefined ? 'exponent' : factor > 1n ? 'binary' : 'decimal';
  return { billionths: sign === '-' ? -billionths : billionths, format };
}

/** As the server prints an amount: `1000m` is `1`, `1024Mi` is `1Gi`. */
export function formatQuantity({ billionths, format }: Quantity): string {
  if (billionths === 0n) return '0';
  const isSmall = billionths > -1024n * one && billionths < 1024n * one;
  if (format === 'binary' && !isSmall && billionths % one === 0n) return formatBinary(billionths / one);
  let mantissa = billionths;
  let exponent = -9;
  while (mantissa % 1000n === 0n && exponent < 18) {
    mantissa /= 1000n;
    exponent += 3;
  }
  if (format === 'exponent') return exponent === 0 ? `${mantissa}` : `${mantissa}e${exponent}`;
  return `${mantissa}${decimalSuffixes[(exponent + 9) / 3]}`;
}

/** Whether an amount is a whole number of ones. */
export function isWhole({ billionths }: Quantity): boolean {
  return billionths % one === 0n;
}

const form = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const decimalSuffixes = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'] as const;
const decimalExponents = new Map(decimalSuffixes.map((suffix, index) => [suffix as string, 3 * index - 9]));
const binarySuffixes = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const binaryFactors = new Map(
  binarySuffixes.map((suffix, index) => [suffix, 1024n ** BigInt(index + 1)] as const),
);
/** By their exponents, up to the most that a suffix asks for. */
const powersOfTen = Array.from({ length: 28 }, (_, exponent) => 10n ** BigInt(exponent));

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** Beyond these bounds only the largest and the smallest amounts are left. */
function clamp(exponent: string): number {
  return Math.max(-1000, Math.min(1000, Number(exponent)));
}

function scaled(mantissa: bigint, scale: number): bigint {
  if (mantissa === 0n) return 0n;
  if (scale >= 0) return scale > 100 ? largest : mantissa * powerOfTen(scale);
  const divisor = powerOfTen(-scale);
  return (mantissa + divisor - 1n) / divisor;
}

function cap(billionths: bigint): bigint {
  return billionths > largest ? largest : billionths;
}

function powerOfTen(exponent: number): bigint {
  return powersOfTen[exponent] ?? 10n ** BigInt(exponent);
}

function formatBinary(ones: bigint): string {
  let mantissa = ones;
  let index = -1;
  while (mantissa % 1024n === 0n && index < binarySuffixes.length - 1) {
    mantissa /= 1024n;
    index++;
  }
  return `${mantissa}${index < 0 ? '' : binarySuffixes[index]}`;
}
