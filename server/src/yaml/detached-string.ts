/** A copy of a text that does not keep the text alive that it was cut from. */
export function detachedString(text: string): string {
  return ` ${text}`.slice(1);
}
