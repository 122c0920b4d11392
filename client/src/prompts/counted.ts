/** A number as a person reads it: `100,000`. */
export function counted(number: number): string {
  return number.toLocaleString('en-US');
}
