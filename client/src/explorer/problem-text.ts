import type { Explanation } from '../cluster/explanation.ts';
import { withStop } from '../cluster/explanation.ts';
import { describeIntent } from '../cluster/intent.ts';
import { documentOf } from '../prompts/document-lines.ts';

/** Lines end at a blank before this many characters: the page is read without scrolling sideways. */
const width = 100;

/** The page that tells all of what a line of the Clusters view says in one: what was asked, what is wrong, what to do. */
export function problemText({ request, fault, wayOut }: Explanation): string {
  const paragraphs = [
    ...(request ? [`${describeIntent(request.intent)} (context ${request.context})`] : []),
    withStop(fault),
    ...(wayOut === undefined ? [] : [withStop(wayOut)]),
    'The menu of the line in the Clusters view has Retry and Copy Message.',
  ];
  return documentOf(paragraphs.flatMap((text, at) => [...(at > 0 ? [''] : []), ...folded(sentence(text))]));
}

function sentence(text: string): string {
  // An address is written as it is.
  return /^[a-z]+:\/\//.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * The lines of a text of any length, cut at blanks; its own line breaks stay. All but the first are indented: what a server says
 * looks like no line of the page's own.
 */
function folded(text: string): string[] {
  return text
    .split(/\r\n|[\r\n]/)
    .flatMap((line) => foldedLine(line))
    .map((line, at) => (at === 0 ? line : `  ${line}`));
}

function foldedLine(line: string): string[] {
  const lines: string[] = [];
  for (const word of line.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
