/** A text from its first letter or digit to the last: names begin and end with these. */
export function trimmedName(text: string): string {
  let start = 0;
  let { length: end } = text;
  while (start < end && /[^A-Za-z0-9]/.test(text[start]!)) start++;
  while (end > start && /[^A-Za-z0-9]/.test(text[end - 1]!)) end--;
  return text.slice(start, end);
}
