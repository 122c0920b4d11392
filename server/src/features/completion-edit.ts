import type { Command, CompletionItem, CompletionItemKind, TextEdit } from 'vscode-languageserver';
import type { Completion } from './completion.ts';

/** One thing to offer. */
export interface Offer {
  label: string;
  kind: CompletionItemKind;
  /** What stands before the text: a missing space, dash or line break with indentation. */
  prefix: string;
  /** In snippet syntax. */
  text: string;
  sort: string;
  detail?: string | undefined;
  data?: unknown;
  /** The person is to choose a value next. */
  awaitsValue?: boolean;
  preselect?: boolean;
  additionalTextEdits?: TextEdit[];
}

/** Makes an item of an offer: its edit replaces the word at the cursor and the white space behind it. */
export function offerItem(completion: Completion, offer: Offer): CompletionItem {
  const { cursor, lines, suggestAgain } = completion;
  const newLine = offer.prefix.includes('\n');
  const span = newLine ? { start: spaceBefore(completion), end: cursor.replace.end } : cursor.replace;
  const typedSpace = completion.text.slice(span.start, cursor.replace.start) + cursor.misindented;
  const indent = cursor.misindented && ' '.repeat(cursor.column);
  const command: Command | undefined = offer.awaitsValue ? suggestAgain : undefined;
  return {
    label: offer.label,
    kind: offer.kind,
    sortText: offer.sort,
    filterText: typedSpace + (cursor.quote ?? '') + offer.label,
    insertTextFormat: 2,
    insertTextMode: 1,
    textEdit: { range: lines.range(span), newText: indent + offer.prefix + offer.text },
    ...(offer.detail && { detail: offer.detail }),
    ...(offer.data !== undefined && { data: offer.data }),
    ...(offer.preselect && { preselect: true }),
    ...(command && { command }),
    ...(offer.additionalTextEdits && { additionalTextEdits: offer.additionalTextEdits }),
  };
}

/** Where the white space between a colon and the cursor's word starts. */
function spaceBefore({ text, cursor }: Completion): number {
  let start = cursor.replace.start;
  while (start > 0 && (text[start - 1] === ' ' || text[start - 1] === '\t')) start--;
  return start;
}
