/** Whether a text is a list of the parts that `isPart` takes, joined by `separator`. */
export function isJoined(text: string, separator: string, isPart: (part: string) => boolean): boolean {
  if (!text.includes(separator)) return isPart(text);
  return text.split(separator).every(isPart);
}
