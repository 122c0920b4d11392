/** How many characters the texts of an answer's warnings have together, before each of them is cut. */
const mostCharacters = 4096;
const mostOfEach = 256;

/**
 * The `Warning` headers of an answer: each text once, and all of them together no longer than the API server lets them
 * become; what is more is cut, and left out in the end.
 */
export function warningHeaders(texts: readonly string[]): string[] {
  const once = [...new Set(texts)].filter((text) => text !== '');
  const length = once.reduce((sum, text) => sum + [...text].length, 0);
  if (length <= mostCharacters) return once.map(header);
  const headers: string[] = [];
  let written = 0;
  for (const text of once) {
    if (written >= mostCharacters) break;
    const cut = [...text].slice(0, mostOfEach).join('');
    written += [...cut].length;
    headers.push(header(cut));
  }
  return headers;
}

function header(text: string): string {
  const escaped = text
    .replace(/[\\"]/g, '\\$&')
    .replace(/[^\x20-\x7e]/g, (character) => (character === '\n' ? '\\n' : '?'));
  return `299 - "${escaped}"`;
}
