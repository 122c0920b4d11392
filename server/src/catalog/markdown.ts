import { visibleLines } from '../yaml/visible-text.ts';

/**
 * Plain prose as Markdown that shows it unchanged: words between backticks stay code, and nothing else becomes HTML,
 * a link, an image or emphasis.
 */
export function proseToMarkdown(prose: string): string {
  return visibleLines(prose)
    .split(/(`[^`\n]+`)/)
    .map((part, index) => (index % 2 === 1 ? part : escapeProse(part)))
    .join('');
}

function escapeProse(prose: string): string {
  return prose
    .replaceAll('&', '&amp;')
    .replace(/[\\`*[\]<>|~]/g, '\\$&')
    .replace(/(?<!\w)_|_(?!\w)/g, '\\_');
}
