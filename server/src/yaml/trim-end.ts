/**
 * A text without the characters of one kind that it ends with. A pattern such as `/=+$/` begins anew at each of them that
 * stands elsewhere, which takes the square of their number in a text that is made to be slow.
 */
export function trimEnd(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end--;
  return text.slice(0, end);
}
