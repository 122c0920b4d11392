/**
 * Plain prose as Markdown that shows it unchanged: words between backticks stay code, and nothing else becomes HTML,
 * a link, an image or emphasis.
 */
export function proseToMarkdown(prose: string): string {
  return withVisibleDirections(prose)
    .split(/(`[^`\n]+`)/)
    .map((part, index) => (index % 2 === 1 ? part : escapeProse(part)))
    .join('');
}

/** Text whose direction of writing nothing in it turns: marks that would stand as what they are, as in `\u202e`. */
export function withVisibleDirections(text: string): string {
  return text.replace(
    /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function escapeProse(prose: string): string {
  return prose
    .replaceAll('&', '&amp;')
    .replace(/[\\`*[\]<>|~]/g, '\\$&')
    .replace(/(?<!\w)_|_(?!\w)/g, '\\_');
}
