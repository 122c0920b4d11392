/** A number as Go prints it: whole ones in full, as integers; others as `float64`. */
export function goNumber(value: number | bigint): string {
  if (typeof value === 'bigint') return String(value);
  return Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? BigInt(value).toString() : goFloat(value);
}

/** A `float64` as Go prints it by `%v`: from a million on, and below 0.0001, with an exponent of two digits. */
export function goFloat(value: number): string {
  const [digits, power] = value.toExponential().split('e') as [string, string];
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 6) return String(value);
  const sign = exponent < 0 ? '-' : '+';
  return `${digits}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
}
