/** A text of several lines as one, without the blanks around each. */
export function joinedLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}
