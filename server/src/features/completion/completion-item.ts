import type { Command, CompletionItem, CompletionItemKind, TextEdit } from 'vscode-languageserver';
import type { Completion } from './completion-context.ts';
import { escapeSnippet, withoutStops } from './snippet.ts';

/** One thing to offer, before it is an item at the cursor. */
export interface CompletionCandidate {
  label: string;
  /** What the typed letters are looked for in; the label when left out. */
  filter?: string;
  kind: CompletionItemKind;
  /** What stands before the text: a missing space, dash or line break with indentation. */
  prefix: string;
  /** In snippet syntax. */
  text: string;
  sort: string;
  detail?: string | undefined;
  /** Shown behind the label of every item, not of the chosen one alone. */
  behind?: string | undefined;
  data?: unknown;
  /** The person is to choose a value next. */
  awaitsValue?: boolean;
  preselect?: boolean;
  /** Struck through: the API says that it is deprecated. */
  deprecated?: boolean;
  additionalTextEdits?: TextEdit[];
}

/** Makes an item of a candidate: its edit replaces the word at the cursor and the white space behind it. */
export function toCompletionItem(completion: Completion, candidate: CompletionCandidate): CompletionItem {
  const { cursor, lines, suggestAgain } = completion;
  const opensLine = candidate.prefix.includes('\n');
  const comment = commentBehind(completion);
  const span = opensLine
    ? { start: spaceBefore(completion), end: cursor.replace.end + comment.length }
    : cursor.replace;
  const before = opensLine && comment ? ` ${escapeSnippet(comment.trimStart())}` : '';
  const snippet = before + (cursor.indent ?? '') + candidate.prefix + candidate.text;
  const plain = withoutStops(snippet);
  const command: Command | undefined = candidate.awaitsValue ? suggestAgain : undefined;
  return {
    label: candidate.label,
    kind: candidate.kind,
    sortText: candidate.sort,
    // Without the white space that the range begins with: VS Code skips that, and ranks what begins otherwise lower.
    filterText: (cursor.quote ?? '') + (candidate.filter ?? candidate.label),
    // Of plain text an editor sees that it stands there already, and leaves Enter to the text.
    insertTextFormat: plain === undefined ? 2 : 1,
    insertTextMode: 1,
    textEdit: { range: lines.range(span), newText: plain ?? snippet },
    ...(candidate.detail && { detail: candidate.detail }),
    ...(candidate.behind && { labelDetails: { detail: candidate.behind } }),
    ...(candidate.data !== undefined && { data: candidate.data }),
    ...(candidate.preselect && { preselect: true }),
    ...(candidate.deprecated && { tags: [deprecatedTag] }),
    ...(command && { command }),
    ...(candidate.additionalTextEdits && { additionalTextEdits: candidate.additionalTextEdits }),
  };
}

/** `CompletionItemTag.Deprecated` */
const deprecatedTag = 1;

/** The comment that ends the cursor's line, with the white space before it. */
function commentBehind({ text, cursor }: Completion): string {
  const behind = /[ \t]*#[^\r\n]*/y;
  behind.lastIndex = cursor.replace.end;
  return behind.exec(text)?.[0] ?? '';
}

/** Where the white space between a colon and the cursor's word starts. */
function spaceBefore({ text, cursor }: Completion): number {
  let start = cursor.replace.start;
  while (start > 0 && (text[start - 1] === ' ' || text[start - 1] === '\t')) start--;
  return start;
}
